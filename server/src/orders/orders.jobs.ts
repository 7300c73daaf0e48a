// Finishes what was left undone: a node that died between storing and deciding, a click that was late. Brands with such
// work are found with the system role, because the query covers all of them; the work itself runs in the scope of its
// brand.
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Context } from '../context.ts';
import { isDatabaseDown } from '../platform/database/away.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';
import { doAll } from '../platform/jobs/sweep.ts';
import { clickAgainMs, decideOrder } from './orders.decision.ts';
import { decideTestAgain } from './orders.trials.ts';
import { giveUpEarlyReport, longestWaitDays } from './orders.early.ts';
import { isCurrencyUsed } from './orders.queries.ts';
import { decideTogether, mostTogether } from './orders.together.ts';

/** Newer ones are still being processed by the node that received them. */
export const settlingMs = 5_000;
const most = 1_000;
/**
 * A decision is mostly round trips, and only its last one holds what other orders of the same creator need. Few, because
 * the answers to shops come first.
 */
const lanesOfDecisions = 4;
/** A click that takes longer is looked for once a minute, with all others. */
const recentMs = 2 * 60_000;
/** The most pages of reviews in one run; the next run continues. */
const mostPages = 100;

/**
 * Decides orders that are stored and not decided, and those whose click didn't arrive in time. Returns the number it
 * processed.
 */
export async function decideWaiting(ctx: Context): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - settlingMs);
  const rows = await ctx.database.as({ role: 'system' }, (tx) =>
    undecidedInTurns(tx, (where) => where.or([where('state', '=', 'waiting'), where('received_at', '<=', before)]))
      .select(['merchant_id', 'order_id'])
      .execute(),
  );
  const { processed, decided } = await decideAll(ctx, rows);
  // Those that still wait for their click would be found again at once.
  if (rows.length === most && decided > 0) await ctx.jobs.soon('decide_waiting');
  return processed;
}

type UndecidedOrder = ExpressionBuilder<Tables, 'orders' | 'merchants'>;

/**
 * The oldest order of each brand, then the second of each: a brand with thousands of orders holds up no other. At most
 * `most`.
 */
function undecidedInTurns(tx: Tx, which: (where: UndecidedOrder) => Expression<SqlBool>) {
  return tx
    .selectFrom((of) =>
      of
        .selectFrom('orders')
        .innerJoin('merchants', 'merchants.id', 'orders.merchant_id')
        .select(['merchant_id', 'order_id', 'state', 'click_id', 'named_hits', 'received_at'])
        .select(sql<number>`row_number() over (partition by merchant_id order by received_at)`.as('turn'))
        .where('state', '<>', 'decided')
        .where('awaits_payment', '=', false)
        .where(isCurrencyUsed)
        .where(which)
        .as('undecided'),
    )
    .orderBy('turn')
    .orderBy('received_at')
    .limit(most);
}

type OrderKey = { merchant_id: string; order_id: string };

/** Decides orders, those of one brand together, and the brands in turns. Counts those that it processed and decided. */
async function decideAll(ctx: Context, rows: readonly OrderKey[]): Promise<{ processed: number; decided: number }> {
  const failure = 'could not decide the order';
  const parts = [...Map.groupBy(rows, (row) => row.merchant_id)]
    .flatMap(([merchantId, all]) =>
      partsOf(all.map((row) => row.order_id)).map((orderIds, turn) => ({
        merchantId,
        id: orderIds.join(),
        orderIds,
        turn,
      })),
    )
    .toSorted((one, other) => one.turn - other.turn);
  let processed = 0;
  let decided = 0;
  await doAll(
    ctx,
    parts,
    async ({ merchantId, orderIds }) => {
      for (const [id, result] of await decideTogether(ctx, merchantId, orderIds)) {
        if (result.status === 'fulfilled') {
          processed += 1;
          if (result.value && result.value.explanation.outcome !== 'waiting_for_click') decided += 1;
        } else if (isDatabaseDown(result.reason)) throw result.reason;
        else ctx.log.error({ err: result.reason, merchant_id: merchantId, id }, failure);
      }
    },
    { failure, lanes: lanesOfDecisions },
  );
  return { processed, decided };
}

function partsOf(orderIds: readonly string[]): string[][] {
  const parts = [];
  for (let from = 0; from < orderIds.length; from += mostTogether)
    parts.push(orderIds.slice(from, from + mostTogether));
  return parts;
}

/**
 * Decides orders of the last minutes that wait for their click or were left undecided, until none is left. The drain asks
 * for a review when it stores the click, but its notice can be lost, most likely right after a database failed over.
 */
export async function decideRecent(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime();
  // The node that received an order looked in its journal or the log. Doing it again for each of hundreds would take
  // longer than it takes to store their clicks.
  const rows = await ctx.database.as({ role: 'system' }, (tx) =>
    undecidedInTurns(tx, (where) => where('received_at', '>', new Date(now - recentMs)))
      .select(['merchant_id', 'order_id'])
      .select((of) =>
        of
          .case()
          .when('state', '=', 'waiting')
          .then(sql<boolean>`exists (select from hits where id = coalesce(named_hits[1], hit_of_click(click_id)))`)
          .else(of('received_at', '<=', new Date(now - settlingMs)))
          .end()
          .as('is_due'),
      )
      .execute(),
  );
  if (rows.length === 0) return;
  await ctx.jobs.soon('decide_recent', clickAgainMs);
  await decideAll(
    ctx,
    rows.filter((row) => row.is_due),
  );
}

/** Decides orders again that a late click may change, until none is left. Returns the number it processed. */
export async function reviewOrders(ctx: Context): Promise<number> {
  let done = 0;
  let failed = 0;
  for (let page = 1; page <= mostPages; page += 1) {
    const rows = await ctx.database.as({ role: 'system' }, (tx) =>
      tx
        .selectFrom('order_reviews')
        .select(['merchant_id', 'order_id'])
        .orderBy('noted_at')
        .limit(most)
        .offset(failed)
        .execute(),
    );
    if (rows.length === 0) return done;
    const decided = await doAll(
      ctx,
      rows.map((row) => ({ merchantId: row.merchant_id, id: row.order_id })),
      async (item) => void (await decideOrder(ctx, item.merchantId, item.id)),
      { failure: 'could not decide the order again', lanes: lanesOfDecisions },
    );
    done += decided;
    failed += rows.length - decided;
  }
  return done;
}

const dayMs = 86_400_000;

/** Gives up reports whose order never came. Returns the number. */
export async function giveUpEarlyReports(ctx: Context): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - longestWaitDays * dayMs);
  const rows = await ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('early_reports')
      .selectAll()
      .where('settled_at', 'is', null)
      .where('received_at', '<=', before)
      .orderBy('received_at')
      .limit(most)
      .execute(),
  );
  return doAll(
    ctx,
    rows.map((row) => ({ merchantId: row.merchant_id, id: row.order_id, row })),
    ({ row }) => giveUpEarlyReport(ctx, row),
    { failure: 'could not give up the report' },
  );
}

/** Decides test orders whose click was late. Returns the number. */
export async function decideTestOrders(ctx: Context): Promise<number> {
  const rows = await ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('test_orders')
      .select(['merchant_id', 'order_id'])
      .where('state', '<>', 'decided')
      .where(sql<boolean>`content -> 'awaits_payment' is distinct from 'true'`)
      .orderBy('received_at')
      .limit(most)
      .execute(),
  );
  return doAll(
    ctx,
    rows.map((row) => ({ merchantId: row.merchant_id, id: row.order_id })),
    (item) => decideTestAgain(ctx, item.merchantId, item.id),
    { failure: 'could not decide the test order' },
  );
}
