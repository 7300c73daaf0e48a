// The events that Stripe sends about a payment link and its refunds. Source: Stripe's API reference.
import { refundedTotal, type StandInOrder, type StandInRefund, paidTotal } from './shop.orders.ts';
import type { StandInShop } from './shop.stock.ts';

const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1_000);
export const sessionId = ({ key }: StandInOrder) => `cs_live_${key}`;
const paymentId = ({ key }: StandInOrder) => `pi_${key}`;
const chargeId = ({ key }: StandInOrder) => `ch_${key}`;

function customerOf(order: StandInOrder) {
  const address = {
    city: order.city,
    country: order.country,
    line1: order.street,
    line2: null,
    postal_code: order.postcode,
    state: null,
  };
  return { address, name: `${order.first_name} ${order.last_name}` };
}

export function checkoutSession(shop: StandInShop, origin: string, order: StandInOrder) {
  const sum = (of: (line: StandInOrder['lines'][number]) => number) =>
    order.lines.reduce((total, line) => total + of(line), 0);
  const [line] = order.lines;
  return {
    id: sessionId(order),
    object: 'checkout.session',
    after_expiration: null,
    allow_promotion_codes: true,
    amount_subtotal: sum(({ price, quantity }) => price * quantity),
    amount_total: paidTotal(order),
    automatic_tax: { enabled: true, liability: { type: 'self' }, provider: 'stripe', status: 'complete' },
    billing_address_collection: 'auto',
    cancel_url: 'https://stripe.com',
    client_reference_id: order.attributes['client_reference_id'] ?? null,
    consent: null,
    created: seconds(order.placed_at),
    currency: shop.currency.toLowerCase(),
    currency_conversion: null,
    customer: null,
    customer_creation: 'if_required',
    customer_details: { ...customerOf(order), email: order.email, phone: null, tax_exempt: 'none', tax_ids: [] },
    customer_email: null,
    expires_at: seconds(order.placed_at) + 86_400,
    invoice: null,
    livemode: true,
    locale: 'auto',
    // The owner has put these into the metadata of the payment link, which Stripe copies into its sessions.
    metadata: line ? { title: line.title, sku: line.sku } : {},
    mode: 'payment',
    payment_intent: paymentId(order),
    payment_link: `plink_${line?.product ?? 0}`,
    payment_method_collection: 'always',
    payment_method_types: ['card'],
    payment_status: 'paid',
    phone_number_collection: { enabled: false },
    shipping_cost: null,
    status: 'complete',
    submit_type: 'auto',
    subscription: null,
    success_url: `${origin}/thanks?session_id={CHECKOUT_SESSION_ID}`,
    total_details: {
      amount_discount: sum(({ discount }) => discount),
      amount_shipping: order.shipping,
      amount_tax: sum(({ tax }) => tax),
    },
    ui_mode: 'hosted',
    url: null,
  };
}

export function stripeRefund(shop: StandInShop, order: StandInOrder, refund: StandInRefund) {
  return {
    id: `re_${order.key}${refund.id}`,
    object: 'refund',
    amount: refund.lines.reduce((sum, { net, tax }) => sum + net + tax, 0),
    balance_transaction: `txn_${order.key}${refund.id}`,
    charge: chargeId(order),
    created: seconds(refund.at),
    currency: shop.currency.toLowerCase(),
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: {},
    payment_intent: paymentId(order),
    reason: 'requested_by_customer',
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
}

/** Since Stripe's version of November 2022, a charge no longer lists its refunds. */
export function refundedCharge(shop: StandInShop, order: StandInOrder) {
  const total = paidTotal(order);
  return {
    id: chargeId(order),
    object: 'charge',
    amount: total,
    amount_captured: total,
    amount_refunded: refundedTotal(order),
    billing_details: { ...customerOf(order), email: order.email, phone: null },
    captured: true,
    created: seconds(order.placed_at),
    currency: shop.currency.toLowerCase(),
    customer: null,
    description: null,
    livemode: true,
    metadata: {},
    paid: true,
    payment_intent: paymentId(order),
    payment_method_details: { card: { brand: 'visa', country: order.country, last4: '4242' }, type: 'card' },
    refunded: refundedTotal(order) === total,
    status: 'succeeded',
  };
}

/** An event about an object. Its id is that of the webhook, and is written into it when it is queued. */
export function stripeEvent(type: string, id: string, at: string, object: object) {
  return {
    id,
    object: 'event',
    api_version: '2025-10-29.clover',
    created: seconds(at),
    data: { object },
    livemode: true,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
}
