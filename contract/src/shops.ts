import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id } from './values/fields.ts';

export const shopifyDelivery = endpoint({
  method: 'POST',
  path: '/integrations/shopify/{merchant}',
  summary:
    'Receives the Shopify webhooks orders/paid, orders/cancelled and refunds/create; verified by an HMAC over the raw body, deduplicated by webhook id',
  access: ['anonymous'],
  scope: 'signed_delivery',
  params: z.strictObject({ merchant: id }),
  reply: z.strictObject({ received: z.literal(true) }),
  refusals: ['signature_invalid', 'malformed_body'],
  perMinute: 12_000,
  bodyLimit: 2_000_000,
});

export const woocommerceDelivery = endpoint({
  method: 'POST',
  path: '/integrations/woocommerce/{merchant}',
  summary:
    'Receives the WooCommerce webhooks order.created, order.updated, order.deleted and order.restored; verified by an HMAC over the raw body. The unsigned ping of a saved webhook is answered and not stored',
  access: ['anonymous'],
  scope: 'signed_delivery',
  params: z.strictObject({ merchant: id }),
  reply: z.strictObject({ received: z.literal(true) }),
  refusals: ['signature_invalid', 'malformed_body'],
  perMinute: 12_000,
  bodyLimit: 2_000_000,
});

export const stripeDelivery = endpoint({
  method: 'POST',
  path: '/integrations/stripe/{merchant}',
  summary:
    'Receives Stripe’s events of checkouts, invoices, refunds and disputes; verified by the timestamped Stripe-Signature over the raw body, deduplicated by event id',
  access: ['anonymous'],
  scope: 'signed_delivery',
  params: z.strictObject({ merchant: id }),
  reply: z.strictObject({ received: z.literal(true) }),
  refusals: ['signature_invalid', 'malformed_body'],
  perMinute: 12_000,
  bodyLimit: 2_000_000,
});
