// A delivery is what Shopify called in. It is checked, stored and answered; what it says is applied once, whenever its
// order is there. Every step has a natural key (the webhook id, the order, the refund), so a repeat changes nothing,
// and events may come in any order: a refund or a cancellation waits for its order.
import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from '../context.ts';
import { sha256 } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { decideOrder } from './orders.decision.ts';
import { storeOrder } from './orders.intake.ts';
import { checkOrder } from './orders.meaning.ts';
import { findDelivery, findWaitingDeliveries, insertDelivery, markProcessed } from './shopify.queries.ts';
import { readCancelledId, readShopifyOrder, readShopifyRefund, Unreadable } from './shopify.mapping.ts';
import { parseShopify, storedBody } from './shopify.privacy.ts';
import { applyCancellation, applyShopifyRefund } from './shopify.refunds.ts';
import { accessSignedDelivery } from './shopify.signature.ts';

type Delivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;
/** What came of a delivery; `waits_for_order` is no end. */
type Applied = string;
const waits: Applied = 'waits_for_order';

const dayMs = 86_400_000;
const tryAgainMs = 10_000;
/** An order that has not come by then was never ours: it is older than the connection to the shop. */
const longestWaitDays = 30;

function textOf(header: string | string[] | undefined, fallback: string): string {
  return typeof header === 'string' && /^[\x20-\x7e]{1,200}$/.test(header) ? header : fallback;
}

/** Takes one delivery. Once it is stored the answer is yes, whatever applying it comes to: the sweep tries again. */
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
  try {
    await processDelivery(ctx, access.merchantId, webhookId);
  } catch (error) {
    ctx.log.warn(
      { err: error, webhook_id: webhookId, topic },
      'delivery stored but not applied; the sweep tries again',
    );
    await ctx.jobs.soon('process_deliveries', tryAgainMs);
  }
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
  if (delivery.topic === 'orders/cancelled') return applyCancellation(ctx, merchantId, readCancelledId(delivery.body));
  if (delivery.topic === 'refunds/create')
    return applyShopifyRefund(ctx, merchantId, readShopifyRefund(delivery.body), delivery.body);
  return 'kept';
}

/** Applies a delivery; one that cannot be understood is kept with the field that stood in the way. */
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

/** Applies a stored delivery where that has not been done; any number of nodes may try at once. */
export async function processDelivery(ctx: Context, merchantId: string, webhookId: string): Promise<void> {
  const delivery = await ctx.database.as({ role: 'app', merchantId }, (tx) => findDelivery(tx, merchantId, webhookId));
  if (!delivery || delivery.processed_at !== null) return;
  const outcome = await apply(ctx, merchantId, delivery);
  const now = ctx.clock.now();
  const isOver = outcome !== waits || now.getTime() - delivery.received_at.getTime() > longestWaitDays * dayMs;
  if (isOver)
    await ctx.database.as({ role: 'app', merchantId }, (tx) =>
      markProcessed(tx, merchantId, webhookId, now, outcome === waits ? 'order_never_came' : outcome),
    );
}
