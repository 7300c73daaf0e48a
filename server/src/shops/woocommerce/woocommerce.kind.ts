import { sha256 } from '../../platform/ids.ts';
import { isSignature } from '../hmac.ts';
import type { SentWebhook, ShopClock, ShopEvent, ShopKind } from '../shop.ts';
import { readDeletedId, readOrderId, readWooCommerceOrder } from './woocommerce.mapping.ts';
import { parseWooCommerce, pingIn, storedOrder } from './woocommerce.privacy.ts';

const skewMs = 10 * 60_000;

function headerOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\x20-\x7e]{1,120}$/.test(header) ? header : undefined;
}

/**
 * WooCommerce makes the delivery id from the webhook and the second, so all deliveries of a busy second have the same.
 * A hash of the body keeps them apart.
 */
function namesOf({ headers, raw }: SentWebhook): { topic: string; webhookId: string } {
  const topic = headerOf(headers['x-wc-webhook-topic']) ?? (pingIn(raw.toString()) ? 'ping' : 'unknown');
  const hash = sha256(Buffer.concat([Buffer.from(`${topic}\n`), raw])).toString('hex');
  const deliveryId = headerOf(headers['x-wc-webhook-delivery-id']);
  return { topic, webhookId: deliveryId ? `${deliveryId}-${hash.slice(0, 16)}` : hash };
}

/**
 * Whether this is the ping with which WooCommerce tries an address when a webhook is saved. It isn't signed, and nothing
 * but 200 lets the webhook be saved.
 */
export function isUnsignedPing({ headers, raw }: Pick<SentWebhook, 'headers' | 'raw'>): boolean {
  return headers['x-wc-webhook-signature'] === undefined && raw.length < 50 && pingIn(raw.toString()) !== undefined;
}

/**
 * The whole order comes with every event, so they are all read alike. An order that was never paid is often cancelled
 * (an abandoned checkout), and one whose payment failed is often paid later: such a cancellation may wait for an order
 * that never comes, and counts only if the order hasn't changed since. One that was paid stays canceled, also if a later
 * state, of the restored order, comes first.
 */
function eventsOf(body: unknown, clock: ShopClock): ShopEvent[] {
  const { orderId, state, isOver, changedAt, order, refunds } = readWooCommerceOrder(body, clock);
  if (state === 'cancelled') return [{ kind: 'cancellation', orderId, ...(!isOver && { at: changedAt }) }];
  if (state === 'unpaid') return [{ kind: 'unpaid', orderId }];
  if (order.lines.length === 0) return [];
  return [
    { kind: 'change', order, isPaid: true, changedAt },
    ...refunds.map((refund): ShopEvent => ({ kind: 'refund', refund })),
  ];
}

/** A deletion has no time, and the shop's clock may be ahead of ours. */
function deletionIn(body: unknown, { receivedAt }: ShopClock): ShopEvent[] {
  return [{ kind: 'cancellation', orderId: readDeletedId(body), at: new Date(receivedAt.getTime() + skewMs) }];
}

const readers: ReadonlyMap<string, (body: unknown, clock: ShopClock) => ShopEvent[]> = new Map([
  ['order.created', eventsOf],
  ['order.updated', eventsOf],
  ['order.restored', eventsOf],
  ['order.deleted', deletionIn],
  // Our plugin signs it when it connects.
  ['ping', () => [{ kind: 'test' }]],
]);

/** Source: WooCommerce's REST API documentation (version 3) and the source of its webhooks. */
export const woocommerce: ShopKind = {
  source: 'woocommerce',
  isSigned: (secret, { headers, raw }) => isSignature(secret, raw, headers['x-wc-webhook-signature']),
  namesOf,
  parse: parseWooCommerce,
  storedBody: storedOrder,
  orderNamed: (topic, body) => (readers.has(topic) ? readOrderId(body) : null),
  // WooCommerce doesn't say of an order whether it was paid in the test mode of a payment method.
  modeOf: () => 'live',
  eventsIn: (topic, body, clock) => readers.get(topic)?.(body, clock) ?? [],
};
