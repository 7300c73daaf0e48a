// Which new orders a node decides at once. Orders of one creator need the same ledger accounts one after the other, and
// each holds a database connection meanwhile. If all connections waited like that, nothing else would be answered, and
// shops would send their orders again and again. So half of the connections decide, the others wait for a turn, and an
// order whose turn doesn't come is left to a worker: it is stored, and its shop has an answer.
import type { Context } from '../context.ts';
import { createFairQueue, type FairQueue } from '../platform/bounded.queue.ts';
import { isDatabaseAway } from '../platform/database/away.ts';
import type { Database } from '../platform/database/database.ts';
import { Refusal } from '../platform/refusal.ts';
import { sparseWarning } from '../platform/sparse.log.ts';
import type { DecidedOrder } from './orders.decision.record.ts';
import { decideOrder } from './orders.decision.ts';
import { settlingMs } from './orders.jobs.ts';
import { orderMetrics } from './orders.metrics.ts';

const longestWaitMs = 2_000;
const mostWaiting = 1_000;
const mostOfABrand = 500;
const busyMessage = 'left to a worker';

type Turns = { queue: FairQueue; reportLeft(fact: object): void };

const byDatabase = new WeakMap<Database, Turns>();

/** The turns of a node. */
function turnsOf({ database, log }: Context): Turns {
  const known = byDatabase.get(database);
  if (known) return known;
  const queue = createFairQueue({
    atOnce: Math.ceil(database.pool.options.max / 2),
    mostWaiting,
    longestWaitMs,
    busyMessage,
    mostOfOne: mostOfABrand,
    ownBusyMessage: busyMessage,
  });
  const made = { queue, reportLeft: sparseWarning(log, 'an order is stored, and left to a worker to decide') };
  byDatabase.set(database, made);
  return made;
}

/** Decides a stored order when its turn comes. Undefined if it has none soon, or if there is nothing to decide. */
export async function decideInTurn(
  ctx: Context,
  merchantId: string,
  orderId: string,
): Promise<DecidedOrder | undefined> {
  const { queue, reportLeft } = turnsOf(ctx);
  try {
    return await queue.run(merchantId, () => decideOrder(ctx, merchantId, orderId));
  } catch (error) {
    const isLeft = (error instanceof Refusal && error.code === 'busy') || isDatabaseAway(error);
    if (!isLeft) throw error;
    reportLeft({ merchant_id: merchantId, order_id: orderId, error: String(error) });
    orderMetrics(ctx.metrics).left.inc();
    await ctx.jobs.soon('decide_recent', settlingMs);
    return undefined;
  }
}
