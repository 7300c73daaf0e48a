import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { addConnection } from '../connections.service.ts';
import type { World } from '../../../world/world.ts';

const shopSecret = 'woo-secret-of-glow-lab';

export async function connectWooCommerce(world: World): Promise<void> {
  await addConnection(world.ctx, world.people.merchants.glow, 'woocommerce', shopSecret);
}

/** Two Dew Serums at 48.00 minus 6.00, and a lip balm, by a shopper with a name and an address. */
export function wooOrder(id: number, more: Record<string, unknown> = {}) {
  return {
    id,
    parent_id: 0,
    number: String(id),
    order_key: 'wc_order_secretkey',
    created_via: 'checkout',
    version: '9.4.2',
    status: 'processing',
    currency: 'USD',
    date_created: '2026-11-20T13:00:00',
    date_created_gmt: '2026-11-20T12:00:00',
    date_modified: '2026-11-20T13:01:00',
    date_modified_gmt: '2026-11-20T12:01:00',
    date_paid_gmt: '2026-11-20T12:01:00',
    prices_include_tax: false,
    customer_id: 7,
    customer_ip_address: '203.0.113.9',
    customer_user_agent: 'Mozilla/5.0 (Robin)',
    customer_note: 'Leave it with Mrs Marlow',
    transaction_id: 'pi_secret',
    payment_url: 'https://shop.glowlab.example/checkout/order-pay/1/?key=wc_order_secretkey',
    billing: {
      first_name: 'Robin',
      last_name: 'Marlow',
      address_1: '12 Pine Street',
      city: 'Springfield',
      country: 'US',
      email: 'someone@shopper.test',
      phone: '+15550100',
    },
    shipping: { first_name: 'Robin', last_name: 'Marlow', address_1: '12 Pine Street', country: 'US' },
    meta_data: [{ id: 1, key: '_gift_message', value: 'For Robin' }],
    line_items: [
      {
        id: 11,
        name: 'Dew Serum',
        product_id: 93,
        variation_id: 0,
        quantity: 2,
        subtotal: '96.00',
        subtotal_tax: '0.00',
        total: '90.00',
        total_tax: '0.00',
        sku: 'serum',
        price: 45,
        meta_data: [{ id: 2, key: 'Engraving', value: 'Robin' }],
      },
      {
        id: 12,
        name: 'Lip Balm',
        product_id: 94,
        variation_id: 0,
        quantity: 1,
        subtotal: '12.50',
        total: '12.50',
        total_tax: '0.00',
        sku: 'balm',
        price: 12.5,
      },
    ],
    shipping_lines: [{ id: 13, method_title: 'To Robin', method_id: 'flat_rate', total: '5.00', total_tax: '0.00' }],
    fee_lines: [],
    coupon_lines: [],
    refunds: [],
    ...more,
  };
}

export type WooWebhook = {
  topic?: string;
  body: unknown;
  secret?: string;
  signature?: string | null;
  merchant?: string;
  deliveryId?: string;
  from?: string;
  type?: string;
};

/** Sends a webhook like WooCommerce: bytes and their signature. */
export async function sendWooCommerce(app: FastifyInstance, webhook: WooWebhook) {
  const raw = typeof webhook.body === 'string' ? webhook.body : JSON.stringify(webhook.body);
  const {
    signature = createHmac('sha256', webhook.secret ?? shopSecret)
      .update(raw)
      .digest('base64'),
  } = webhook;
  return app.inject({
    method: 'POST',
    url: `/api/v1/integrations/woocommerce/${webhook.merchant ?? 'glow-lab'}`,
    headers: {
      'content-type': webhook.type ?? 'application/json',
      ...(webhook.topic !== undefined && {
        'x-wc-webhook-topic': webhook.topic,
        'x-wc-webhook-id': '31',
        'x-wc-webhook-delivery-id': webhook.deliveryId ?? randomUUID(),
      }),
      ...(signature !== null && { 'x-wc-webhook-signature': signature }),
    },
    payload: raw,
    ...(webhook.from ? { remoteAddress: webhook.from } : {}),
  });
}
