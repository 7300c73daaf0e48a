// An import is one transaction: all valid rows are stored, all others are listed with line, field and reason, and
// importing the same file again changes nothing. A missing column doesn't change its field, and an empty cell clears a
// field only if the request confirms it. A preview returns the same result and stores nothing.
import type { importProducts, listImports, ProductImport } from '@vitrine/contract/catalogue.ts';
import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import type { Context } from '../context.ts';
import { requireOpenBrand } from '../merchants/brand.pauses.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { encodeState } from './catalogue.changes.ts';
import { readCsv, readShopify } from './catalogue.files.ts';
import { describeFault, describeRow, type PlannedRow, planImport, stateFields, summarize } from './catalogue.plan.ts';
import { findProducts, lockCatalogue, readImportRule, storeProducts } from './catalogue.queries.ts';
import { readRows, type RowRule } from './catalogue.rows.ts';
import { insertChanges, insertImport, pruneChanges } from './imports.queries.ts';
import { recentImports } from './imports.views.ts';

type Delivery = BodyOf<typeof importProducts>;

const dayMs = 86_400_000;

/** An import can be undone for 30 days. */
export function undoableSince(now: Date): Date {
  return new Date(now.getTime() - 30 * dayMs);
}

type Judged = Awaited<ReturnType<typeof readRows>>;

/** What the rows of a brand's products must satisfy. */
export async function rowRuleOf(ctx: Context, merchantId: string): Promise<{ rule: RowRule; shopUrl: string }> {
  const { shopUrl, currency, hosts } = await ctx.database.as({ role: 'app', merchantId }, (tx) =>
    readImportRule(tx, merchantId),
  );
  const ownHost = new URL(ctx.config.publicUrl).host;
  return { rule: { currency, hosts, production: ctx.config.production, ownHost }, shopUrl };
}

/** Reads the file before the transaction starts. A large file is read in slices to keep the event loop free. */
async function validateRows(ctx: Context, merchantId: string, delivery: Delivery): Promise<Judged> {
  const { rule, shopUrl } = await rowRuleOf(ctx, merchantId);
  const rows = delivery.source === 'csv' ? await readCsv(delivery.csv) : await readShopify(delivery.products, shopUrl);
  return readRows(rows, rule);
}

async function planOf(tx: Tx, merchantId: string, delivery: Delivery, { good, bad }: Judged) {
  if (!delivery.preview) await lockCatalogue(tx, merchantId);
  const skus = good.map((row) => row.given.sku);
  const known = new Map((await findProducts(tx, merchantId, skus)).map((product) => [product.sku, product]));
  const confirmed = new Set(delivery.clear);
  const planned = planImport(good, known, confirmed);
  return { planned, summary: summarize([...planned.map(describeRow), ...bad.map(describeFault)], confirmed) };
}

/** Stores new and changed products together with their old values. */
export async function storePlanned(
  tx: Tx,
  merchantId: string,
  importId: string | null,
  planned: readonly PlannedRow[],
  at: Date,
): Promise<void> {
  const different = planned
    .filter((row) => row.before === undefined || row.changed.length > 0)
    .map((row) => ({ ...row, id: row.before?.id ?? newId(at) }));
  await storeProducts(
    tx,
    different.map(({ id, sku, after }) => Object.assign({ merchant_id: merchantId, id, sku }, after)),
    at,
  );
  await insertChanges(
    tx,
    different.map(({ id, before, after, changed }) => ({
      merchant_id: merchantId,
      product_id: id,
      import_id: importId,
      before: before ? encodeState(before, changed) : '{}',
      after: encodeState(after, before ? changed : stateFields),
      changed_at: at,
    })),
  );
}

async function recordImport(
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
      created_by: actor.kind === 'person' ? actor.userId : null,
      created_at: ctx.clock.now(),
      created_count: created,
      updated_count: updated,
      unchanged_count: unchanged,
      refused_count: refused,
    },
    done.rows.map(({ line, outcome, sku, field, value, reason }) => ({
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
    const { planned, summary } = await planOf(tx, merchantId, delivery, judged);
    const { source } = delivery;
    if (delivery.preview) return { id: null, preview: true, source, ...summary };
    const now = ctx.clock.now();
    const done = { id: newId(now), preview: false, source, ...summary };
    await recordImport(ctx, tx, merchantId, actor, done);
    await storePlanned(tx, merchantId, done.id, planned, now);
    await pruneChanges(tx, merchantId, undoableSince(now));
    return done;
  });
}

export async function listImportsOf(ctx: Context, actor: Actor, merchant: string): Promise<DataOf<typeof listImports>> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, (tx) =>
    recentImports(tx, merchantId, undoableSince(ctx.clock.now())),
  );
}
