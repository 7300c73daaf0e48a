// Products of a brand's catalog, identified by sku.
import type { listCatalogue } from '@vitrine/contract/catalogue.ts';
import type { QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import type { Context } from '../context.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import { accessShop } from '../merchants/shop.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import { isId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { findArchived, lockCatalogue, setArchived } from './catalogue.queries.ts';
import type { Tx } from '../platform/database/database.ts';
import { insertChanges } from './imports.queries.ts';
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
  query: QueryOf<typeof listCatalogue>,
): Promise<ReplyOf<typeof listCatalogue>> {
  return productsOf(ctx, accessShop(actor, 'products:read', 'products:write'), query);
}

async function productsOf(
  ctx: Context,
  merchantId: string,
  query: QueryOf<typeof listCatalogue>,
): Promise<ReplyOf<typeof listCatalogue>> {
  const { rows, meta } = await ctx.database.as({ role: 'app', merchantId }, (tx) =>
    browseProducts(tx, merchantId, query),
  );
  return { data: rows.map((row) => presentProduct(ctx.config.publicUrl, row)), meta };
}

/** Stores and records the change, so that undoing an earlier import doesn't overwrite it. */
async function storeArchived(
  tx: Tx,
  merchantId: string,
  productId: string,
  { before, archived, now }: { before: Date | null; archived: boolean; now: Date },
): Promise<void> {
  const after = archived ? now : null;
  await setArchived(tx, merchantId, productId, after);
  await insertChanges(tx, [
    {
      merchant_id: merchantId,
      product_id: productId,
      import_id: null,
      before: JSON.stringify({ archived_at: before }),
      after: JSON.stringify({ archived_at: after }),
      changed_at: now,
    },
  ]);
}

/** Archives or restores a product. Storefronts keep it until their creators change it. */
export async function archiveProductOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  productId: string,
  archived: boolean,
): Promise<{ id: string; archived: boolean }> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  if (!isId(productId)) throw new Refusal('not_found');
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    await lockCatalogue(tx, merchantId);
    const product = await findArchived(tx, merchantId, productId);
    if (!product) throw new Refusal('not_found');
    if ((product.archived_at !== null) !== archived)
      await storeArchived(tx, merchantId, productId, { before: product.archived_at, archived, now: ctx.clock.now() });
    await audit(ctx, tx, actor, {
      action: archived ? 'product.archived' : 'product.restored',
      merchantId,
      subject: { kind: 'product', id: productId },
    });
    return { id: productId, archived };
  });
}
