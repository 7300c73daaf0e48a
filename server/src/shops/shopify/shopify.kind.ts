import { sha256 } from '../../platform/ids.ts';
import { isSignature } from '../hmac.ts';
import type { OrderMode, SentWebhook, ShopEvent, ShopKind } from '../shop.ts';
import { readCancelledId, readOrderNamed, readShopifyDispute, readShopifyState } from './shopify.mapping.ts';
import { noticeTopics, readNotice, storedNotice } from './shopify.notices.ts';
import { readShopifyRefund } from './shopify.refunds.ts';
import { parseShopify, storedBody } from './shopify.privacy.ts';

function textOf(header: string | string[] | undefined, fallback: string): string {
  return typeof header === 'string' && /^[\x20-\x7e]{1,200}$/.test(header) ? header : fallback;
}

function namesOf({ headers, raw }: SentWebhook): { topic: string; webhookId: string } {
  const topic = textOf(headers['x-shopify-topic'], 'unknown');
  const hash = sha256(Buffer.concat([Buffer.from(`${topic}\n`), raw])).toString('hex');
  return { topic, webhookId: textOf(headers['x-shopify-webhook-id'], hash) };
}

/** The order in every notification that “Send test” sends. It exists in no shop, so its refund would wait in vain. */
const sampleOrder = '820982911946154508';

/** What each topic says. `orders/edited` names only what was added and removed; the state follows with `orders/updated`. */
const readers: Record<string, (body: unknown) => ShopEvent[]> = {
  'orders/create': (body) => readShopifyState('orders/create', body),
  'orders/paid': (body) => readShopifyState('orders/paid', body),
  'orders/updated': (body) => readShopifyState('orders/updated', body),
  'orders/edited': () => [{ kind: 'announcement' }],
  'orders/cancelled': (body) => [{ kind: 'cancellation', orderId: readCancelledId(body) }],
  'refunds/create': (body) => [{ kind: 'refund', refund: readShopifyRefund(body) }],
  'disputes/create': (body) => [{ kind: 'dispute', dispute: readShopifyDispute(body) }],
  'disputes/update': (body) => [{ kind: 'dispute', dispute: readShopifyDispute(body) }],
};

function modeOfOrder(body: unknown): OrderMode {
  return Object(body).test === true ? 'test' : 'live';
}

/** Source: Shopify's documentation of webhooks; the signature is base64 of an HMAC-SHA256 over the raw body. */
export const shopify: ShopKind = {
  source: 'shopify',
  isSigned: (secret, { headers, raw }) => isSignature(secret, raw, headers['x-shopify-hmac-sha256']),
  namesOf,
  topicsAfterRemoval: noticeTopics,
  parse: parseShopify,
  storedBody: (ctx, shop, body, sent) =>
    noticeTopics.has(namesOf(sent).topic) ? storedNotice(ctx, shop, body, sent) : storedBody(ctx, shop, body),
  orderNamed: readOrderNamed,
  // Refunds and disputes name their order without saying whether it is a test.
  modeOf: (topic, body) =>
    Object.hasOwn(readers, topic) && !topic.startsWith('orders/') ? 'unsaid' : modeOfOrder(body),
  eventsIn: (topic, body, { receivedAt }) => {
    if (noticeTopics.has(topic)) return readNotice(topic, body, receivedAt);
    if (readOrderNamed(topic, body) === sampleOrder) return [{ kind: 'test' }];
    return Object.hasOwn(readers, topic) ? (readers[topic]?.(body) ?? []) : [];
  },
};
