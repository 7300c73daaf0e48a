import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import type { Explanation } from '@vitrine/contract/decisions.ts';
import type { changeOrder, OrderBlock, receiveOrder, WaitingReport } from '@vitrine/contract/orders.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import { accessShop, isTestKey } from '../merchants/shop.access.ts';
import type { Tx } from '../platform/database/database.ts';
import type { LastStatements } from '../platform/database/together.ts';
import { Accepted } from '../platform/http/serve.ts';
import { Refusal } from '../platform/refusal.ts';
import { orderIdIn } from './orders.access.ts';
import { applyCancellation } from './orders.cancellation.ts';
import { cancellationHash, cancellationId } from './orders.refund-input.ts';
import { hashCustomer } from './orders.customer.ts';
import { applyEarlyReports } from './orders.early.apply.ts';
import { keepEarlyReport } from './orders.early.ts';
import { editOrder } from './orders.edits.ts';
import { explainAsDecided } from './orders.explain.ts';
import { hasReportsWaiting, insertionWithoutReports, insertOrder } from './orders.insert.queries.ts';
import { believedTime, checkTime, meaningHash, type NewOrder, parseLines, parseOrder } from './orders.meaning.ts';
import {
  findBlock,
  findOrder,
  hashOf,
  type Line,
  listLines,
  markPaid,
  type OrderArrival,
  type OrderRecord,
} from './orders.queries.ts';
import { hasLines } from './orders.states.ts';
import { cancelTestOrder, editTestOrder, readTestAnswer, storeTestOrder } from './orders.trials.ts';
import { decideInTurn } from './orders.turns.ts';
import { canHaveTwin, findTwin } from './orders.twins.ts';

type ReceivedOrder = DataOf<typeof receiveOrder>;

/** Stores a whole order before it is decided. The same content with the same order_id is the same order. */
export async function storeOrder(
  ctx: Context,
  merchantId: string,
  order: NewOrder,
  arrival: OrderArrival = {},
): Promise<'stored' | 'known' | 'conflict' | 'twin'> {
  const receivedAt = ctx.clock.now();
  const changedAt = arrival.changedAt ? believedTime(arrival.changedAt, receivedAt) : null;
  const arrived = { ...arrival, changedAt, receivedAt };
  if (order.isTest) return storeTestOrder(ctx, merchantId, order, arrived);
  const stored = await storeAtOnce(ctx, merchantId, order, arrived).catch((error: unknown) => {
    if (hasReportsWaiting(error)) return storeWithReports(ctx, merchantId, order, arrived);
    throw error;
  });
  if (stored !== 'not_new') return stored;
  const [first] = await ctx.database.alone({ role: 'app', merchantId }, () => hashOf(merchantId, order.orderId));
  return first?.body_hash.equals(meaningHash(order, first.hash_version)) ? 'known' : 'conflict';
}

type Arrived = OrderArrival & { receivedAt: Date };

/** Stores an order in one round trip, or two. Fails if reports wait for it. */
async function storeAtOnce(
  ctx: Context,
  merchantId: string,
  order: NewOrder,
  arrived: Arrived,
): Promise<'stored' | 'not_new' | 'twin'> {
  const insertion = insertionWithoutReports(merchantId, order, arrived);
  const outcomeOf = (rows: readonly unknown[]) => (rows.length > 0 ? ('stored' as const) : ('not_new' as const));
  const scope = { role: 'app', merchantId } as const;
  if (!canHaveTwin(order)) return outcomeOf(await ctx.database.alone(scope, () => insertion));
  const work = async (tx: Tx): Promise<LastStatements<'stored' | 'not_new' | 'twin'>> =>
    (await findTwin(tx, merchantId, order)) === undefined
      ? { statements: [insertion], result: ([rows = []]) => outcomeOf(rows) }
      : { statements: [], result: () => 'twin' };
  return ctx.database.endingWith(scope, work, { isJoined: true });
}

/** Stores an order, and applies what was reported before it, in one transaction. */
async function storeWithReports(
  ctx: Context,
  merchantId: string,
  order: NewOrder,
  arrived: Arrived,
): Promise<'stored' | 'not_new'> {
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const added = await insertOrder(tx, merchantId, order, arrived);
    if (added.hasEarlyReports) await applyEarlyReports(ctx, tx, merchantId, order.orderId);
    return added.isNew ? 'stored' : 'not_new';
  });
}

/**
 * The stored order with the same id, and whether it says the same now. `twin`: it is stored under another id (see
 * orders.twins.ts). Undefined if there is none.
 */
export async function compareOrder(
  ctx: Context,
  merchantId: string,
  order: NewOrder,
): Promise<{ source: string; currency: string; isSame: boolean } | 'twin' | undefined> {
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    if (await findTwin(tx, merchantId, order)) return 'twin';
    const stored = await findOrder(tx, merchantId, order.orderId);
    if (!stored) return undefined;
    const isSame =
      stored.body_hash.equals(meaningHash(order, stored.hash_version)) ||
      (stored.currency === order.currency && hasLines(await listLines(tx, merchantId, order.orderId), order.lines));
    return { source: stored.source, currency: stored.currency, isSame };
  });
}

/** The shopper has paid an order that was stored before. Returns whether it waited for that. */
export async function confirmPayment(ctx: Context, merchantId: string, orderId: string): Promise<boolean> {
  return ctx.database.as({ role: 'app', merchantId }, (tx) => markPaid(tx, merchantId, orderId));
}

/** Why a stored order is not decided; null if nothing prevents it. */
export async function readBlock(ctx: Context, merchantId: string, orderId: string): Promise<OrderBlock> {
  return ctx.database.as({ role: 'app', merchantId }, (tx) => findBlock(tx, merchantId, orderId));
}

function stateOf(state: string): ReceivedOrder['state'] {
  return state === 'decided' || state === 'waiting' ? state : 'received';
}

function present(
  order: OrderRecord,
  lines: readonly Line[],
  decision: Explanation | undefined,
  block: OrderBlock = null,
): ReceivedOrder {
  return {
    order_id: order.order_id,
    reference: order.reference,
    currency: order.currency,
    total: toMoney(
      lines.reduce((sum, line) => sum + line.net, 0n),
      order.currency,
    ),
    placed_at: order.placed_at.toISOString(),
    received_at: order.received_at.toISOString(),
    state: stateOf(order.state),
    waits_for: block,
    decision: decision ?? null,
  };
}

/** A shop's answer for an order that was decided before, or is not decided yet: the same for each delivery. */
async function readAnswer(ctx: Context, merchantId: string, orderId: string): Promise<ReceivedOrder> {
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const order = await findOrder(tx, merchantId, orderId);
    if (!order) throw new Refusal('not_found');
    return present(
      order,
      await listLines(tx, merchantId, orderId),
      await explainAsDecided(tx, order),
      await findBlock(tx, merchantId, orderId),
    );
  });
}

/**
 * Accepts an order from a shop in two steps: the first stores it, the second decides it. If anything fails in between,
 * even the process, the next delivery or the sweep decides the order.
 */
export async function takeOrder(
  ctx: Context,
  actor: Actor,
  body: BodyOf<typeof receiveOrder>,
  sent: unknown,
): Promise<ReceivedOrder> {
  const merchantId = accessShop(actor, 'orders:write');
  const customer = hashCustomer(ctx, merchantId, body.customer?.email);
  const isTest = isTestKey(actor);
  const order = { ...parseOrder(body, { ...Object(sent) }, customer, ctx.clock.now()), isTest };
  const outcome = await storeOrder(ctx, merchantId, order);
  if (outcome === 'conflict' || outcome === 'twin') throw new Refusal('order_conflict');
  if (isTest) return readTestAnswer(ctx, merchantId, order.orderId);
  const decided = await decideInTurn(ctx, merchantId, order.orderId);
  return decided
    ? present(decided.order, decided.lines, decided.explanation)
    : readAnswer(ctx, merchantId, order.orderId);
}

/** Accepts what an order contains now. */
export async function takeChange(
  ctx: Context,
  actor: Actor,
  address: string,
  body: BodyOf<typeof changeOrder>,
): Promise<ReceivedOrder> {
  const merchantId = accessShop(actor, 'orders:write');
  const orderId = orderIdIn(address);
  const editedAt = body.changed_at === undefined ? ctx.clock.now() : new Date(body.changed_at);
  checkTime('changed_at', editedAt, ctx.clock.now());
  const edit = {
    source: 'api' as const,
    currency: body.currency,
    reference: body.reference,
    lines: parseLines(body),
    editedAt,
    isTimeOfArrival: body.changed_at === undefined,
    body,
  };
  const isTest = isTestKey(actor);
  const outcome = await (isTest ? editTestOrder : editOrder)(ctx, merchantId, orderId, edit);
  if (outcome === 'waits_for_order') throw new Refusal('not_found');
  if (outcome === 'order_cancelled') throw new Refusal('order_cancelled');
  return (isTest ? readTestAnswer : readAnswer)(ctx, merchantId, orderId);
}

/** Accepts that an order was cancelled, also before the order. */
export async function takeCancellation(
  ctx: Context,
  actor: Actor,
  address: string,
  requestId: string,
): Promise<ReceivedOrder | Accepted<WaitingReport>> {
  const merchantId = accessShop(actor, 'orders:write');
  const orderId = orderIdIn(address);
  const isTest = isTestKey(actor);
  const outcome = await (isTest ? cancelTestOrder : applyCancellation)(ctx, merchantId, orderId, 'api');
  if (outcome !== 'waits_for_order') return (isTest ? readTestAnswer : readAnswer)(ctx, merchantId, orderId);
  const waiting = await ctx.database.as({ role: 'app', merchantId }, (tx) =>
    keepEarlyReport(ctx, tx, {
      merchantId,
      orderId,
      isTest,
      kind: 'cancellation',
      reportId: cancellationId,
      body: {},
      bodyHash: cancellationHash,
      requestId,
    }),
  );
  // Otherwise the order came meanwhile.
  return waiting ? new Accepted(waiting) : takeCancellation(ctx, actor, address, requestId);
}
