// Subscribes to the webhooks of brands' apps and reads products and discount codes, a page at a time. The state of a pass
// is in the database, so any worker can go on. Shopify's limits are kept by coming back later, and not by waiting here.
// Syncs that are due are found with the system role, because the query covers all brands; the work itself runs in the
// scope of its brand.
import type { Context } from '../../context.ts';
import { anonymous } from '../../platform/actor.ts';
import { audit } from '../../platform/audit.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { queryShopify, ShopifyFailure } from '../shopify/shopify.admin.ts';
import { codesQuery, variantsQuery } from '../shopify/shopify.pages.ts';
import { checkShop } from './sync.check.ts';
import { endCodesThatAreOver, storeCodesPage } from './sync.codes.ts';
import { withToken } from './sync.access.ts';
import { addFigures, syncFigures } from './sync.figures.ts';
import { archiveUnseen, PassMoved, type Step, storeProductsPage } from './sync.pages.ts';
import {
  advanceSync,
  changeSync,
  claimSyncs,
  findSync,
  firstPhase,
  type SyncKey,
  type SyncRow,
} from './sync.queries.ts';
import { subscribe } from './sync.subscriptions.ts';

const atOnce = 5;
/** So long a worker has a sync for itself, from its last page. */
const leaseMs = 5 * 60_000;
/** Then the others have their turn. */
const mostPages = 50;
const everyMs = 4 * 3_600_000;
const tryAgainMs = 60_000;
const longestPauseMs = 6 * 3_600_000;
/** A place in a list that can't be read so often isn't valid any more: the pass begins again. */
const mostFailuresOfPlace = 3;

type Progress = { waitMs: number } | 'complete';

/** Begins a pass, or goes on with it by one page. */
async function takeStep(ctx: Context, key: SyncKey, row: SyncRow): Promise<Progress> {
  const now = ctx.clock.now();
  const inBrand = { role: 'app', merchantId: key.merchantId } as const;
  if (row.pass === null) {
    await withToken(ctx, key, row, (access) => checkShop(ctx, key.merchantId, access));
    const begun = { pass: newId(now), pass_began_at: now, phase: firstPhase, cursor: null, figures: '{}' };
    await ctx.database.as(inBrand, (tx) => changeSync(tx, key, begun));
    return { waitMs: 0 };
  }
  const { pass } = row;
  const step: Step = {
    row,
    pass,
    figures: syncFigures.parse(row.figures),
    dueAt: new Date(now.getTime() + leaseMs),
  };
  if (row.phase === 'webhooks') return subscribe(ctx, key, step);
  if (row.phase === 'products') return readProducts(ctx, key, step);
  if (row.phase === 'codes') return readCodes(ctx, key, step);
  if (step.figures.seen === 0) throw new ShopifyFailure('unexpected', 'nothing_listed');
  const after = addFigures(step.figures, { archived: await archiveUnseen(ctx, key, pass) });
  const to = { phase: 'codes', cursor: null, figures: JSON.stringify(after), dueAt: step.dueAt };
  if (!(await ctx.database.as(inBrand, (tx) => advanceSync(tx, key, row, to)))) throw new PassMoved();
  return { waitMs: 0 };
}

async function readProducts(ctx: Context, key: SyncKey, step: Step): Promise<Progress> {
  const { data, waitMs } = await withToken(ctx, key, step.row, (access) =>
    queryShopify(ctx, access, variantsQuery(step.row.cursor)),
  );
  const { nodes, pageInfo } = data.productVariants;
  await storeProductsPage(ctx, key, step, { nodes, next: pageInfo.hasNextPage ? pageInfo.endCursor : null });
  return { waitMs };
}

async function readCodes(ctx: Context, key: SyncKey, step: Step): Promise<Progress> {
  const { data, waitMs } = await withToken(ctx, key, step.row, (access) =>
    queryShopify(ctx, access, codesQuery(step.row.cursor)),
  );
  const { nodes, pageInfo } = data.codeDiscountNodes;
  const next = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  const discounts = nodes.map((node) => node.codeDiscount);
  const figures = await storeCodesPage(ctx, key, step, { discounts, next });
  if (next !== null) return { waitMs };
  await finishPass(ctx, key, { ...step, figures });
  return 'complete';
}

async function finishPass(ctx: Context, key: SyncKey, { pass, figures }: Step): Promise<void> {
  const { merchantId } = key;
  const now = ctx.clock.now();
  await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const after = addFigures(figures, { codes_ended: await endCodesThatAreOver(ctx, tx, key, pass) });
    await changeSync(tx, key, {
      pass: null,
      pass_began_at: null,
      phase: firstPhase,
      cursor: null,
      result: JSON.stringify(after),
      finished_at: now,
      due_at: new Date(now.getTime() + everyMs),
      failures: 0,
      fault: null,
      failed_at: null,
    });
    const { added, changed, archived, codes_ended: ended } = after;
    if (added + changed + archived + ended === 0) return;
    const details = { created: added, updated: changed, archived, ended };
    await audit(ctx, tx, anonymous, {
      action: 'shop.synced',
      merchantId,
      subject: { kind: 'shop', id: key.kind },
      details,
    });
  });
}

/** What an owner has to mend is tried seldom, anything else soon. */
const toMend: ReadonlySet<string> = new Set(['domain_wrong', 'token_refused', 'not_installed', 'scope_missing']);

async function noteFailure(ctx: Context, key: SyncKey, row: SyncRow, error: unknown): Promise<void> {
  const now = ctx.clock.now();
  const inBrand = { role: 'app', merchantId: key.merchantId } as const;
  if (error instanceof ShopifyFailure && error.fault === 'too_fast') {
    await ctx.database.as(inBrand, (tx) => changeSync(tx, key, { due_at: new Date(now.getTime() + error.waitMs) }));
    await ctx.jobs.soon('sync_shops', error.waitMs);
    return;
  }
  const isOurs = !(error instanceof ShopifyFailure) && !(error instanceof Refusal);
  const fault = error instanceof ShopifyFailure ? error.fault : error instanceof Refusal ? error.code : 'unexpected';
  if (isOurs)
    ctx.log.error({ err: error, merchant_id: key.merchantId }, 'could not sync a shop; it will be tried again');
  const failures = row.failures + 1;
  const pauseMs = toMend.has(fault) ? longestPauseMs : Math.min(tryAgainMs * 2 ** row.failures, longestPauseMs);
  const isPlaceLost = fault === 'unexpected' && failures >= mostFailuresOfPlace;
  await ctx.database.as(inBrand, (tx) =>
    changeSync(tx, key, {
      failures,
      fault,
      fault_detail: error instanceof ShopifyFailure ? error.detail : '',
      failed_at: now,
      due_at: new Date(now.getTime() + pauseMs),
      ...(isPlaceLost && { pass: null, pass_began_at: null, phase: firstPhase, cursor: null }),
    }),
  );
}

/** Goes on with a sync until it is complete, has to wait, fails, or has had its turn. */
export async function runSync(ctx: Context, key: SyncKey, pages = mostPages): Promise<void> {
  const inBrand = { role: 'app', merchantId: key.merchantId } as const;
  for (let page = 1; ; page += 1) {
    const row = await ctx.database.as(inBrand, (tx) => findSync(tx, key));
    if (!row) return;
    let progress: Progress;
    try {
      progress = await takeStep(ctx, key, row);
    } catch (error) {
      if (error instanceof PassMoved) return;
      return noteFailure(ctx, key, row, error);
    }
    if (progress === 'complete') return;
    if (progress.waitMs === 0 && page < pages) continue;
    const { waitMs } = progress;
    const dueAt = new Date(ctx.clock.now().getTime() + waitMs);
    await ctx.database.as(inBrand, (tx) => changeSync(tx, key, { due_at: dueAt }));
    return ctx.jobs.soon('sync_shops', waitMs);
  }
}

export async function syncShops(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + leaseMs);
  const due = await ctx.database.as({ role: 'system' }, (tx) => claimSyncs(tx, { now, until, most: atOnce }));
  for (const key of due) await runSync(ctx, key);
  return due.length;
}
