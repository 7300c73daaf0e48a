// A delivery is a Shopify webhook. It is verified, stored and acknowledged; its content is applied once, when its order
// is there. Every step has a natural key (the webhook id, the order, the refund), so a repeat changes nothing, and
// events can come in any order: a refund or a cancellation waits for its order.
import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { sha256 } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { applyCancellation } from './orders.cancellation.ts';
import { decideOrder } from './orders.decision.ts';
import { storeOrder } from './orders.intake.ts';
import { checkOrder } from './orders.meaning.ts';
import { orderMetrics } from './orders.metrics.ts';
import { findDelivery, findWaitingDeliveries, insertDelivery, markFailed, markProcessed } from './shopify.queries.ts';
import { readCancelledId, readShopifyOrder, readShopifyRefund, Unreadable } from './shopify.mapping.ts';
import { parseShopify, storedBody } from './shopify.privacy.ts';
import { applyShopifyRefund } from './shopify.refunds.ts';
import { accessSignedDelivery } from './shopify.signature.ts';

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

function textOf(header: string | string[] | undefined, fallback: string): string {
  return typeof header === 'string' && /^[\x20-\x7e]{1,200}$/.test(header) ? header : fallback;
}

/** Accepts one delivery. Once stored it is acknowledged, whatever happens when it is applied: the sweep tries again. */
export async function takeDelivery(
  ctx: Context,
  merchant: string,
  headers: IncomingHttpHeaders,
  raw: Buffer,
): Promise<{ received: true }> {
  const access = await accessSignedDelivery(ctx, merchant, headers['x-shopify-hmac-sha256'], raw);
  const topic = textOf(headers['x-shopify-topic'], 'unknown');
  const webhookId = textOf(
    headers['x-shopify-webhook-id'],
    sha256(Buffer.concat([Buffer.from(`${topic}\n`), raw])).toString('hex'),
  );
  const body = storedBody(ctx, access, parseShopify(raw));
  await ctx.database.as({ role: 'app', merchantId: access.merchantId }, (tx) =>
    insertDelivery(tx, {
      merchant_id: access.merchantId,
      source: 'shopify',
      webhook_id: webhookId,
      topic,
      body: JSON.stringify(body),
      received_at: ctx.clock.now(),
      processed_at: null,
      outcome: null,
    }),
  );
  await processDelivery(ctx, access.merchantId, webhookId);
  return { received: true };
}

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
  const inBrand = <T>(work: (tx: Tx) => Promise<T>) => ctx.database.as({ role: 'app', merchantId }, work);
  const delivery = await inBrand((tx) => findDelivery(tx, merchantId, webhookId));
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
  const final = outcome === waits ? 'order_never_came' : outcome;
  await inBrand((tx) => markProcessed(tx, merchantId, webhookId, now, final));
  countDelivery(ctx, delivery, final);
}

/** An outcome that is a sentence says what was wrong with the body, which is no business of the metrics. */
function countDelivery(ctx: Context, { source }: Delivery, outcome: Applied): void {
  const label = /^[a-z_]+$/.test(outcome) ? outcome : 'unreadable';
  orderMetrics(ctx.metrics).deliveries.inc({ source, outcome: label });
}

/** Retries a failed delivery, each time after twice as long, and finally sets it aside with the error. */
async function scheduleRetry(ctx: Context, merchantId: string, delivery: Delivery, error: unknown): Promise<void> {
  const { webhook_id: webhookId, topic, attempts } = delivery;
  const now = ctx.clock.now();
  const isLast = attempts + 1 >= mostAttempts;
  const pauseMs = Math.min(tryAgainMs * 2 ** attempts, longestPauseMs);
  const about = { err: error, webhook_id: webhookId, topic, attempts: attempts + 1 };
  ctx.log.warn(about, isLast ? 'delivery failed for good' : 'delivery stored but not applied; it will be retried');
  await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    await markFailed(tx, merchantId, webhookId, new Date(now.getTime() + pauseMs));
    if (isLast) await markProcessed(tx, merchantId, webhookId, now, 'failed');
  });
  countDelivery(ctx, delivery, isLast ? 'failed' : 'retried');
  if (!isLast) await ctx.jobs.soon('process_deliveries', pauseMs);
}
