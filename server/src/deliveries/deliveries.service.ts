// A delivery is one webhook call of a shop. The log has one entry for each, also for those that were refused or came
// again. Operators read all of it with the system role, because it belongs to no single brand.
import type { Delivery, listAllDeliveries, listDeliveries } from '@vitrine/contract/deliveries.ts';
import type { MetaOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import type { Context } from '../context.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import { accessInstallation } from '../operators/operators.access.ts';
import type { Actor } from '../platform/actor.ts';
import { isId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { findDeliveryEntry, pageOfDeliveries } from './deliveries.views.ts';

type Page = { data: Delivery[]; meta: MetaOf<typeof listDeliveries> };

export async function listDeliveriesOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  query: QueryOf<typeof listDeliveries>,
): Promise<Page> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, (tx) => pageOfDeliveries(tx, query));
}

export async function readDeliveryOf(ctx: Context, actor: Actor, merchant: string, id: string): Promise<Delivery> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return found(isId(id) && (await ctx.database.as({ role: 'app', merchantId }, (tx) => findDeliveryEntry(tx, id))));
}

export async function listAllDeliveriesFor(
  ctx: Context,
  actor: Actor,
  query: QueryOf<typeof listAllDeliveries>,
): Promise<Page> {
  accessInstallation(actor);
  return ctx.database.as({ role: 'system' }, (tx) => pageOfDeliveries(tx, query));
}

export async function readAnyDeliveryFor(ctx: Context, actor: Actor, id: string): Promise<Delivery> {
  accessInstallation(actor);
  return found(isId(id) && (await ctx.database.as({ role: 'system' }, (tx) => findDeliveryEntry(tx, id))));
}

function found(delivery: Delivery | undefined | false): Delivery {
  if (!delivery) throw new Refusal('not_found');
  return delivery;
}
