// What staff enter in place of a delivery. It is stored with the delivery first and applied then: a crash in between loses
// nothing, because the sweep finishes it, and of several people at once one is first.
import * as z from 'zod/mini';
import type { Delivery } from '@vitrine/contract/deliveries.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { type DeliveryMeaning, deliveryMeaning, type fixDelivery } from '@vitrine/contract/repairs.ts';
import type { Context } from '../context.ts';
import { readDeliveryOf } from '../deliveries/deliveries.service.ts';
import type { WebhookKey } from '../deliveries/delivery.log.ts';
import { beginFix, finishFix, type LogEntry, withdrawFix } from '../deliveries/delivery.repairs.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { CustomerHashes } from '../orders/orders.customer.ts';
import { storeOrder } from '../orders/orders.intake.ts';
import { parseOrder } from '../orders/orders.meaning.ts';
import { storeOf } from '../orders/orders.stores.ts';
import { storedIdOf } from '../orders/orders.twins.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { lockedEntry, staffOf, storedKeyOf } from './repairs.service.ts';
import { kindOf } from './shop.kinds.ts';
import { orderIn } from './repairs.body.ts';
import { findWebhook } from './webhook.queries.ts';

export type UnfinishedFix = Pick<
  LogEntry,
  'id' | 'source' | 'webhook_id' | 'is_test' | 'fix' | 'fix_began_at' | 'closed_by'
> & {
  merchant_id: string;
};

/** What the shop's webhook says about the shopper. It stays with the order that staff enter, for the fraud checks. */
const shopper = z.object({
  vitrine: z.object({
    customer_hash: z.optional(z.nullable(z.string())),
    customer_canonical: z.optional(z.nullable(z.string())),
    country: z.optional(z.string()),
  }),
});

async function findBody(ctx: Context, key: WebhookKey) {
  const { merchantId } = key;
  return ctx.database.as({ role: 'app', merchantId }, (tx) => findWebhook(tx, key));
}

async function shopperOf(ctx: Context, key: WebhookKey): Promise<{ customer: CustomerHashes; country: string }> {
  const stored = shopper.safeParse((await findBody(ctx, key))?.body);
  const { customer_hash: exact, customer_canonical: canonical, country } = stored.data?.vitrine ?? {};
  const hash = (hex: string | null | undefined) => (hex ? Buffer.from(hex, 'hex') : null);
  return { customer: { exact: hash(exact), canonical: hash(canonical) }, country: country ?? '' };
}

/** Names the fields as they are in the body of the call. */
async function below<T>(prefix: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || !error.errors) throw error;
    const errors = Object.fromEntries(
      Object.entries(error.errors).map(([field, reasons]) => [`${prefix}.${field}`, reasons]),
    );
    throw new Refusal(error.code, { errors, message: error.message });
  }
}

const unknownOrder = () => invalid('meaning.order_id', 'must be the number of an order that has arrived');

/** `isTest`: the delivery is about a test order, and so is what staff enter for it. */
type Key = WebhookKey & { beganAt: Date; isTest: boolean };

async function applyOrderByHand(
  ctx: Context,
  key: Key,
  { order: sent }: Extract<DeliveryMeaning, { kind: 'order' }>,
): Promise<void> {
  const { customer, country } = await shopperOf(ctx, key);
  const order = await below('meaning.order', async () => parseOrder(sent, sent, customer, key.beganAt));
  const source = key.source === 'api' ? key.source : kindOf(key.source).source;
  const outcome = await storeOrder(ctx, key.merchantId, { ...order, source, country, isTest: key.isTest });
  if (outcome === 'conflict' || outcome === 'twin') throw new Refusal('order_conflict');
  await storeOf(key.isTest).decide(ctx, key.merchantId, order.orderId);
  // Refunds and cancellations may have waited for it.
  await ctx.jobs.soon('process_deliveries');
}

async function applyNewVersion(ctx: Context, key: Key): Promise<void> {
  const webhook = await findBody(ctx, key);
  const order = webhook && (await orderIn(ctx, webhook));
  if (!order) throw new Refusal('delivery_without_body');
  const edit = { ...order, editedAt: key.beganAt };
  const orderId = await storedIdOf(ctx, key.merchantId, order);
  const outcome = await storeOf(key.isTest).edit(ctx, key.merchantId, orderId, edit);
  if (outcome === 'order_cancelled') throw new Refusal('order_cancelled');
}

async function applyMeaning(ctx: Context, key: Key, meaning: DeliveryMeaning): Promise<void> {
  const { merchantId } = key;
  const orders = storeOf(key.isTest);
  switch (meaning.kind) {
    case 'order':
      return applyOrderByHand(ctx, key, meaning);
    case 'refund':
      return below('meaning.refund', () =>
        orders.recordRefund(ctx, merchantId, meaning.order_id, meaning.refund),
      ).catch((error: unknown) => {
        throw error instanceof Refusal && error.code === 'not_found' ? unknownOrder() : error;
      });
    case 'cancellation':
      if ((await orders.cancel(ctx, merchantId, meaning.order_id, 'console')) === 'waits_for_order')
        throw unknownOrder();
      return undefined;
    case 'new_version':
      return applyNewVersion(ctx, key);
  }
}

function orderNamedIn(meaning: DeliveryMeaning): string | undefined {
  if (meaning.kind === 'new_version') return undefined;
  return meaning.kind === 'order' ? meaning.order.order_id : meaning.order_id;
}

/**
 * Applies a fix that is stored, and closes its delivery. If it is refused, nothing was applied, and the delivery is open
 * again. After any other failure it stays for the sweep.
 */
export async function applyFix(ctx: Context, actor: Actor, fix: UnfinishedFix): Promise<void> {
  const { merchant_id: merchantId, id } = fix;
  const inBrand = { role: 'app', merchantId } as const;
  const meaning = deliveryMeaning.parse(fix.fix);
  const key = {
    merchantId,
    source: fix.source,
    webhookId: fix.webhook_id ?? '',
    beganAt: fix.fix_began_at ?? ctx.clock.now(),
    isTest: fix.is_test,
  };
  try {
    await applyMeaning(ctx, key, meaning);
  } catch (error) {
    if (error instanceof Refusal) await ctx.database.as(inBrand, (tx) => withdrawFix(tx, merchantId, id));
    throw error;
  }
  await ctx.database.as(inBrand, async (tx) => {
    if (!(await finishFix(tx, merchantId, id, ctx.clock.now()))) return;
    const orderId = orderNamedIn(meaning);
    await audit(ctx, tx, actor, {
      action: 'delivery.fixed',
      merchantId,
      subject: { kind: 'delivery', id },
      details: { kind: meaning.kind, ...(orderId !== undefined && { order_id: orderId }) },
    });
  });
}

export async function fixDeliveryOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  id: string,
  { meaning, reason }: BodyOf<typeof fixDelivery>,
): Promise<Delivery> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  const by = staffOf(actor);
  const at = ctx.clock.now();
  const entry = await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const locked = await lockedEntry(tx, merchantId, id);
    // Of a wrong signature nothing is stored, so there is nothing that could be meant.
    if (!locked.is_open || locked.webhook_id === null) throw new Refusal('delivery_closed');
    if (meaning.kind === 'new_version') {
      if (!storedKeyOf(locked)) throw new Refusal('delivery_without_body');
      if (locked.outcome !== 'order_conflict')
        throw invalid('meaning.kind', 'can only be new_version if the order was stored with other content before');
    }
    await beginFix(tx, merchantId, id, { by, reason, at, fix: meaning });
    return locked;
  });
  const fix = { ...entry, merchant_id: merchantId, fix: meaning, fix_began_at: at, closed_by: by };
  await applyFix(ctx, actor, fix);
  return readDeliveryOf(ctx, actor, merchant, id);
}

/** The person who entered a fix that the sweep finishes; their session may have ended. */
export function enteredBy({ closed_by: userId }: UnfinishedFix): Actor {
  return {
    kind: 'person',
    principal: 'brand',
    userId: userId ?? '',
    uid: '',
    status: 100,
    sessionId: '',
    mode: 'full',
    impersonatedBy: null,
    wasActive: true,
    isSuspended: false,
    hasSecondFactor: false,
  };
}
