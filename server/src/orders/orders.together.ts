// Decides several orders of a brand in one transaction. Orders of one creator need the same ledger accounts, and those of
// one brand the same audience of live events. Both are locked until the commit, which can take long: it may wait for a
// replica. One commit for many orders takes these locks once.
import type { Context } from '../context.ts';
import { isDatabaseAway } from '../platform/database/away.ts';
import type { DecidedOrder } from './orders.decision.record.ts';
import { decideIn, decideOrder, type OrderDone, type OrderOutcome, reportDone, writing } from './orders.decision.ts';
import { lockForDecision } from './orders.queries.ts';

/** More would make the first of them wait long, and would hold what stores clicks. */
export const mostTogether = 16;

/**
 * Decides orders as `decideOrder` does each, up to `mostTogether`. Those that can't be decided together, and all if that
 * fails, are decided one after the other. Returns for each id what `decideOrder` would have returned or thrown.
 */
export async function decideTogether(
  ctx: Context,
  merchantId: string,
  orderIds: readonly string[],
): Promise<Map<string, PromiseSettledResult<DecidedOrder | undefined>>> {
  const results = new Map<string, PromiseSettledResult<DecidedOrder | undefined>>();
  if (orderIds.length > 1) {
    try {
      const done = await decideAtOnce(ctx, merchantId, orderIds);
      const orders = await reportDone(ctx, done);
      for (const orderId of done.keys()) results.set(orderId, { status: 'fulfilled', value: orders.get(orderId) });
    } catch (error) {
      // Alone, each would wait for the same database, and for the same locks.
      if (isDatabaseAway(error)) return new Map(orderIds.map((id) => [id, { status: 'rejected', reason: error }]));
    }
  }
  let away: PromiseRejectedResult | undefined;
  for (const orderId of orderIds) {
    if (results.has(orderId)) continue;
    const [result] = away ? [away] : await Promise.allSettled([decideOrder(ctx, merchantId, orderId)]);
    results.set(orderId, result);
    if (result.status === 'rejected' && isDatabaseAway(result.reason)) away = result;
  }
  return results;
}

function decideAtOnce(
  ctx: Context,
  merchantId: string,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, OrderDone>> {
  return ctx.database.endingWith(
    { role: 'app', merchantId },
    async (tx) => {
      const orders = await lockForDecision(tx, merchantId, orderIds, { isWaiting: false });
      // All of them end before the transaction does, also if one fails.
      const settled = await Promise.allSettled(
        orders.map(
          async (order): Promise<[string, OrderOutcome]> => [
            order.order_id,
            await decideIn(ctx, tx, order, { isTogether: true }),
          ],
        ),
      );
      const outcomes = settled.map((result) => {
        if (result.status === 'rejected') throw result.reason;
        return result.value;
      });
      return writing(ctx, new Map(outcomes));
    },
    { isJoined: true },
  );
}
