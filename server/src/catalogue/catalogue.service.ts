// A product is an entry of a brand's catalogue, known by its sku. An import is one transaction: every good row is in,
// every bad row is named with its line, its field and the reason, and the same delivery again changes nothing.
import type * as z from 'zod/mini';
import type { importProducts, listCatalogue, productImport } from '@vitrine/contract/catalogue.ts';
import type { BodyOf, QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import type { Context } from '../context.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId, newId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { readCsv, readShopify } from './catalogue.files.ts';
import {
  findProducts,
  insertImport,
  lockCatalogue,
  readImportRule,
  setArchived,
  storeProducts,
} from './catalogue.queries.ts';
import { type GoodRow, type ProductFacts, readRows, type RowRule, type SentRow } from './catalogue.rows.ts';
import { browseProducts, presentProduct } from './products.service.ts';

type Delivery = BodyOf<typeof importProducts>;
type ProductImport = z.output<typeof productImport>;
type ImportRow = ProductImport['rows'][number];

const factNames = [
  'title',
  'description',
  'category',
  'url',
  'image',
  'price',
  'compare_at_price',
  'currency',
  'in_stock',
] as const;

function rowsOf(delivery: Delivery, shopUrl: string): SentRow[] {
  return delivery.source === 'csv' ? readCsv(delivery.csv) : readShopify(delivery.products, shopUrl);
}

/** Stores what is new or different and says of each row what became of it. */
async function storeGood(ctx: Context, tx: Tx, merchantId: string, good: readonly GoodRow[]): Promise<ImportRow[]> {
  const now = ctx.clock.now();
  const known = new Map(
    (
      await findProducts(
        tx,
        merchantId,
        good.map((row) => row.facts.sku),
      )
    ).map((row) => [row.sku, row]),
  );
  const changed: (ProductFacts & { merchant_id: string; id: string })[] = [];
  const rows = good.map(({ line, facts }): ImportRow => {
    const before = known.get(facts.sku);
    const isSame =
      before !== undefined && before.archived_at === null && factNames.every((name) => before[name] === facts[name]);
    if (!isSame) changed.push({ ...facts, merchant_id: merchantId, id: before?.id ?? newId(now) });
    return {
      line,
      outcome: isSame ? 'unchanged' : before ? 'updated' : 'created',
      sku: facts.sku,
      field: null,
      reason: null,
    };
  });
  await storeProducts(tx, changed, now);
  return rows;
}

function summarise(id: string, source: Delivery['source'], rows: ImportRow[]): ProductImport {
  const count = (outcome: ImportRow['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  return {
    id,
    source,
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    rows: rows.sort((a, b) => a.line - b.line),
  };
}

async function keepImport(
  ctx: Context,
  tx: Tx,
  merchantId: string,
  actor: Actor,
  result: ProductImport,
): Promise<void> {
  await insertImport(
    tx,
    {
      merchant_id: merchantId,
      id: result.id,
      source: result.source,
      created_by: actor.kind === 'person' ? actor.userId : null,
      created_at: ctx.clock.now(),
      created_count: result.created,
      updated_count: result.updated,
      unchanged_count: result.unchanged,
      refused_count: result.refused,
    },
    result.rows.map((row) => Object.assign({ merchant_id: merchantId, import_id: result.id }, row)),
  );
  const { created, updated, unchanged, refused } = result;
  await audit(ctx, tx, actor, {
    action: 'products.imported',
    merchantId,
    subject: { kind: 'product_import', id: result.id },
    details: { created, updated, unchanged, refused },
  });
}

/** Takes a delivery into the catalogue of a brand that the caller has already been found to speak for. */
function importInto(ctx: Context, actor: Actor, merchantId: string, delivery: Delivery): Promise<ProductImport> {
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const { shopUrl, currency, hosts } = await readImportRule(tx, merchantId);
    const rule: RowRule = {
      currency,
      hosts,
      production: ctx.config.production,
      ownHost: new URL(ctx.config.publicUrl).host,
    };
    const { good, bad } = readRows(rowsOf(delivery, shopUrl), rule);
    await lockCatalogue(tx, merchantId);
    const stored = await storeGood(ctx, tx, merchantId, good);
    const refused = bad.map(
      (row): ImportRow => ({ line: row.line, outcome: 'refused', sku: row.sku, field: row.field, reason: row.reason }),
    );
    const result = summarise(newId(ctx.clock.now()), delivery.source, [...stored, ...refused]);
    await keepImport(ctx, tx, merchantId, actor, result);
    return result;
  });
}

export async function importProductsOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  delivery: Delivery,
): Promise<ProductImport> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return importInto(ctx, actor, merchantId, delivery);
}

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

/** Takes a product out of the catalogue or back into it. What stands on storefronts stays until its creator changes it. */
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
    if (!(await setArchived(tx, merchantId, productId, archived ? ctx.clock.now() : null)))
      throw new Refusal('not_found');
    await audit(ctx, tx, actor, {
      action: archived ? 'product.archived' : 'product.restored',
      merchantId,
      subject: { kind: 'product', id: productId },
    });
    return { id: productId, archived };
  });
}
