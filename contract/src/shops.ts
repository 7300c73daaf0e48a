import * as z from 'zod/mini';
import type { ShopSource } from './connections.ts';
import { endpoint } from './endpoint.ts';
import { id } from './values/fields.ts';

/** The call that a kind of shop software sends its webhooks to. Who sends them shows in the signature. */
function webhookCall<const Kind extends ShopSource>(kind: Kind, summary: string) {
  return endpoint({
    method: 'POST',
    path: `/integrations/${kind}/{merchant}`,
    summary,
    access: ['anonymous'],
    scope: 'signed_delivery',
    params: z.strictObject({ merchant: id }),
    reply: z.strictObject({ received: z.literal(true) }),
    refusals: ['signature_invalid', 'malformed_body'],
    perMinute: 12_000,
    bodyLimit: 2_000_000,
  });
}

export const shopifyDelivery = webhookCall(
  'shopify',
  'Receives the Shopify webhooks of orders, refunds, disputes, privacy requests and the removed app; verified by an HMAC over the raw body, deduplicated by webhook id',
);

export const woocommerceDelivery = webhookCall(
  'woocommerce',
  'Receives the WooCommerce webhooks order.created, order.updated, order.deleted and order.restored; verified by an HMAC over the raw body. The unsigned ping of a saved webhook is answered and not stored',
);

export const stripeDelivery = webhookCall(
  'stripe',
  'Receives Stripe’s events of checkouts, invoices, refunds and disputes; verified by the timestamped Stripe-Signature over the raw body, deduplicated by event id',
);
