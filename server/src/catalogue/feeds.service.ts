import type {
  changeProductFeed,
  previewProductFeed,
  ProductFeed,
  saveProductFeed,
} from '@vitrine/contract/catalogue.feeds.ts';
import { feedRun, productFeed } from '@vitrine/contract/catalogue.feeds.ts';
import type { ProductImport } from '@vitrine/contract/catalogue.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import type { Context } from '../context.ts';
import { requireOpenBrand } from '../merchants/brand.pauses.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { urlFault } from '../platform/outbound/outbound.url.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { storePriceFormat } from './catalogue.queries.ts';
import { FeedFailure, feedReason } from './feeds.failure.ts';
import { type FeedAddress, fetchFeed } from './feeds.fetch.ts';
import { judgeFeed, planFeed } from './feeds.plan.ts';
import {
  changeFeed,
  deleteFeed,
  type FeedRow,
  type FeedRunRow,
  findFeed,
  latestRuns,
  lockFeed,
  saveFeed,
} from './feeds.queries.ts';

function presentRun(run: FeedRunRow): ProductFeed['runs'][number] {
  return {
    id: run.id,
    started_at: run.started_at.toISOString(),
    took_ms: run.took_ms,
    status: feedRun.shape.status.parse(run.status),
    created: run.created_count,
    updated: run.updated_count,
    archived: run.archived_count,
    unchanged: run.unchanged_count,
    refused: run.refused_count,
    fault: feedRun.shape.fault.parse(run.fault),
    seen: run.seen,
  };
}

function present(feed: FeedRow, runs: readonly FeedRunRow[], now: Date): ProductFeed {
  const products = feed.stopped_at_products;
  return {
    url: feed.url,
    every_hours: productFeed.shape.every_hours.parse(feed.every_hours),
    state: feed.paused_at === null ? 'on' : 'paused',
    is_fetching: feed.paused_at === null && (feed.claimed_at !== null || feed.due_at <= now),
    next_run_at: feed.paused_at === null ? feed.due_at.toISOString() : null,
    failures: feed.failures,
    stopped: products === null ? null : { products, before: feed.skus.length },
    products: feed.skus.length,
    runs: runs.map(presentRun),
  };
}

async function read(ctx: Context, tx: Tx, merchantId: string): Promise<ProductFeed> {
  const feed = await findFeed(tx, merchantId);
  if (!feed) throw new Refusal('not_found');
  return present(feed, await latestRuns(tx, merchantId), ctx.clock.now());
}

export async function readProductFeedOf(ctx: Context, actor: Actor, merchant: string): Promise<ProductFeed | null> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const feed = await findFeed(tx, merchantId);
    return feed ? present(feed, await latestRuns(tx, merchantId), ctx.clock.now()) : null;
  });
}

function requireAddress(ctx: Context, url: string): void {
  if (!URL.canParse(url)) throw invalid('url', 'must be an address, like https://shop.example/feeds/products.csv');
  const fault = urlFault(url, { loopback: ctx.config.outbound.loopback });
  if (fault !== undefined) throw invalid('url', fault);
}

/** The table at an address, for a person who waits for it. */
async function fetchTable(ctx: Context, address: FeedAddress) {
  const answer = await fetchFeed(ctx, address);
  if (answer.kind === 'busy')
    throw new Refusal('conflict', {
      message: `We have to wait before we ask ${new URL(address.url).host} again. Try again at ${answer.until.toISOString()}.`,
    });
  if (answer.kind === 'not_modified') throw new FeedFailure('status', '304');
  return answer;
}

export async function previewProductFeedOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  { url, columns, price_format }: BodyOf<typeof previewProductFeed>,
): Promise<ProductImport> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  requireAddress(ctx, url);
  await ctx.database.as({ role: 'app', merchantId }, (tx) => requireOpenBrand(tx, merchantId));
  try {
    const table = await fetchTable(ctx, { merchantId, url });
    const judged = await judgeFeed(ctx, merchantId, table, { columns, price_format, isPreview: true });
    return await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
      const feed = await findFeed(tx, merchantId);
      const { summary } = await planFeed(tx, merchantId, judged, new Set(feed?.skus), ctx.clock.now());
      return { id: null, preview: true, source: 'feed', file: judged.file, ...summary };
    });
  } catch (error) {
    if (error instanceof FeedFailure) throw invalid('url', feedReason(error));
    throw error;
  }
}

export async function saveProductFeedOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  { url, every_hours: everyHours, columns, price_format: format }: BodyOf<typeof saveProductFeed>,
): Promise<ProductFeed> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  requireAddress(ctx, url);
  const saved = await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    await requireOpenBrand(tx, merchantId);
    const now = ctx.clock.now();
    const feed = { merchant_id: merchantId, url, every_hours: everyHours, columns: JSON.stringify(columns ?? []) };
    await saveFeed(tx, feed, now);
    if (format !== undefined) await storePriceFormat(tx, merchantId, format, now);
    await audit(ctx, tx, actor, {
      action: 'product_feed.saved',
      merchantId,
      subject: { kind: 'merchant', id: merchantId },
      details: { url, every_hours: everyHours },
    });
    return read(ctx, tx, merchantId);
  });
  await ctx.jobs.soon('refresh_product_feeds');
  return saved;
}

export async function changeProductFeedOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  body: BodyOf<typeof changeProductFeed>,
): Promise<ProductFeed> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  const changed = await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    await requireOpenBrand(tx, merchantId);
    const feed = await lockFeed(tx, merchantId);
    if (!feed) throw new Refusal('not_found');
    const now = ctx.clock.now();
    const isPaused = feed.paused_at !== null;
    const turns = body.state === undefined || (body.state === 'paused') === isPaused ? undefined : body.state;
    if (turns === undefined && (body.every_hours ?? feed.every_hours) === feed.every_hours)
      return read(ctx, tx, merchantId);
    const hourMs = 3_600_000;
    const lastDue = feed.due_at.getTime() - feed.every_hours * hourMs;
    await changeFeed(tx, merchantId, {
      ...(body.every_hours !== undefined && {
        every_hours: body.every_hours,
        due_at: new Date(Math.max(now.getTime(), lastDue + body.every_hours * hourMs)),
      }),
      ...(turns === 'paused' && { paused_at: now }),
      ...(turns === 'on' && { paused_at: null, due_at: now, failures: 0 }),
    });
    await audit(ctx, tx, actor, {
      action: 'product_feed.changed',
      merchantId,
      subject: { kind: 'merchant', id: merchantId },
      details: { ...(turns && { state: turns }), ...(body.every_hours && { every_hours: body.every_hours }) },
    });
    return read(ctx, tx, merchantId);
  });
  await ctx.jobs.soon('refresh_product_feeds');
  return changed;
}

export async function fetchProductFeedOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  isConfirmed: boolean,
): Promise<ProductFeed> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  const due = await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    await requireOpenBrand(tx, merchantId);
    const feed = await lockFeed(tx, merchantId);
    if (!feed) throw new Refusal('not_found');
    if (feed.paused_at !== null)
      throw new Refusal('conflict', { message: 'The product feed is paused. Resume it to fetch it.' });
    const confirms = isConfirmed && feed.stopped_at_products !== null;
    if (isConfirmed && !confirms)
      throw new Refusal('conflict', { message: 'The product feed isn’t stopped, so there is nothing to confirm.' });
    const now = ctx.clock.now();
    await changeFeed(tx, merchantId, { due_at: now, ...(confirms && { may_shrink: true }) });
    await audit(ctx, tx, actor, {
      action: confirms ? 'product_feed.confirmed' : 'product_feed.fetched',
      merchantId,
      subject: { kind: 'merchant', id: merchantId },
      details: confirms ? { products: feed.stopped_at_products, before: feed.skus.length } : {},
    });
    return read(ctx, tx, merchantId);
  });
  await ctx.jobs.soon('refresh_product_feeds');
  return due;
}

export async function removeProductFeedOf(ctx: Context, actor: Actor, merchant: string): Promise<{ removed: true }> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    if (!(await deleteFeed(tx, merchantId))) return;
    await audit(ctx, tx, actor, {
      action: 'product_feed.removed',
      merchantId,
      subject: { kind: 'merchant', id: merchantId },
    });
  });
  return { removed: true };
}
