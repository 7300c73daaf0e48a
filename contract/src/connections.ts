import * as z from 'zod/mini';
import { delivery } from './deliveries.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, plainText, whole } from './values/fields.ts';

/** The kinds of shop software whose webhooks are understood. */
export const shopSource = z.enum(['shopify', 'woocommerce', 'stripe']);
export type ShopSource = z.output<typeof shopSource>;

/** How an order can reach Vitrine. `file`: the brand uploaded it. */
export const orderSource = z.enum(['api', 'file', 'shopify', 'woocommerce', 'stripe']);
export type OrderSource = z.output<typeof orderSource>;

/** A secret with which a shop signs. It is never shown again, only its last characters. */
export const connectionSecret = z.strictObject({
  id: z.string(),
  hint: z.string(),
  created_at: instant,
  /** When it stops being valid because a newer one replaced it; null for the newest of the shop, and of its app. */
  expires_at: z.nullable(instant),
  /** Of an app in the shop, which signs its own webhooks with it. The shop signs all others with another secret. */
  of_app: z.boolean(),
});

/**
 * A kind of shop and how far its connection is. `waiting`: it has a secret, and no signed webhook has come since.
 * `disconnected`: all webhooks are refused until a new secret is entered.
 */
export const shopConnection = z.strictObject({
  kind: shopSource,
  state: z.enum(['not_connected', 'waiting', 'connected', 'disconnected']),
  /** Where the shop sends its webhooks. */
  address: z.string(),
  /** In which zone the shop writes times without one; null if it has not been entered. */
  time_zone: z.nullable(z.string()),
  connected_at: z.nullable(instant),
  disconnected_at: z.nullable(instant),
  /** `shop`: the app was removed in the shop. */
  disconnected_by: z.nullable(z.enum(['brand', 'shop'])),
  /** The valid ones, the newest first. */
  secrets: z.array(connectionSecret),
  /** The last webhook with a right signature. */
  last_delivery: z.nullable(z.pick(delivery, { id: true, topic: true, outcome: true, received_at: true })),
  /** The last 7 days. Wrong signatures are not part of `received` and `problems`. */
  week: z.strictObject({ received: whole, problems: whole, wrong_signatures: whole }),
  last_wrong_signature_at: z.nullable(instant),
  /** For how many months the renewals of a subscription earn; only Stripe reports renewals. */
  renewal_months: whole,
});
export type ShopConnection = z.output<typeof shopConnection>;

/** The orders of the last 30 days that came by one way. */
export const ordersBySource = z.strictObject({
  source: orderSource,
  orders: whole,
  with_click: whole,
  last_received_at: instant,
});

const merchantParams = { merchant: id };

export const listShopConnections = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/connections',
  summary: 'Each kind of shop with the state of its connection, and the orders of the last 30 days by their way in',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params: z.strictObject(merchantParams),
  reply: z.strictObject({ connections: z.array(shopConnection), orders: z.array(ordersBySource) }),
  refusals: ['not_found'],
  // The page asks every few seconds while it waits for the first webhook.
  perMinute: 600,
});

export const connectShop = endpoint({
  method: 'PUT',
  path: '/brand/{merchant}/connections/{kind}',
  summary:
    'Store the secret with which a shop signs its webhooks. An earlier secret stays valid for 48 hours, so that no webhook is refused meanwhile',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params: z.strictObject({ ...merchantParams, kind: id }),
  body: z.strictObject({
    /** As the shop shows it: 8 to 200 characters without spaces. */
    secret: z
      .string()
      .check(
        z.regex(/^[\x21-\x7e]*$/, {
          error: 'has a space or a sign that no secret has. Copy the secret alone, exactly as your shop shows it',
          abort: true,
        }),
        z.minLength(8, 'must have 8 to 200 characters. Copy the whole secret, as your shop shows it'),
        z.maxLength(200, 'must have 8 to 200 characters. Copy the secret alone, as your shop shows it'),
      )
      .register(z.globalRegistry, { examples: ['4f1c0b7e2d9a48d3b6e5'] }),
    /** For WooCommerce: the shop’s time zone, for extensions that send no time in UTC. Left out, it stays as it is. */
    time_zone: z.optional(plainText({ max: 60 }).register(z.globalRegistry, { examples: ['Europe/Madrid'] })),
  }),
  proof: 'factors',
  reply: shopConnection,
  refusals: ['not_found', 'brand_closed'],
});

export const changeShopConnection = endpoint({
  method: 'PATCH',
  path: '/brand/{merchant}/connections/{kind}',
  summary:
    'Change for how many months the renewals of a subscription earn. Subscriptions that were sold before keep their months',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params: z.strictObject({ ...merchantParams, kind: id }),
  body: z.strictObject({
    /** 0: only the first payment of a subscription earns. */
    renewal_months: z
      .int()
      .check(z.minimum(0), z.maximum(36))
      .register(z.globalRegistry, { examples: [12] }),
  }),
  reply: shopConnection,
  refusals: ['not_found', 'brand_closed'],
});

export const revokeConnectionSecret = endpoint({
  method: 'DELETE',
  path: '/brand/{merchant}/connections/{kind}/secrets/{secret_id}',
  summary: 'Make a secret invalid right away, for example because it leaked',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params: z.strictObject({ ...merchantParams, kind: id, secret_id: id }),
  proof: 'password',
  reply: shopConnection,
  refusals: ['not_found'],
});

export const disconnectShop = endpoint({
  method: 'DELETE',
  path: '/brand/{merchant}/connections/{kind}',
  summary: 'Refuse all further webhooks of a shop; its orders and commissions stay',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params: z.strictObject({ ...merchantParams, kind: id }),
  proof: 'password',
  reply: shopConnection,
  refusals: ['not_found'],
});

export const downloadWooCommercePlugin = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/connections/woocommerce/plugin',
  summary:
    'The WordPress plugin for the brand’s shop, with its address for webhooks and its snippet; it has no secret in it',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params: z.strictObject(merchantParams),
  reply: z.string(),
  gives: 'application/zip',
  refusals: ['not_found'],
});
