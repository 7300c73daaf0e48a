// Fetches the product feeds that are due and imports what they changed. Feeds that are due are found with the system role,
// because the query covers all brands; the work itself runs in the scope of its brand.
import type { FeedFault } from '@vitrine/contract/values/feed-faults.ts';
import type { ProductFile } from '@vitrine/contract/catalogue.ts';
import type { Context } from '../context.ts';
import { brandStaffReaders } from '../merchants/owners.ts';
import { anonymous } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { notify } from '../platform/events/notify.ts';
import { newId } from '../platform/ids.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { Refusal } from '../platform/refusal.ts';
import { lockCatalogue } from './catalogue.queries.ts';
import { FeedFailure } from './feeds.failure.ts';
import { fetchFeed, type FeedAnswer } from './feeds.fetch.ts';
import { forgetHosts } from './feeds.hosts.ts';
import { feedFailedMail } from './feeds.mails.ts';
import { type FeedPlan, judgeFeed, planFeed } from './feeds.plan.ts';
import { changeFeed, claimFeeds, type FeedRow, findFeed, insertRun, lockFeed } from './feeds.queries.ts';
import { insertImport } from './imports.queries.ts';
import { recordImport, storePlanned } from './imports.service.ts';

/** At once from one node; never two from one host. */
const atOnce = 4;
const leaseMs = 5 * 60_000;
const hourMs = 3_600_000;
const tryAgainMs = 10 * 60_000;
const busyWaitMs = 60_000;
/** After so many failed runs in a row, the brand's staff are told, once. */
const failuresToReport = 3;
/** A run claims nothing after this time, so that it can't keep a node from stopping. */
const longestRunMs = 60_000;

type Run = { id: string; feed: FeedRow; startedAt: Date; tookMs: () => number };
type Counted = { created: number; updated: number; archived: number; unchanged: number; refused: number };

const nothingCounted: Counted = { created: 0, updated: 0, archived: 0, unchanged: 0, refused: 0 };

function storeRun(
  tx: Tx,
  { id, feed, startedAt, tookMs }: Run,
  end: {
    status: 'changed' | 'unchanged' | 'not_modified' | 'stopped' | 'failed';
    counted?: Counted;
    importId?: string;
    fault?: FeedFault;
    seen?: string;
  },
): Promise<void> {
  const { created, updated, archived, unchanged, refused } = end.counted ?? nothingCounted;
  return insertRun(tx, {
    merchant_id: feed.merchant_id,
    id,
    started_at: startedAt,
    took_ms: tookMs(),
    status: end.status,
    import_id: end.importId ?? null,
    created_count: created,
    updated_count: updated - archived,
    archived_count: archived,
    unchanged_count: unchanged,
    refused_count: refused,
    fault: end.fault ?? null,
    seen: end.seen ?? '',
  });
}

/** The feed as it was when it was fetched; undefined if someone changed, paused or removed it meanwhile. */
async function lockSame(tx: Tx, { feed }: Run): Promise<FeedRow | undefined> {
  const now = await lockFeed(tx, feed.merchant_id);
  const isSame = now !== undefined && now.url === feed.url && now.paused_at === null;
  return isSame && JSON.stringify(now.columns) === JSON.stringify(feed.columns) ? now : undefined;
}

async function storeChanges(ctx: Context, tx: Tx, run: Run, plan: FeedPlan, file: ProductFile): Promise<string> {
  const { merchant_id: merchantId } = run.feed;
  const now = ctx.clock.now();
  const { summary, planned } = plan;
  const id = newId(now);
  const hasChanged = summary.created + summary.updated > 0;
  // A version without changes is kept as an import too, because it says that the prices were checked.
  if (!hasChanged)
    await insertImport(
      tx,
      {
        merchant_id: merchantId,
        id,
        source: 'feed',
        created_by: null,
        created_at: now,
        created_count: 0,
        updated_count: 0,
        unchanged_count: summary.unchanged,
        refused_count: summary.refused,
      },
      [],
    );
  else {
    // What stays the same would be thousands of rows with every run.
    const rows = summary.rows.filter(({ outcome }) => outcome !== 'unchanged' && outcome !== 'skipped');
    const done = { id, preview: false, source: 'feed' as const, file, ...summary, rows };
    await recordImport(ctx, tx, merchantId, anonymous, done);
    await storePlanned(tx, merchantId, planned, { importId: id, source: 'feed', by: null, at: now });
  }
  return id;
}

const nextRun = (feed: FeedRow, now: Date) => new Date(now.getTime() + feed.every_hours * hourMs);

async function importTable(ctx: Context, run: Run, answer: FeedAnswer & { kind: 'table' }): Promise<void> {
  const { merchant_id: merchantId, columns } = run.feed;
  const assigned = columns as ProductFile['columns'];
  const judged = await judgeFeed(ctx, merchantId, answer, { columns: assigned, isPreview: false });
  const stopped = await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    await lockCatalogue(tx, merchantId);
    const feed = await lockSame(tx, run);
    if (!feed) return undefined;
    const now = ctx.clock.now();
    const plan = await planFeed(tx, merchantId, judged, new Set(feed.skus), now);
    if (plan.products * 2 < feed.skus.length && !feed.may_shrink)
      return { products: plan.products, before: feed.skus.length };
    const importId = await storeChanges(ctx, tx, run, plan, judged.file);
    const hasChanged = plan.summary.created + plan.summary.updated > 0;
    await storeRun(tx, run, { status: hasChanged ? 'changed' : 'unchanged', counted: plan.summary, importId });
    await changeFeed(tx, merchantId, {
      due_at: nextRun(feed, now),
      etag: answer.version.etag,
      last_modified: answer.version.lastModified,
      skus: plan.skus,
      failures: 0,
      stopped_at_products: null,
      may_shrink: false,
    });
    return undefined;
  });
  if (stopped) await noteStop(ctx, run, stopped);
}

/** Tells the staff who may change the catalog, on their bells and by email. */
async function report(ctx: Context, tx: Tx, run: Run, failure: FeedFailure, readers: Readers): Promise<void> {
  const { merchant_id: merchantId } = run.feed;
  await notify(ctx, tx, { merchantId, staffWith: 'catalog' }, { kind: 'feed_failed', fault: failure.fault });
  for (const reader of readers.staff)
    await queueMail(
      ctx,
      tx,
      feedFailedMail(ctx, reader, readers.brand, {
        url: run.feed.url,
        fault: failure.fault,
        seen: failure.seen,
      }),
    );
}

type Readers = Awaited<ReturnType<typeof brandStaffReaders>>;

async function noteStop(ctx: Context, run: Run, { products, before }: { products: number; before: number }) {
  const { merchant_id: merchantId } = run.feed;
  const failure = new FeedFailure('fewer', `${products} of ${before}`);
  const readers = await brandStaffReaders(ctx, merchantId, 'catalog');
  await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const feed = await lockSame(tx, run);
    if (!feed) return;
    await storeRun(tx, run, { status: 'stopped', fault: 'fewer', seen: failure.seen });
    await changeFeed(tx, merchantId, {
      due_at: nextRun(feed, ctx.clock.now()),
      failures: feed.failures + 1,
      stopped_at_products: products,
    });
    if (feed.stopped_at_products === null) await report(ctx, tx, run, failure, readers);
  });
}

async function noteNotModified(ctx: Context, run: Run): Promise<void> {
  const { merchant_id: merchantId } = run.feed;
  await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const feed = await lockSame(tx, run);
    if (!feed) return;
    await storeRun(tx, run, { status: 'not_modified' });
    await changeFeed(tx, merchantId, {
      due_at: nextRun(feed, ctx.clock.now()),
      failures: 0,
      stopped_at_products: null,
      may_shrink: false,
    });
  });
}

/** Each failed run waits twice as long for the next one, at most as long as between two runs, and as the server asks. */
function retryTime(feed: FeedRow, failure: FeedFailure, now: Date): Date {
  const pauseMs = Math.min(tryAgainMs * 2 ** Math.min(feed.failures, 10), feed.every_hours * hourMs);
  const at = new Date(now.getTime() + pauseMs);
  return failure.retryAt && failure.retryAt > at ? failure.retryAt : at;
}

async function noteFailure(ctx: Context, run: Run, error: unknown): Promise<void> {
  const { merchant_id: merchantId } = run.feed;
  const failure = error instanceof FeedFailure ? error : new FeedFailure('unexpected', '');
  if (failure !== error)
    ctx.log.error({ err: error, merchant_id: merchantId }, 'could not import a product feed; it will be tried again');
  const readers = await brandStaffReaders(ctx, merchantId, 'catalog');
  await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const feed = await lockSame(tx, run);
    if (!feed) return;
    const { fault, seen } = failure;
    await storeRun(tx, run, { status: 'failed', fault, seen });
    const failures = feed.failures + 1;
    await changeFeed(tx, merchantId, { due_at: retryTime(feed, failure, ctx.clock.now()), failures });
    if (failures === failuresToReport) await report(ctx, tx, run, failure, readers);
  });
}

async function refresh(ctx: Context, merchantId: string): Promise<void> {
  const inBrand = { role: 'app', merchantId } as const;
  const feed = await ctx.database.as(inBrand, (tx) => findFeed(tx, merchantId));
  if (!feed) return;
  const startedAt = ctx.clock.now();
  const began = performance.now();
  const run: Run = { id: newId(startedAt), feed, startedAt, tookMs: () => Math.round(performance.now() - began) };
  try {
    const known = { etag: feed.etag, lastModified: feed.last_modified };
    const answer = await fetchFeed(ctx, { merchantId: feed.merchant_id, url: feed.url }, known);
    if (answer.kind === 'table') await importTable(ctx, run, answer);
    else if (answer.kind === 'not_modified') await noteNotModified(ctx, run);
    else await ctx.database.as(inBrand, (tx) => changeFeed(tx, merchantId, { due_at: answer.until }));
  } catch (error) {
    // Too many files are being read on this node; nothing is wrong with the feed.
    if (error instanceof Refusal && error.code === 'busy')
      await ctx.database.as(inBrand, (tx) =>
        changeFeed(tx, merchantId, { due_at: new Date(ctx.clock.now().getTime() + busyWaitMs) }),
      );
    else await noteFailure(ctx, run, error);
  }
}

async function refreshQuietly(ctx: Context, merchantId: string): Promise<void> {
  try {
    await refresh(ctx, merchantId);
  } catch (error) {
    // The lease ends by itself, and then it is tried again.
    ctx.log.error({ err: error, merchant_id: merchantId }, 'could not store the run of a product feed');
  }
}

/** Returns the number of feeds that were due. */
export async function refreshProductFeeds(ctx: Context): Promise<number> {
  const endsAt = performance.now() + longestRunMs;
  let count = 0;
  while (performance.now() < endsAt) {
    const now = ctx.clock.now();
    const until = new Date(now.getTime() + leaseMs);
    const due = await ctx.database.as({ role: 'system' }, (tx) => claimFeeds(tx, { now, until, most: atOnce }));
    await Promise.all(due.map((merchantId) => refreshQuietly(ctx, merchantId)));
    count += due.length;
    if (due.length < atOnce) break;
  }
  await forgetHosts(ctx);
  return count;
}
