import type { QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import type { listShopLinks } from '@vitrine/contract/links.ts';
import type { Context } from '../context.ts';
import { accessShop } from '../merchants/shop.access.ts';
import type { Actor } from '../platform/actor.ts';
import { pageOfBrandLinks } from './links.views.ts';

/** The links of a brand's creators, for its shop. */
export async function listShopLinksOf(
  ctx: Context,
  actor: Actor,
  query: QueryOf<typeof listShopLinks>,
): Promise<ReplyOf<typeof listShopLinks>> {
  const merchantId = accessShop(actor, 'links:read');
  return ctx.database.as({ role: 'app', merchantId }, (tx) => pageOfBrandLinks(ctx, tx, merchantId, query));
}
