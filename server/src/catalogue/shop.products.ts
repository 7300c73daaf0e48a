// Products that come from the software of a brand's shop, page by page. They are read, compared and stored like those of a
// file. What the brand archived by hand stays archived.
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { describeRow, type KnownProduct, planImport, summarize } from './catalogue.plan.ts';
import { archiveActive, findProducts, lockCatalogue } from './catalogue.queries.ts';
import { readRows, type SentRow } from './catalogue.rows.ts';
import { clearableField } from '@vitrine/contract/catalogue.ts';
import { insertChanges } from './imports.queries.ts';
import { rowRuleOf, storePlanned } from './imports.service.ts';

export type ReadShopRows = Awaited<ReturnType<typeof readRows>>;
export type StoredShopRows = { created: number; updated: number; unchanged: number };

const mayClear = new Set(clearableField.options);

/** The address and currency of a brand's shop, and the rows as products. Before the transaction: many rows take long. */
export async function readShopRows(
  ctx: Context,
  merchantId: string,
  rowsOf: (shop: { url: string; currency: string }) => readonly SentRow[],
): Promise<ReadShopRows> {
  const { rule, shopUrl } = await rowRuleOf(ctx, merchantId);
  return readRows(rowsOf({ url: shopUrl, currency: rule.currency }), rule);
}

/** Stores what is new or different. Of archived products, only those in `restorable` come back. */
export async function storeShopRows(
  tx: Tx,
  merchantId: string,
  { good }: ReadShopRows,
  { restorable, at }: { restorable: ReadonlySet<string>; at: Date },
): Promise<StoredShopRows> {
  await lockCatalogue(tx, merchantId);
  const found = await findProducts(
    tx,
    merchantId,
    good.map((row) => row.given.sku),
  );
  const known = new Map<string, KnownProduct>(found.map((product) => [product.sku, product]));
  const isKept = (sku: string) => known.get(sku)?.archived_at != null && !restorable.has(sku);
  const planned = await planImport(
    good.filter(({ given }) => !isKept(given.sku)),
    known,
    mayClear,
    at,
  );
  await storePlanned(tx, merchantId, planned, { source: 'sync', by: null, at });
  const { created, updated } = summarize(
    planned.map((row) => describeRow(row)),
    mayClear,
  );
  return { created, updated, unchanged: good.length - created - updated };
}

/** Archives those of these products that are active. Returns their skus. */
export async function archiveShopProducts(
  tx: Tx,
  merchantId: string,
  skus: readonly string[],
  at: Date,
): Promise<string[]> {
  if (skus.length === 0) return [];
  await lockCatalogue(tx, merchantId);
  const archived = await archiveActive(tx, merchantId, skus, at);
  await insertChanges(
    tx,
    archived.map(({ id }) => ({
      merchant_id: merchantId,
      product_id: id,
      import_id: null,
      source: 'sync',
      changed_by: null,
      before: JSON.stringify({ archived_at: null }),
      after: JSON.stringify({ archived_at: at }),
      changed_at: at,
    })),
  );
  return archived.map(({ sku }) => sku);
}
