// What Shopify sends about the app itself and about shoppers' data, besides orders. Source: Shopify's documentation of the
// topic app/uninstalled and of its mandatory compliance webhooks. These bodies have the contact data of the shop's owner or
// of the shopper, so only the listed fields are stored.
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { hashCustomer } from '../../orders/orders.customer.ts';
import {
  type ReportedPrivacyRequest,
  type SentWebhook,
  type ShopEvent,
  Unreadable,
  type WebhookBrand,
} from '../shop.ts';
import { platformId, readBody, readShopifyTime } from './shopify.schemas.ts';

/** Topics of the app and of privacy. They also come after the app was removed, `shop/redact` 48 hours later. */
export const noticeTopics: ReadonlySet<string> = new Set([
  'app/uninstalled',
  'customers/data_request',
  'customers/redact',
  'shop/redact',
]);

const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema));
const ids = maybe(z.array(platformId).check(z.maxLength(10_000)));
const hash = maybe(z.string().check(z.regex(/^[0-9a-f]{64}$/)));

const noticeBody = z.object({
  shop_domain: maybe(z.string()),
  data_request: maybe(z.object({ id: platformId })),
  orders_requested: ids,
  orders_to_redact: ids,
  vitrine: z.object({ triggered_at: maybe(z.string()), customer_hash: hash, customer_canonical: hash }),
});

type Fields = Record<string, unknown>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** A name, an id or a list of ids; anything else in its place is left out. */
function plain(value: unknown): unknown {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return /^[\x21-\x7e]{1,200}$/.test(value) ? value : null;
  return Array.isArray(value) ? value.map(plain).filter((each) => each !== null) : null;
}

/** The body as it is stored. Of the shopper it has the keyed hashes of the email address, which the request is about. */
export function storedNotice(ctx: Context, shop: WebhookBrand, body: unknown, { headers }: SentWebhook): unknown {
  const sent = fieldsOf(body);
  const { id, email } = { id: fieldsOf(sent['data_request'])['id'], email: fieldsOf(sent['customer'])['email'] };
  const customer = hashCustomer(ctx, shop.merchantId, typeof email === 'string' ? email : undefined);
  return {
    shop_domain: plain(sent['shop_domain'] ?? sent['myshopify_domain']),
    ...(id !== undefined && { data_request: { id: plain(id) } }),
    ...(sent['orders_requested'] !== undefined && { orders_requested: plain(sent['orders_requested']) }),
    ...(sent['orders_to_redact'] !== undefined && { orders_to_redact: plain(sent['orders_to_redact']) }),
    vitrine: {
      triggered_at: plain(headers['x-shopify-triggered-at']),
      customer_hash: customer.exact?.toString('hex') ?? null,
      customer_canonical: customer.canonical?.toString('hex') ?? null,
    },
  };
}

function requestIn(kind: ReportedPrivacyRequest['kind'], body: unknown): ShopEvent {
  const sent = readBody(noticeBody, body);
  if (sent.shop_domain == null) throw new Unreadable('shop_domain');
  const { customer_hash: exact, customer_canonical: canonical } = sent.vitrine;
  return {
    kind: 'privacy',
    request: {
      kind,
      externalId: sent.data_request == null ? null : String(sent.data_request.id),
      shopDomain: sent.shop_domain,
      orderIds: [...(sent.orders_requested ?? []), ...(sent.orders_to_redact ?? [])].map(String),
      customer: {
        exact: exact == null ? null : Buffer.from(exact, 'hex'),
        canonical: canonical == null ? null : Buffer.from(canonical, 'hex'),
      },
    },
  };
}

/** When the app was removed: as Shopify says, but not after its report came. */
function removalIn(body: unknown, receivedAt: Date): ShopEvent {
  const { triggered_at: at } = readBody(noticeBody, body).vitrine;
  const removedAt = at == null ? receivedAt : readShopifyTime(at, 'X-Shopify-Triggered-At');
  return { kind: 'removal', at: removedAt < receivedAt ? removedAt : receivedAt };
}

export function readNotice(topic: string, body: unknown, receivedAt: Date): ShopEvent[] {
  if (topic === 'app/uninstalled') return [removalIn(body, receivedAt)];
  if (topic === 'customers/data_request') return [requestIn('data_request', body)];
  return [requestIn(topic === 'shop/redact' ? 'shop_redaction' : 'customer_redaction', body)];
}
