import type { Context } from '../../context.ts';
import { queryShopify, ShopifyFailure } from '../shopify/shopify.admin.ts';
import { shopQuery } from '../shopify/shopify.pages.ts';

/** The permissions that a sync needs. One that may write may read, too. */
const neededScopes = ['read_products', 'read_discounts'];

/** Checks that a shop can be read: its permissions, and that it sells in the brand's currency. Throws a ShopifyFailure. */
export async function checkShop(
  ctx: Context,
  merchantId: string,
  access: { domain: string; token: string },
): Promise<void> {
  const { data } = await queryShopify(ctx, access, shopQuery);
  const given = new Set(data.currentAppInstallation.accessScopes.map(({ handle }) => handle));
  const missing = neededScopes.filter((scope) => !given.has(scope) && !given.has(scope.replace('read_', 'write_')));
  if (missing.length > 0) throw new ShopifyFailure('scope_missing', missing.join(', '));
  const { currency } = await ctx.database.as({ role: 'app', merchantId }, (tx) =>
    tx.selectFrom('merchants').select('currency').where('id', '=', merchantId).executeTakeFirstOrThrow(),
  );
  const { currencyCode } = data.shop;
  if (currencyCode !== currency) throw new ShopifyFailure('currency_differs', `${currencyCode} ${currency}`);
}
