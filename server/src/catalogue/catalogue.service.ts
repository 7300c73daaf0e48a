// A product is an entry of a brand's catalogue, known by its sku.
import type { listCatalogue } from '@vitrine/contract/catalogue.ts';
import type { QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import type { Context } from '../context.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import { isId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { lockCatalogue, setArchived } from './catalogue.queries.ts';
import { insertChanges } from './imports.queries.ts';
import { browseProducts, presentProduct } from './products.service.ts';

export async function listCatalogueOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  query: QueryOf<typeof listCatalogue>,
): Promise<ReplyOf<typeof listCatalogue>> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  const { rows, meta } = await ctx.database.as({ role: 'app', merchantId }, (tx) =>
    browseProducts(tx, merchantId, query),
  );
  return { data: rows.map((row) => presentProduct(ctx.config.publicUrl, row)), meta };
}

/**
 * Archives a product or restores it. What is on storefronts stays until its creator changes it. The change is recorded,
 * so that the undo of an earlier import leaves it.
 */
export async function archiveProductOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  productId: string,
  archived: boolean,
): Promise<{ id: string; archived: boolean }> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  if (!isId(productId)) throw new Refusal('not_found');
  const now = ctx.clock.now();
  const at = archived ? now : null;
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    await lockCatalogue(tx, merchantId);
    const product = await setArchived(tx, merchantId, productId, at);
    if (!product) throw new Refusal('not_found');
    await insertChanges(tx, [
      {
        merchant_id: merchantId,
        product_id: productId,
        import_id: null,
        before: JSON.stringify({ archived_at: product.before }),
        after: JSON.stringify({ archived_at: at }),
        changed_at: now,
      },
    ]);
    await audit(ctx, tx, actor, {
      action: archived ? 'product.archived' : 'product.restored',
      merchantId,
      subject: { kind: 'product', id: productId },
    });
    return { id: productId, archived };
  });
}
