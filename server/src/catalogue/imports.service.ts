// An import is one transaction: all valid rows are stored, all others are listed with line, field and reason, and
// importing the same file again changes nothing. A missing column doesn't change its field, and an empty cell clears a
// field only if the request confirms it. A preview returns the same result and stores nothing.
import type { ClearableField, listImports, ProductFile, ProductImport } from '@vitrine/contract/catalogue.ts';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { Context } from '../context.ts';
import { requireOpenBrand } from '../merchants/brand.pauses.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { apart, readerIn, refuseEnded } from '../platform/parsing/apart.ts';
import { inSlices } from '../platform/slices.ts';
import { encodeState } from './catalogue.changes.ts';
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
import type { GoodRow, RowFault, RowRule } from './catalogue.rows.ts';
import { insertChanges, insertImport } from './imports.queries.ts';
import { recentImports } from './imports.views.ts';
import type { DeliveryChoices, readProductRows, ProductsOutput, TableChoices } from './products.read.ts';

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
export type Judged = { good: GoodRow[]; bad: RowFault[]; file: ProductFile | null };

const reader = readerIn<typeof readProductRows>(new URL('products.read.ts', import.meta.url), 'readProductRows');

type Read = Judged & { output: ProductsOutput };

/** Reads bytes on another thread, before the transaction. Throws `ReadEnded` at a limit. */
export async function readProducts(
  ctx: Context,
  merchantId: string,
  bytes: Uint8Array,
  source: { from: 'feed'; contentType: string; choices: TableChoices } | { from: 'import' },
): Promise<Read> {
  const { rule, shopUrl } = await rowRuleOf(ctx, merchantId);
  const kept = await ctx.database.as({ role: 'app', merchantId }, (tx) => findPriceFormat(tx, merchantId));
  const copy = new Uint8Array(bytes);
  const good: GoodRow[] = [];
  const bad: RowFault[] = [];
  const output = await apart.read(
    merchantId,
    reader,
    { rule, shopUrl, kept, bytes: copy, ...source },
    {
      transfer: [copy.buffer],
      take: (part) => {
        good.push(...(part.good ?? []));
        bad.push(...(part.bad ?? []));
      },
    },
  );
  return { good, bad, file: output.kind === 'read' ? output.file : null, output };
}

async function readDelivery(
  ctx: Context,
  merchantId: string,
  raw: Buffer,
): Promise<Judged & { choices: DeliveryChoices }> {
  const { output, ...judged } = await refuseEnded('body', readProducts(ctx, merchantId, raw, { from: 'import' }));
  if (output.kind !== 'read' || output.choices === null) throw new Error('an import was read as a feed');
  return { ...judged, choices: output.choices };
}

async function planOf(tx: Tx, merchantId: string, delivery: DeliveryChoices, { good, bad }: Judged, now: Date) {
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
  raw: Buffer,
): Promise<ProductImport> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  const { choices: delivery, ...judged } = await readDelivery(ctx, merchantId, raw);
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
    if (delivery.price_format !== undefined) await storePriceFormat(tx, merchantId, delivery.price_format, now);
    return done;
  });
}

export async function listImportsOf(ctx: Context, actor: Actor, merchant: string): Promise<DataOf<typeof listImports>> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, (tx) =>
    recentImports(tx, merchantId, undoableSince(ctx.clock.now())),
  );
}
