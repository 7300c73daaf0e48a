// An import is one transaction: all valid rows are stored, all others are listed with line, field and reason, and
// importing the same file again changes nothing. A missing column doesn't change its field, and an empty cell clears a
// field only if the request confirms it. A preview returns the same result and stores nothing.
import type {
  ClearableField,
  importProducts,
  listImports,
  ProductFile,
  ProductImport,
} from '@vitrine/contract/catalogue.ts';
import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import type { PriceFormat } from '@vitrine/contract/values/prices.ts';
import type { Context } from '../context.ts';
import { requireOpenBrand } from '../merchants/brand.pauses.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { CsvTable } from '../platform/csv.table.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { invalid } from '../platform/refusal.ts';
import { inSlices } from '../platform/slices.ts';
import { encodeState } from './catalogue.changes.ts';
import { missingReason, productTable, readProductTable } from './catalogue.csv.ts';
import { readShopify } from './catalogue.files.ts';
import {
  describeFault,
  describeRow,
  type ImportRow,
  type PlannedRow,
  planImport,
  stateFields,
  summarize,
} from './catalogue.plan.ts';
import {
  batches,
  findPriceFormat,
  findProducts,
  lockCatalogue,
  readImportRule,
  storePriceFormat,
  storeProducts,
} from './catalogue.queries.ts';
import { currentRates, rateChangesOf } from './catalogue.rates.ts';
import { readRows, type RowRule } from './catalogue.rows.ts';
import { insertChanges, insertImport } from './imports.queries.ts';
import { recentImports } from './imports.views.ts';

type Delivery = BodyOf<typeof importProducts>;

const dayMs = 86_400_000;

/** An import can be undone for 30 days. */
export function undoableSince(now: Date): Date {
  return new Date(now.getTime() - 30 * dayMs);
}

/** What the rows of a brand's products must satisfy. */
export async function rowRuleOf(ctx: Context, merchantId: string): Promise<{ rule: RowRule; shopUrl: string }> {
  const { shopUrl, currency, hosts } = await ctx.database.as({ role: 'app', merchantId }, (tx) =>
    readImportRule(tx, merchantId),
  );
  const ownHost = new URL(ctx.config.publicUrl).host;
  return { rule: { currency, hosts, production: ctx.config.production, ownHost }, shopUrl };
}

/** How a file was read, and its rows. `file` is null for Shopify's JSON. */
export type Judged = Awaited<ReturnType<typeof readRows>> & { file: ProductFile | null };

type TableChoices = { columns?: ProductFile['columns'] | undefined; price_format?: PriceFormat | undefined };

/** Reads a table and checks every row; without all required columns, there are none. */
export async function judgeTable(
  ctx: Context,
  merchantId: string,
  table: CsvTable,
  choices: TableChoices,
): Promise<Judged & { file: ProductFile }> {
  const { rule, shopUrl } = await rowRuleOf(ctx, merchantId);
  const kept = await ctx.database.as({ role: 'app', merchantId }, (tx) => findPriceFormat(tx, merchantId));
  const format = choices.price_format ?? kept;
  const { layout, headings, columns, missing, rows } = await readProductTable(table, {
    assigned: choices.columns,
    shopUrl,
  });
  const judged = await readRows(rows, { ...rule, notation: format ?? 'unknown' });
  const unclear = judged.bad.find(({ readings }) => readings !== undefined);
  const [thousands, decimals] = (unclear?.readings ?? []).map((amount) =>
    amount === undefined ? null : toMoney(amount, rule.currency),
  );
  const ambiguous = unclear && { text: unclear.value ?? '', thousands: thousands ?? null, decimals: decimals ?? null };
  const shown = { layout, headings: [...headings], columns, missing };
  return { ...judged, file: { ...shown, price_format: format, ambiguous: ambiguous ?? null } };
}

async function judgeCsv(ctx: Context, merchantId: string, delivery: Delivery & { source: 'csv' }): Promise<Judged> {
  const judged = await judgeTable(ctx, merchantId, productTable(delivery.csv), delivery);
  const { missing } = judged.file;
  if (missing.length > 0 && !delivery.preview) throw invalid('csv', missingReason(missing));
  return judged;
}

/** Reads the file before the transaction starts. A large file is read in slices to keep the event loop free. */
async function validateRows(ctx: Context, merchantId: string, delivery: Delivery): Promise<Judged> {
  if (delivery.source === 'csv') return judgeCsv(ctx, merchantId, delivery);
  const { rule, shopUrl } = await rowRuleOf(ctx, merchantId);
  return { ...(await readRows(await readShopify(delivery.products, shopUrl), rule)), file: null };
}

async function planOf(tx: Tx, merchantId: string, delivery: Delivery, { good, bad }: Judged, now: Date) {
  if (!delivery.preview) await lockCatalogue(tx, merchantId);
  const skus = good.map((row) => row.given.sku);
  const known = new Map((await findProducts(tx, merchantId, skus)).map((product) => [product.sku, product]));
  const confirmed = new Set(delivery.clear);
  const planned = await planImport(good, known, confirmed, now);
  return { planned, summary: await summarizePlan(tx, merchantId, { planned, bad, confirmed }, now) };
}

/** What a plan changes, also of rates. */
export async function summarizePlan(
  tx: Tx,
  merchantId: string,
  { planned, bad, confirmed }: Pick<Judged, 'bad'> & { planned: PlannedRow[]; confirmed: ReadonlySet<ClearableField> },
  now: Date,
) {
  const rates = await currentRates(tx, merchantId, now);
  const described: ImportRow[] = [];
  await inSlices(planned, (row) => described.push(describeRow(row, ratesOf(rates, row))));
  return summarize([...described, ...bad.map(describeFault)], confirmed);
}

function ratesOf(rates: Awaited<ReturnType<typeof currentRates>>, { sku, before, after, changed }: PlannedRow) {
  if (!before || !changed.includes('category')) return [];
  return rateChangesOf(rates, { sku, category: before.category }, { sku, category: after.category });
}

/** Who changes products, and how. */
export type CatalogueChange = {
  importId?: string | null;
  /** The id of a new product; a new one if omitted. */
  id?: string;
  source: 'import' | 'console' | 'shop' | 'sync' | 'feed';
  by: string | null;
  at: Date;
};

export const changerOf = (actor: Actor) => (actor.kind === 'person' ? actor.userId : null);

/** Stores new and changed products together with their old values. */
export async function storePlanned(
  tx: Tx,
  merchantId: string,
  planned: readonly PlannedRow[],
  { importId = null, id: newProductId, source, by, at }: CatalogueChange,
): Promise<void> {
  const different = planned.filter((row) => !row.isSkipped && (row.before === undefined || row.changed.length > 0));
  const rows: (PlannedRow & { id: string })[] = [];
  await inSlices(different, (row) => rows.push({ ...row, id: row.before?.id ?? newProductId ?? newId(at) }));
  for (const batch of batches(rows))
    await storeProducts(
      tx,
      batch.map(({ id, sku, after }) => Object.assign({ merchant_id: merchantId, id, sku }, after)),
      at,
    );
  // Only then: PostgreSQL plans how it finds the product of a change once, and must not do so while there are few.
  for (const batch of batches(rows))
    await insertChanges(
      tx,
      batch.map(({ id, before, after, changed }) => ({
        merchant_id: merchantId,
        product_id: id,
        import_id: importId,
        source,
        changed_by: by,
        before: before ? encodeState(before, changed) : '{}',
        after: encodeState(after, before ? changed : stateFields),
        changed_at: at,
      })),
    );
}

/** Stores an import with its rows. A row without a line, which only a feed has, is in no file. */
export async function recordImport(
  ctx: Context,
  tx: Tx,
  merchantId: string,
  actor: Actor,
  done: ProductImport & { id: string },
): Promise<void> {
  const { created, updated, unchanged, refused } = done;
  await insertImport(
    tx,
    {
      merchant_id: merchantId,
      id: done.id,
      source: done.source,
      created_by: changerOf(actor),
      created_at: ctx.clock.now(),
      created_count: created,
      updated_count: updated,
      unchanged_count: unchanged,
      refused_count: refused,
    },
    done.rows
      .filter(({ line }) => line > 0)
      .map(({ line, outcome, sku, field, value, reason }) => ({
        merchant_id: merchantId,
        import_id: done.id,
        line,
        outcome,
        sku,
        field,
        value,
        reason,
      })),
  );
  await audit(ctx, tx, actor, {
    action: 'products.imported',
    merchantId,
    subject: { kind: 'product_import', id: done.id },
    details: { created, updated, unchanged, refused },
  });
}

export async function importProductsOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  delivery: Delivery,
): Promise<ProductImport> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  const judged = await validateRows(ctx, merchantId, delivery);
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    await requireOpenBrand(tx, merchantId);
    const now = ctx.clock.now();
    const { planned, summary } = await planOf(tx, merchantId, delivery, judged, now);
    const { source } = delivery;
    const { file } = judged;
    if (delivery.preview) return { id: null, preview: true, source, file, ...summary };
    const done = { id: newId(now), preview: false, source, file, ...summary };
    await recordImport(ctx, tx, merchantId, actor, done);
    await storePlanned(tx, merchantId, planned, { importId: done.id, source: 'import', by: changerOf(actor), at: now });
    if (delivery.source === 'csv' && delivery.price_format !== undefined)
      await storePriceFormat(tx, merchantId, delivery.price_format, now);
    return done;
  });
}

export async function listImportsOf(ctx: Context, actor: Actor, merchant: string): Promise<DataOf<typeof listImports>> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, (tx) =>
    recentImports(tx, merchantId, undoableSince(ctx.clock.now())),
  );
}
