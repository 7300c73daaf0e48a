// Products of a brand's catalog, identified by sku.
import type { listCatalogue, listShopProducts } from '@vitrine/contract/catalogue.ts';
import type { QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import type { Context } from '../context.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import { accessShop } from '../merchants/shop.access.ts';
import type { Actor } from '../platform/actor.ts';
import type { ProductQuery } from './catalogue.views.ts';
import { browseProducts, presentProduct } from './products.service.ts';

export async function listCatalogueOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  query: QueryOf<typeof listCatalogue>,
): Promise<ReplyOf<typeof listCatalogue>> {
  return productsOf(ctx, (await accessBrand(ctx, actor, merchant)).merchantId, query);
}

export async function listShopProductsOf(
  ctx: Context,
  actor: Actor,
  query: QueryOf<typeof listShopProducts>,
): Promise<ReplyOf<typeof listCatalogue>> {
  return productsOf(ctx, accessShop(actor, 'products:read', 'products:write'), query);
}

async function productsOf(
  ctx: Context,
  merchantId: string,
  query: ProductQuery,
): Promise<ReplyOf<typeof listCatalogue>> {
  const { rows, meta } = await ctx.database.as({ role: 'app', merchantId }, (tx) =>
    browseProducts(tx, merchantId, query),
  );
  return { data: rows.map((row) => presentProduct(ctx.config.publicUrl, row)), meta };
}
