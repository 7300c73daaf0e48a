// What a version of a feed changes. Products that it no longer has are archived, and come back with it. What the brand
// archived by hand stays archived.
import type { ProductFile } from '@vitrine/contract/catalogue.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { type PlannedRow, planArchiving, planImport } from './catalogue.plan.ts';
import { findProducts } from './catalogue.queries.ts';
import { type ApartFault, ReadEnded } from '../platform/parsing/apart.ts';
import { Refusal } from '../platform/refusal.ts';
import { missingReason } from './catalogue.csv.ts';
import { FeedFailure } from './feeds.failure.ts';
import type { FeedAnswer } from './feeds.fetch.ts';
import { type Judged, readProducts, summarizePlan } from './imports.service.ts';
import type { TableChoices } from './products.read.ts';

export type JudgedFeed = Judged & { file: ProductFile };

function failureOfEnd(fault: ApartFault): FeedFailure {
  return fault.limit === 'time'
    ? new FeedFailure('too_slow', String(fault.seconds))
    : new FeedFailure('too_complex', String(fault.megabytes));
}

async function readFeed(
  ctx: Context,
  merchantId: string,
  { bytes, contentType }: { bytes: Uint8Array; contentType: string },
  choices: TableChoices,
): Promise<JudgedFeed> {
  const { output, good, bad } = await readProducts(ctx, merchantId, bytes, { from: 'feed', contentType, choices });
  if (output.kind === 'failed') throw new FeedFailure(output.fault, output.seen);
  if (output.file === null) throw new Error('a feed was read as JSON');
  return { good, bad, file: output.file };
}

/** Reads the table like a file. Throws a `FeedFailure` if there is nothing to import; a preview may have no columns yet. */
export async function judgeFeed(
  ctx: Context,
  merchantId: string,
  { bytes, contentType }: Pick<FeedAnswer & { kind: 'table' }, 'bytes' | 'contentType'>,
  { isPreview, ...choices }: TableChoices & { isPreview: boolean },
): Promise<JudgedFeed> {
  const judged = await readFeed(ctx, merchantId, { bytes, contentType }, choices).catch((error: unknown) => {
    if (error instanceof ReadEnded) throw failureOfEnd(error.fault);
    if (!(error instanceof Refusal) || error.code !== 'validation_failed') throw error;
    const isColumn = Object.keys(error.errors ?? {}).some((field) => field.startsWith('columns'));
    if (isPreview && isColumn) throw error;
    throw new FeedFailure(
      'unreadable',
      `it ${Object.values(error.errors ?? {})
        .flat()
        .join('; ')}`,
    );
  });
  const { good, bad, file } = judged;
  if (file.missing.length > 0) {
    if (isPreview) return judged;
    throw new FeedFailure('unreadable', `it ${missingReason(file.missing)}`);
  }
  if (good.length + bad.length === 0) throw new FeedFailure('no_products', 'it has only column names');
  const [first] = bad;
  if (good.length === 0 && first && !isPreview) {
    const where = [first.field, first.value === null ? undefined : `“${first.value}”`, first.reason];
    throw new FeedFailure('no_products', `row ${first.line}: ${where.filter(Boolean).join(' ')}`);
  }
  return judged;
}

export type FeedPlan = {
  planned: PlannedRow[];
  summary: Awaited<ReturnType<typeof summarizePlan>>;
  /** The products that it has, also in rows that can't be read. */
  products: number;
  /** What the feed is known to have once it is imported. */
  skus: string[];
};

/** `previous` are the products of the last version. */
export async function planFeed(
  tx: Tx,
  merchantId: string,
  { good, bad }: Pick<Judged, 'good' | 'bad'>,
  previous: ReadonlySet<string>,
  now: Date,
): Promise<FeedPlan> {
  const unreadable = bad.flatMap(({ sku }) => (sku === null ? [] : [sku]));
  const seen = new Set([...good.map(({ given }) => given.sku), ...unreadable]);
  const gone = [...previous].filter((sku) => !seen.has(sku));
  const found = await findProducts(tx, merchantId, [...seen, ...gone]);
  const known = new Map(found.map((product) => [product.sku, product]));
  const isKeptArchived = (sku: string) => previous.has(sku) && known.get(sku)?.archived_at != null;
  const kept = good.filter(({ given }) => isKeptArchived(given.sku));
  const nothingCleared = new Set<never>();
  const planned = await planImport(
    good.filter(({ given }) => !isKeptArchived(given.sku)),
    known,
    nothingCleared,
    now,
  );
  for (const sku of gone) {
    const product = known.get(sku);
    if (product?.archived_at === null) planned.push(planArchiving(0, product, now));
  }
  const summary = await summarizePlan(tx, merchantId, { planned, bad, confirmed: nothingCleared }, now);
  const forSale = good.flatMap(({ given, isOff }) => (isOff ? [] : [given.sku]));
  return {
    planned,
    // A feed never clears a field: nobody is there to confirm it.
    summary: { ...summary, unchanged: summary.unchanged + kept.length, clears: [] },
    products: seen.size,
    skus: [...new Set([...forSale, ...unreadable.filter((sku) => previous.has(sku))])],
  };
}
