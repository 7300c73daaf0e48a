// A delivery is a Shopify webhook. It is verified, stored and acknowledged; its content is applied once, when its order
// is there. Every step has a natural key (the webhook id, the order, the refund), so a repeat changes nothing, and
// events can come in any order: a refund or a cancellation waits for its order.
import type { Context } from '../context.ts';
import { logOutcome } from '../deliveries/delivery.log.ts';
import { Refusal } from '../platform/refusal.ts';
import { applyCancellation } from './orders.cancellation.ts';
import { decideOrder } from './orders.decision.ts';
import { storeOrder } from './orders.intake.ts';
import { checkOrder } from './orders.meaning.ts';
import { countDelivery } from './orders.metrics.ts';
import { findDelivery, findWaitingDeliveries, markFailed, markProcessed } from './shopify.queries.ts';
import { readCancelledId, readShopifyOrder, readShopifyRefund, Unreadable } from './shopify.mapping.ts';
import { applyShopifyRefund } from './shopify.refunds.ts';

type Delivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;
/** The result of a delivery; `waits_for_order` is not final. */
type Applied = string;
const waits: Applied = 'waits_for_order';

const dayMs = 86_400_000;
const tryAgainMs = 10_000;
/** With delays from 10 seconds to 6 hours, about two days. */
const mostAttempts = 20;
const longestPauseMs = 6 * 3_600_000;
/** An order that hasn't come by then is older than the connection to the shop. */
const longestWaitDays = 30;

async function applyPaid(ctx: Context, merchantId: string, delivery: Delivery): Promise<Applied> {
  const order = readShopifyOrder(delivery.body);
  checkOrder(order, delivery.received_at);
  const outcome = await storeOrder(ctx, merchantId, order);
  await decideOrder(ctx, merchantId, order.orderId);
  for (const waiting of await ctx.database.as({ role: 'app', merchantId }, (tx) =>
    findWaitingDeliveries(tx, merchantId, order.orderId),
  )) {
    await processDelivery(ctx, merchantId, waiting.webhook_id);
  }
  return { stored: 'order_stored', known: 'order_known', conflict: 'order_conflict' }[outcome];
}

async function applyTo(ctx: Context, merchantId: string, delivery: Delivery): Promise<Applied> {
  if (delivery.topic === 'orders/paid') return applyPaid(ctx, merchantId, delivery);
  if (delivery.topic === 'orders/cancelled')
    return applyCancellation(ctx, merchantId, readCancelledId(delivery.body), 'shopify');
  if (delivery.topic === 'refunds/create')
    return applyShopifyRefund(ctx, merchantId, readShopifyRefund(delivery.body), delivery.body);
  return 'kept';
}

/** Applies a delivery. An invalid one is stored with the field at fault. */
async function apply(ctx: Context, merchantId: string, delivery: Delivery): Promise<Applied> {
  try {
    return await applyTo(ctx, merchantId, delivery);
  } catch (error) {
    if (error instanceof Unreadable) return error.message;
    if (error instanceof Refusal && error.code === 'validation_failed')
      return `unreadable: ${Object.keys(error.errors ?? {}).join(', ')}`;
    throw error;
  }
}

/** Applies a stored delivery if that has not been done; several nodes can try at once. A failure is recorded. */
export async function processDelivery(ctx: Context, merchantId: string, webhookId: string): Promise<void> {
  const delivery = await ctx.database.as({ role: 'app', merchantId }, (tx) => findDelivery(tx, merchantId, webhookId));
  if (!delivery || delivery.processed_at !== null) return;
  let outcome: Applied;
  try {
    outcome = await apply(ctx, merchantId, delivery);
  } catch (error) {
    await scheduleRetry(ctx, merchantId, delivery, error);
    return;
  }
  const now = ctx.clock.now();
  const isOver = outcome !== waits || now.getTime() - delivery.received_at.getTime() > longestWaitDays * dayMs;
  if (!isOver) return;
  await finish(ctx, delivery, outcome === waits ? 'order_never_came' : outcome);
}

/** Stores the result. Of several nodes that applied it at once, one stores and counts it. */
async function finish(
  ctx: Context,
  { merchant_id: merchantId, source, webhook_id: webhookId }: Delivery,
  final: Applied,
): Promise<void> {
  const at = ctx.clock.now();
  const [outcome = final, fields] = final.split(': ');
  const isStored = await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    if (!(await markProcessed(tx, merchantId, webhookId, at, final))) return false;
    const result = { outcome, fields: fields?.split(', ') ?? [], at };
    await logOutcome(tx, { merchantId, source, webhookId }, result);
    return true;
  });
  if (isStored) countDelivery(ctx, source, outcome);
}

/** Retries a failed delivery, each time after twice as long, and finally sets it aside with the error. */
async function scheduleRetry(ctx: Context, merchantId: string, delivery: Delivery, error: unknown): Promise<void> {
  const { webhook_id: webhookId, topic, attempts } = delivery;
  const now = ctx.clock.now();
  const isLast = attempts + 1 >= mostAttempts;
  const pauseMs = Math.min(tryAgainMs * 2 ** attempts, longestPauseMs);
  const about = { err: error, webhook_id: webhookId, topic, attempts: attempts + 1 };
  ctx.log.warn(about, isLast ? 'delivery failed for good' : 'delivery stored but not applied; it will be retried');
  await ctx.database.as({ role: 'app', merchantId }, (tx) =>
    markFailed(tx, merchantId, webhookId, new Date(now.getTime() + pauseMs)),
  );
  if (isLast) return finish(ctx, delivery, 'failed');
  countDelivery(ctx, delivery.source, 'retried');
  await ctx.jobs.soon('process_deliveries', pauseMs);
}
