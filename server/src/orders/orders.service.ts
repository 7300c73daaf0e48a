// An order is what a shop sent, stored whole; its decision says why it did or didn't earn a commission.
//  - (brand, order_id) is one order forever: it is decided once, and at most one creator is credited.
//  - An order and its decision are two transactions; everything that one step changes, including money, is in one.
//  - Locks: the order's row, then its commissions by id, then ledger accounts, then audiences of events, and last the
//    arrivals of hits.
import type { DataOf, MetaOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import type { Explanation } from '@vitrine/contract/decisions.ts';
import type { listOrders, listShopOrders } from '@vitrine/contract/orders.ts';
import type { Context } from '../context.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import { accessShop, isTestKey } from '../merchants/shop.access.ts';
import { accessInstallation } from '../operators/operators.access.ts';
import type { Actor } from '../platform/actor.ts';
import { isId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { accessDecision, orderIdIn } from './orders.access.ts';
import { decideOrder } from './orders.decision.ts';
import { explain } from './orders.explain.ts';
import { findOrder } from './orders.queries.ts';
import { readTestAnswer } from './orders.trials.ts';
import { pageOfTestOrders } from './orders.trials.views.ts';
import { pageOfOrders } from './orders.views.ts';

/** Why an order did or didn't earn a commission, as far as the caller may see it. */
export async function explainOrderTo(
  ctx: Context,
  actor: Actor,
  address: string,
  merchant: string | undefined,
): Promise<Explanation> {
  const orderId = orderIdIn(address);
  if (isTestKey(actor)) return explainTestTo(ctx, accessShop(actor, 'orders:read', 'orders:write'), orderId);
  const { merchantId, viewer } = await accessDecision(ctx, actor, orderId, merchant);
  await decideOrder(ctx, merchantId, orderId);
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const order = await findOrder(tx, merchantId, orderId);
    const explanation = order && (await explain(tx, order, viewer));
    if (!explanation) throw new Refusal('not_found');
    return explanation;
  });
}

/** A test key has test orders only. */
async function explainTestTo(ctx: Context, merchantId: string, orderId: string): Promise<Explanation> {
  const { decision } = await readTestAnswer(ctx, merchantId, orderId);
  if (!decision) throw new Refusal('not_found');
  return decision;
}

/** The same for an operator, who sees it as the brand does. */
export async function explainToOperator(
  ctx: Context,
  actor: Actor,
  merchantId: string,
  address: string,
): Promise<Explanation> {
  accessInstallation(actor);
  if (!isId(merchantId)) throw new Refusal('not_found');
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const order = await findOrder(tx, merchantId, orderIdIn(address));
    const explanation = order && (await explain(tx, order, { kind: 'merchant' }));
    if (!explanation) throw new Refusal('not_found');
    return explanation;
  });
}

export async function listOrdersOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  query: QueryOf<typeof listOrders>,
): Promise<{ data: DataOf<typeof listOrders>; meta: MetaOf<typeof listOrders> }> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return pageOfBrandOrders(ctx, merchantId, query);
}

/** A page of a brand's orders; `outcome: test` gives those of test keys. */
export function pageOfBrandOrders(ctx: Context, merchantId: string, query: QueryOf<typeof listOrders>) {
  return pageOf(ctx, merchantId, query, query.outcome === 'test');
}

export async function listShopOrdersOf(
  ctx: Context,
  actor: Actor,
  query: QueryOf<typeof listShopOrders>,
): Promise<{ data: DataOf<typeof listOrders>; meta: MetaOf<typeof listOrders> }> {
  const merchantId = accessShop(actor, 'orders:read');
  return pageOf(ctx, merchantId, query, isTestKey(actor) || query.outcome === 'test');
}

function pageOf(ctx: Context, merchantId: string, query: Parameters<typeof pageOfOrders>[2], isTest: boolean) {
  const page = isTest ? pageOfTestOrders : pageOfOrders;
  return ctx.database.as({ role: 'app', merchantId }, (tx) => page(tx, merchantId, query));
}
