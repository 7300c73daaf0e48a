// Finishes what deliveries left undone: a node that died between storing and deciding, a click that was late, a refund
// that came before its order. Brands with such work are found with the system role, because the query covers all of
// them; the work itself runs in the scope of its brand.
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { decideOrder } from './orders.decision.ts';
import { processDelivery } from './shopify.deliveries.ts';

type Work = { merchantId: string; id: string };

/** Newer ones are still being processed by the node that received them. */
const settlingMs = 5_000;
const most = 1_000;
/** Per brand, so that no brand's backlog delays the others. */
const mostOfABrand = 100;
/** The most pages of reviews in one run; the next run continues. */
const mostPages = 100;
const dayMs = 86_400_000;

async function doAll(
  ctx: Context,
  found: readonly Work[],
  work: (item: Work) => Promise<void>,
  failure: string,
): Promise<number> {
  let done = 0;
  for (const item of found) {
    try {
      await work(item);
      done += 1;
    } catch (error) {
      ctx.log.error({ err: error, merchant_id: item.merchantId, id: item.id }, failure);
    }
  }
  return done;
}

/**
 * Decides orders that are stored and not decided, and those whose click didn't arrive in time. Returns the number it
 * processed.
 */
export async function decideWaiting(ctx: Context): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - settlingMs);
  const rows = await ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('orders')
      .select(['merchant_id', 'order_id'])
      .where('state', '<>', 'decided')
      .where((where) => where.or([where('state', '=', 'waiting'), where('received_at', '<=', before)]))
      .orderBy('received_at')
      .limit(most)
      .execute(),
  );
  return doAll(
    ctx,
    rows.map((row) => ({ merchantId: row.merchant_id, id: row.order_id })),
    async (item) => void (await decideOrder(ctx, item.merchantId, item.id)),
    'could not decide the order',
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
      'could not decide the order again',
    );
    done += decided;
    failed += rows.length - decided;
  }
  return done;
}

/** Applies deliveries that are stored and not applied, if their orders are there. Returns the number it tried. */
export async function processDeliveries(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  const { rows } = await ctx.database.as({ role: 'system' }, (tx) =>
    sql<{ merchant_id: string; webhook_id: string }>`
    select merchant_id, webhook_id from (
      select d.merchant_id, d.webhook_id, coalesce(d.next_attempt_at, d.received_at) as due,
        row_number() over (partition by d.merchant_id order by coalesce(d.next_attempt_at, d.received_at), d.webhook_id) as place
      from webhook_deliveries d
      where d.processed_at is null and coalesce(d.next_attempt_at, d.received_at) <= ${new Date(now.getTime() - settlingMs)}
        and (d.topic not in ('refunds/create', 'orders/cancelled')
          or d.received_at <= ${new Date(now.getTime() - 30 * dayMs)}
          or exists (select from orders o where o.merchant_id = d.merchant_id
            and o.order_id = case d.topic when 'refunds/create' then d.body ->> 'order_id' else d.body ->> 'id' end))
    ) waiting
    where place <= ${mostOfABrand} order by due, webhook_id limit ${most}`.execute(tx),
  );
  return doAll(
    ctx,
    rows.map((row) => ({ merchantId: row.merchant_id, id: row.webhook_id })),
    (item) => processDelivery(ctx, item.merchantId, item.id),
    'could not apply the delivery',
  );
}
