import type { DataOf, MetaOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import type { listBrandPayouts } from '@vitrine/contract/payouts.ts';
import type { Context } from '../context.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import { accessLiveShop } from '../merchants/shop.access.ts';
import type { Actor } from '../platform/actor.ts';
import { pageOfBrandPayouts } from './payouts.views.ts';

/** The payouts of a brand. All staff can view them; only owners can act. */
export async function listBrandPayoutsOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  query: QueryOf<typeof listBrandPayouts>,
): Promise<{ data: DataOf<typeof listBrandPayouts>; meta: MetaOf<typeof listBrandPayouts> }> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, (tx) => pageOfBrandPayouts(tx, merchantId, query));
}

export async function listShopPayoutsOf(
  ctx: Context,
  actor: Actor,
  query: QueryOf<typeof listBrandPayouts>,
): Promise<{ data: DataOf<typeof listBrandPayouts>; meta: MetaOf<typeof listBrandPayouts> }> {
  const merchantId = accessLiveShop(actor, 'payouts:read');
  return ctx.database.as({ role: 'app', merchantId }, (tx) => pageOfBrandPayouts(tx, merchantId, query));
}
