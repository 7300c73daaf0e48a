import { sha256 } from '../../platform/ids.ts';
import { isSignature } from '../hmac.ts';
import type { SentWebhook, ShopEvent, ShopKind } from '../shop.ts';
import { readCancelledId, readOrderNamed, readShopifyOrder, readShopifyRefund } from './shopify.mapping.ts';
import { parseShopify, storedBody } from './shopify.privacy.ts';

function textOf(header: string | string[] | undefined, fallback: string): string {
  return typeof header === 'string' && /^[\x20-\x7e]{1,200}$/.test(header) ? header : fallback;
}

function namesOf({ headers, raw }: SentWebhook): { topic: string; webhookId: string } {
  const topic = textOf(headers['x-shopify-topic'], 'unknown');
  const hash = sha256(Buffer.concat([Buffer.from(`${topic}\n`), raw])).toString('hex');
  return { topic, webhookId: textOf(headers['x-shopify-webhook-id'], hash) };
}

const readers: Record<string, (body: unknown) => ShopEvent> = {
  'orders/paid': (body) => ({ kind: 'order', order: readShopifyOrder(body) }),
  'orders/cancelled': (body) => ({ kind: 'cancellation', orderId: readCancelledId(body) }),
  'refunds/create': (body) => ({ kind: 'refund', refund: readShopifyRefund(body) }),
};

/** Source: Shopify's documentation of webhooks; the signature is base64 of an HMAC-SHA256 over the raw body. */
export const shopify: ShopKind = {
  source: 'shopify',
  isSigned: (secret, { headers, raw }) => isSignature(secret, raw, headers['x-shopify-hmac-sha256']),
  namesOf,
  parse: parseShopify,
  storedBody,
  orderNamed: readOrderNamed,
  eventsIn: (topic, body) => {
    const read = readers[topic];
    return read ? [read(body)] : [];
  },
};
