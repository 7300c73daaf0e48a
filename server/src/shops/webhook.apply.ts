// A webhook of a shop is verified, stored and acknowledged; its content is applied once, when its order is there. Every
// step has a natural key (the webhook id, the order, the refund), so a repeat changes nothing, and events can come in any
// order: a refund or a cancellation waits for its order.
import type { Context } from '../context.ts';
import { logOutcome, type WebhookKey } from '../deliveries/delivery.log.ts';
import { storeOrder } from '../orders/orders.intake.ts';
import { checkOrder, type NewOrder } from '../orders/orders.meaning.ts';
import { isTestOrderOf, storeOf } from '../orders/orders.stores.ts';
import { Refusal } from '../platform/refusal.ts';
import { disconnectByShop } from './connections.end.ts';
import { applyPrivacyRequest } from './privacy/privacy.requests.ts';
import { type OrderChange, type ShopEvent, Unreadable } from './shop.ts';
import { kindOf } from './shop.kinds.ts';
import { countDelivery } from '../deliveries/deliveries.metrics.ts';
import { findWaiting, findWebhook, markFailed, markProcessed, markWaiting } from './webhook.queries.ts';

type Webhook = NonNullable<Awaited<ReturnType<typeof findWebhook>>>;
/** `waits_for_order` is not final. */
const waits = 'waits_for_order';
/** What came of a webhook, and what it waits for: its order, or another name until some time. */
type Applied = {
  outcome: string;
  waitsFor: string | null;
  waitsUntil?: Date;
  /** The outcome if the order doesn't come. */
  ifNeverCame?: string;
  /** Whether it is about a test order. */
  isTest?: boolean;
};
/** Outcomes that changed nothing: of several events, the webhook shows one that did. */
const unchanged: ReadonlySet<string> = new Set([
  'order_known',
  'refund_known',
  'cancellation_known',
  'edit_superseded',
  'dispute_known',
  'edit_announced',
]);

const dayMs = 86_400_000;
const tryAgainMs = 10_000;
/** With delays from 10 seconds to 6 hours, about two days. */
const mostAttempts = 20;
const longestPauseMs = 6 * 3_600_000;
/** An order that hasn't come by then is older than the connection to the shop. */
const longestWaitDays = 30;

/** Applies what waited for an order, or for something else of this name. */
async function applyWhatWaited(ctx: Context, merchantId: string, name: string): Promise<void> {
  const waiting = await ctx.database.as({ role: 'app', merchantId }, (tx) => findWaiting(tx, merchantId, name));
  for (const { source, webhook_id: webhookId } of waiting) await processWebhook(ctx, { merchantId, source, webhookId });
}

/** A shop's clock can be wrong. A change from the far future would make every later one count as older. */
function notAhead(changedAt: Date | null, receivedAt: Date): Date | null {
  return changedAt && new Date(Math.min(changedAt.getTime(), receivedAt.getTime() + dayMs));
}

async function applyOrder(
  ctx: Context,
  webhook: Webhook,
  { order, isPaid, changedAt: reportedAt }: Omit<OrderChange, 'kind'>,
): Promise<string> {
  const { merchant_id: merchantId } = webhook;
  const changedAt = notAhead(reportedAt, webhook.received_at);
  const { orderId } = order;
  const orders = storeOf(order.isTest === true);
  checkOrder(order, webhook.received_at);
  const stored = await storeOrder(ctx, merchantId, order, { isUnpaid: !isPaid, changedAt });
  if (stored === 'twin') return 'order_conflict';
  const changed = await changeStored(ctx, merchantId, { order, changedAt, stored });
  const wasPaid = changed !== 'order_conflict' && isPaid && (await orders.confirmPayment(ctx, merchantId, orderId));
  await orders.decide(ctx, merchantId, orderId);
  await applyWhatWaited(ctx, merchantId, orderId);
  const block = stored === 'stored' || wasPaid ? await orders.readBlock(ctx, merchantId, orderId) : null;
  if (block === 'currency') return 'currency_not_used';
  if (block === 'payment') return 'order_unpaid';
  return wasPaid ? 'order_paid' : changed;
}

/** Applies a state of an order that was stored before. */
async function changeStored(
  ctx: Context,
  merchantId: string,
  { order, changedAt, stored }: { order: NewOrder; changedAt: Date | null; stored: 'stored' | 'known' | 'conflict' },
): Promise<string> {
  if (stored === 'stored') return 'order_stored';
  if (changedAt === null) return stored === 'known' ? 'order_known' : 'order_conflict';
  const { source, reference, currency, lines, gross, body } = order;
  const outcome = await storeOf(order.isTest === true).edit(ctx, merchantId, order.orderId, {
    source,
    reference,
    currency,
    lines,
    ...(gross !== undefined && { gross }),
    editedAt: changedAt,
    body,
  });
  return outcome === 'order_cancelled' ? 'cancellation_known' : outcome;
}

/** The order that an event is about; undefined if it is about none. */
function orderOf(event: ShopEvent): string | undefined {
  if (event.kind === 'refund') return event.refund.orderId;
  if (event.kind === 'dispute') return event.dispute.orderId;
  return event.kind === 'cancellation' ? event.orderId : undefined;
}

/** Whether an event is about a test order. */
async function isAboutTest(ctx: Context, webhook: Webhook, event: ShopEvent): Promise<boolean> {
  const { merchant_id: merchantId, source, topic, body } = webhook;
  const mode = kindOf(source).modeOf(topic, body);
  const orderId = orderOf(event);
  if (mode !== 'unsaid' || orderId === undefined) return mode === 'test';
  return isTestOrderOf(ctx, merchantId, { orderId, source });
}

async function applyEvent(ctx: Context, webhook: Webhook, event: ShopEvent, isTest: boolean): Promise<Applied> {
  const { merchant_id: merchantId } = webhook;
  const orders = storeOf(isTest);
  if (event.kind === 'order') {
    const outcome = await applyOrder(ctx, webhook, { order: event.order, isPaid: true, changedAt: null });
    return { outcome, waitsFor: null };
  }
  if (event.kind === 'refund')
    return { outcome: await orders.refund(ctx, merchantId, event.refund), waitsFor: event.refund.orderId };
  if (event.kind === 'dispute')
    return { outcome: await orders.dispute(ctx, merchantId, event.dispute), waitsFor: event.dispute.orderId };
  if (event.kind === 'change') return { outcome: await applyOrder(ctx, webhook, event), waitsFor: null };
  if (event.kind === 'announcement') return { outcome: 'edit_announced', waitsFor: null };
  if (event.kind === 'test') return { outcome: 'test_event', waitsFor: null };
  if (event.kind === 'wait') return { outcome: waits, waitsFor: event.waitsFor, waitsUntil: event.until };
  if (event.kind === 'noted') {
    for (const name of event.names) await applyWhatWaited(ctx, merchantId, name);
    return { outcome: 'noted', waitsFor: null };
  }
  if (event.kind === 'removal' || event.kind === 'privacy')
    return { outcome: await applyNotice(ctx, webhook, event), waitsFor: null };
  if (event.kind === 'unpaid') return { outcome: 'not_paid_yet', waitsFor: null };
  const { orderId, at } = event;
  const outcome = await orders.cancel(ctx, merchantId, orderId, kindOf(webhook.source).source, at);
  return { outcome, waitsFor: orderId, ...(at && { ifNeverCame: 'never_paid' }) };
}

/** What a shop says about the app itself, or about its shoppers' data. */
async function applyNotice(
  ctx: Context,
  webhook: Webhook,
  event: Extract<ShopEvent, { kind: 'removal' | 'privacy' }>,
): Promise<string> {
  const { merchant_id: merchantId, webhook_id: webhookId, received_at: receivedAt } = webhook;
  const { source } = kindOf(webhook.source);
  if (event.kind === 'removal') return disconnectByShop(ctx, merchantId, source, event.at);
  return applyPrivacyRequest(ctx, { merchantId, source, kind: source, webhookId, receivedAt }, event.request);
}

/** Applies a webhook up to its first event that must wait. An invalid one is stored with the fields at fault. */
async function apply(ctx: Context, webhook: Webhook): Promise<Applied> {
  let applied: Applied = { outcome: 'kept', waitsFor: null };
  try {
    const { merchant_id: merchantId, time_zone: timeZone, received_at: receivedAt } = webhook;
    const origin = { ctx, merchantId, timeZone, receivedAt };
    const events = await kindOf(webhook.source).eventsIn(webhook.topic, webhook.body, origin);
    for (const [index, event] of events.entries()) {
      const isTest = await isAboutTest(ctx, webhook, event);
      const next = { ...(await applyEvent(ctx, webhook, event, isTest)), isTest };
      if (next.outcome === waits) return next;
      if (index === 0 || applied.outcome === 'noted' || !unchanged.has(next.outcome)) applied = next;
    }
    return applied;
  } catch (error) {
    if (error instanceof Unreadable) return { outcome: error.message, waitsFor: null };
    if (error instanceof Refusal && error.code === 'validation_failed')
      return { outcome: `unreadable: ${Object.keys(error.errors ?? {}).join(', ')}`, waitsFor: null };
    throw error;
  }
}

/** How long a shop has waited for the answer until now, in milliseconds. */
export type Answered = () => number;

/**
 * Applies a stored webhook if that has not been done; several nodes can try at once. A failure is recorded. `answered`: for
 * a shop that waits for it.
 */
export async function processWebhook(ctx: Context, key: WebhookKey, answered?: Answered): Promise<void> {
  const { merchantId } = key;
  const webhook = await ctx.database.as({ role: 'app', merchantId }, (tx) => findWebhook(tx, key));
  if (!webhook || webhook.processed_at !== null) return;
  let applied: Applied;
  try {
    applied = await apply(ctx, webhook);
  } catch (error) {
    await scheduleRetry(ctx, key, webhook, error);
    return;
  }
  if (applied.outcome !== waits) return finish(ctx, key, applied.outcome, { isTest: applied.isTest, answered });
  const waitedMs = ctx.clock.now().getTime() - webhook.received_at.getTime();
  if (waitedMs > longestWaitDays * dayMs) return finish(ctx, key, applied.ifNeverCame ?? 'order_never_came');
  if (webhook.waits_for !== applied.waitsFor)
    await ctx.database.as({ role: 'app', merchantId }, (tx) =>
      markWaiting(tx, key, applied.waitsFor, applied.waitsUntil ?? null),
    );
}

/** Stores the result. Of several nodes that applied it at once, one stores and counts it. */
async function finish(
  ctx: Context,
  key: WebhookKey,
  final: string,
  { isTest, answered }: { isTest?: boolean | undefined; answered?: Answered | undefined } = {},
): Promise<void> {
  const at = ctx.clock.now();
  const [outcome = final, fields] = final.split(': ');
  const isStored = await ctx.database.as({ role: 'app', merchantId: key.merchantId }, async (tx) => {
    if (!(await markProcessed(tx, key, at, final))) return false;
    await logOutcome(tx, key, { outcome, fields: fields?.split(', ') ?? [], at, isTest, tookMs: answered?.() });
    return true;
  });
  if (isStored) countDelivery(ctx, key.source, outcome);
}

/** Retries a failed webhook, each time after twice as long, and finally sets it aside with the error. */
async function scheduleRetry(ctx: Context, key: WebhookKey, webhook: Webhook, error: unknown): Promise<void> {
  const { topic, attempts } = webhook;
  const now = ctx.clock.now();
  const isLast = attempts + 1 >= mostAttempts;
  const pauseMs = Math.min(tryAgainMs * 2 ** attempts, longestPauseMs);
  const about = { err: error, webhook_id: key.webhookId, topic, attempts: attempts + 1 };
  ctx.log.warn(about, isLast ? 'delivery failed for good' : 'delivery stored but not applied; it will be retried');
  await ctx.database.as({ role: 'app', merchantId: key.merchantId }, (tx) =>
    markFailed(tx, key, new Date(now.getTime() + pauseMs)),
  );
  if (isLast) return finish(ctx, key, 'failed');
  countDelivery(ctx, key.source, 'retried');
  await ctx.jobs.soon('process_deliveries', pauseMs);
}
