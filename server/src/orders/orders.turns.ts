// Which new orders a node decides at once. Orders of one creator need the same ledger accounts one after the other, and
// each holds a database connection meanwhile. If all connections waited like that, nothing else would be answered, and
// shops would send their orders again and again. So half of the connections decide, the others wait for a turn, and an
// order whose turn doesn't come is left to a worker: it is stored, and its shop has an answer. Whoever has a turn decides
// together with it what else of its brand is waiting.
import type { Context } from '../context.ts';
import { createFairQueue, type FairQueue } from '../platform/bounded.queue.ts';
import { isDatabaseAway } from '../platform/database/away.ts';
import type { Database } from '../platform/database/database.ts';
import { Refusal } from '../platform/refusal.ts';
import { sparseWarning } from '../platform/sparse.log.ts';
import type { DecidedOrder } from './orders.decision.record.ts';
import { settlingMs } from './orders.jobs.ts';
import { orderMetrics } from './orders.metrics.ts';
import { decideTogether, mostTogether } from './orders.together.ts';

const mostWaiting = 1_000;
const mostOfABrand = 500;
const busyMessage = 'left to a worker';

type Results = Awaited<ReturnType<typeof decideTogether>>;
/** `isTaken`: it is decided, in its own turn or in that of another. */
type WaitingOrder = { orderId: string; isTaken: boolean; results: PromiseWithResolvers<Results> };
type Turns = { queue: FairQueue; waiting: Map<string, Set<WaitingOrder>>; reportLeft(fact: object): void };

const byDatabase = new WeakMap<Database, Turns>();

/** The turns of a node. */
function turnsOf({ config, database, log }: Context): Turns {
  const known = byDatabase.get(database);
  if (known) return known;
  const queue = createFairQueue({
    atOnce: Math.ceil(database.pool.options.max / 2),
    mostWaiting,
    longestWaitMs: config.patience.turn,
    busyMessage,
    mostOfOne: mostOfABrand,
    ownBusyMessage: busyMessage,
  });
  const waiting: Turns['waiting'] = new Map();
  const made = { queue, waiting, reportLeft: sparseWarning(log, 'an order is stored, and left to a worker to decide') };
  byDatabase.set(database, made);
  return made;
}

/** Decides a stored order when its turn comes. Undefined if it has none soon, or if there is nothing to decide. */
export async function decideInTurn(
  ctx: Context,
  merchantId: string,
  orderId: string,
): Promise<DecidedOrder | undefined> {
  const turns = turnsOf(ctx);
  try {
    return await waitAndDecide(ctx, turns, merchantId, orderId);
  } catch (error) {
    const isLeft = (error instanceof Refusal && error.code === 'busy') || isDatabaseAway(error);
    if (!isLeft) throw error;
    turns.reportLeft({ merchant_id: merchantId, order_id: orderId, error: String(error) });
    orderMetrics(ctx.metrics).left.inc();
    await ctx.jobs.soon('decide_recent', settlingMs);
    return undefined;
  }
}

async function waitAndDecide(
  ctx: Context,
  { queue, waiting }: Turns,
  merchantId: string,
  orderId: string,
): Promise<DecidedOrder | undefined> {
  const ofBrand = waiting.get(merchantId) ?? new Set();
  const own: WaitingOrder = { orderId, isTaken: false, results: Promise.withResolvers() };
  waiting.set(merchantId, ofBrand.add(own));
  const inTurn = queue.run(merchantId, async () => {
    if (own.isTaken) return;
    const together = takeTogether(ofBrand, own);
    const deciding = decideTogether(ctx, merchantId, [...new Set(together.map((order) => order.orderId))]);
    for (const order of together) order.results.resolve(deciding);
    await deciding;
  });
  inTurn.catch((error: unknown) => {
    // To an order that another has taken along, its own turn no longer matters.
    if (!own.isTaken) own.results.reject(error);
  });
  try {
    const result = (await own.results.promise).get(orderId);
    if (result?.status === 'rejected') throw result.reason;
    return result?.value;
  } finally {
    ofBrand.delete(own);
    if (ofBrand.size === 0 && waiting.get(merchantId) === ofBrand) waiting.delete(merchantId);
  }
}

/** Takes an order off those that wait, and with it the ones that have waited longest. */
function takeTogether(waiting: Set<WaitingOrder>, own: WaitingOrder): WaitingOrder[] {
  waiting.delete(own);
  const together = [own, ...[...waiting].slice(0, mostTogether - 1)];
  for (const order of together) {
    order.isTaken = true;
    waiting.delete(order);
  }
  return together;
}
