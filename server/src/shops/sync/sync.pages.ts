// One page of a pass. What a page changes, and that it was read, is one transaction: a process that dies between two pages
// goes on at the next one.
import { archiveShopProducts, readShopRows, storeShopRows } from '../../catalogue/shop.products.ts';
import type { Context } from '../../context.ts';
import { requireOpenBrand } from '../../merchants/brand.pauses.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isOffered, rowOf, skuOf, type VariantNode } from '../shopify/shopify.pages.ts';
import { addFigures, type SyncFigures } from './sync.figures.ts';
import {
  advanceSync,
  findShopProducts,
  markArchived,
  noteSeen,
  type SyncKey,
  type SyncRow,
  unseenProducts,
} from './sync.queries.ts';

/** Another worker has moved the pass on meanwhile, or it has ended. */
export class PassMoved extends Error {}

export type Step = { row: SyncRow; pass: string; figures: SyncFigures; dueAt: Date };

/** In the order of the page, the first variant of each sku; the others with the reason why they are skipped. */
function splitBySku(variants: readonly VariantNode[], isTaken: (sku: string, variantId: string) => boolean) {
  const first = new Map<string, VariantNode>();
  const skipped: SyncFigures['reasons'] = [];
  for (const variant of variants) {
    const sku = skuOf(variant);
    if (first.has(sku) || isTaken(sku, variant.legacyResourceId))
      skipped.push({ sku, reason: `another variant has the same SKU (variant ${variant.legacyResourceId})` });
    else first.set(sku, variant);
  }
  return { variants: [...first.values()], skipped };
}

/** Stores a page of products and archives those of it that are not offered. */
export async function storeProductsPage(
  ctx: Context,
  key: SyncKey,
  { row, pass, figures, dueAt }: Step,
  page: { nodes: readonly VariantNode[]; next: string | null },
): Promise<SyncFigures> {
  const { merchantId } = key;
  const inBrand = <T>(work: (tx: Tx) => Promise<T>) => ctx.database.as({ role: 'app', merchantId }, work);
  const known = new Map(
    (await inBrand((tx) => findShopProducts(tx, key, page.nodes.map(skuOf)))).map((product) => [product.sku, product]),
  );
  const { variants, skipped } = splitBySku(page.nodes, (sku, variantId) => {
    const product = known.get(sku);
    return product?.pass === pass && product.variant_id !== variantId;
  });
  const offered = variants.filter(isOffered);
  const read = await readShopRows(ctx, merchantId, (shop) =>
    offered.map((variant, line) => rowOf(variant, line, shop)),
  );
  const refused = read.bad.map(({ sku, field, reason }) => ({
    sku: sku ?? '',
    reason: `${field ?? ''} ${reason}`.trim(),
  }));
  const good = new Set(read.good.map(({ given }) => given.sku));
  return inBrand(async (tx) => {
    await requireOpenBrand(tx, merchantId);
    const at = ctx.clock.now();
    const restorable = new Set([...known.values()].flatMap((each) => (each.is_archived ? [each.sku] : [])));
    const stored = await storeShopRows(tx, merchantId, read, { restorable, at });
    const hidden = variants.filter((variant) => !isOffered(variant)).map(skuOf);
    const archived = await archiveShopProducts(tx, merchantId, hidden, at);
    const gone = new Set(archived);
    await noteSeen(
      tx,
      key,
      pass,
      variants.flatMap((variant) => {
        const sku = skuOf(variant);
        const isArchived = gone.has(sku) || (!isOffered(variant) && known.get(sku)?.is_archived === true);
        if (!good.has(sku) && !isArchived && !known.has(sku)) return [];
        return [{ sku, variantId: variant.legacyResourceId, isArchived }];
      }),
    );
    const after = addFigures(figures, {
      seen: page.nodes.length,
      added: stored.created,
      changed: stored.updated,
      unchanged: stored.unchanged,
      archived: archived.length,
      skipped: skipped.length + refused.length,
      reasons: [...skipped, ...refused],
    });
    // The last page is noted like the others; what no page had is archived after it.
    const phase = page.next === null ? 'archive' : 'products';
    if (!(await advanceSync(tx, key, row, { phase, cursor: page.next, figures: JSON.stringify(after), dueAt })))
      throw new PassMoved();
    return after;
  });
}

const archivedAtOnce = 500;

/** Archives what a complete pass did not see. Returns how many products that were. */
export async function archiveUnseen(ctx: Context, key: SyncKey, pass: string): Promise<number> {
  let archived = 0;
  for (;;) {
    const some = await ctx.database.as({ role: 'app', merchantId: key.merchantId }, async (tx) => {
      const skus = await unseenProducts(tx, key, pass, archivedAtOnce);
      if (skus.length === 0) return undefined;
      const gone = await archiveShopProducts(tx, key.merchantId, skus, ctx.clock.now());
      await markArchived(tx, key, skus);
      return gone.length;
    });
    if (some === undefined) return archived;
    archived += some;
  }
}
