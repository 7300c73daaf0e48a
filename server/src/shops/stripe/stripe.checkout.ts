import * as z from 'zod/mini';
import { divideHalfUp } from '@vitrine/contract/values/amounts.ts';
import type { NewOrder } from '../../orders/orders.meaning.ts';
import { Unreadable } from '../shop.ts';
import {
  stripeCurrency,
  eventWith,
  hashIn,
  idOf,
  linesOfItems,
  maybeAmount,
  maybeReference,
  minorUnits,
  readEvent,
  seconds,
  type StripeItem,
  stripeId,
  stripeTitle,
} from './stripe.fields.ts';

const amount = z.int().check(z.minimum(0));

const checkout = eventWith(
  z.object({
    id: stripeId,
    mode: z.enum(['payment', 'subscription', 'setup']),
    payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
    subscription: maybeReference,
  }),
);

const lineItem = z.object({
  id: stripeId,
  description: z.optional(z.nullable(z.string())),
  quantity: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000)))),
  amount_subtotal: amount,
  amount_total: amount,
  amount_tax: maybeAmount,
  price: z.optional(z.nullable(z.object({ id: stripeId, product: maybeReference }))),
});

const payment = eventWith(
  z.object({
    id: stripeId,
    created: seconds,
    currency: stripeCurrency,
    amount_total: amount,
    payment_intent: maybeReference,
    total_details: z.optional(z.nullable(z.object({ amount_tax: maybeAmount, amount_shipping: maybeAmount }))),
    shipping_cost: z.optional(z.nullable(z.object({ amount_total: amount, amount_tax: maybeAmount }))),
    currency_conversion: z.optional(z.nullable(z.object({ source_currency: stripeCurrency, amount_total: amount }))),
    line_items: z.optional(
      z.nullable(z.object({ data: z.array(lineItem).check(z.maxLength(500)), has_more: z.optional(z.boolean()) })),
    ),
  }),
);
type Payment = z.output<typeof payment>;
type Session = Payment['data']['object'];

/** What a checkout is: of a subscription, whose invoices are the orders, or a paid sale, or neither. */
export function readCheckout(
  body: unknown,
):
  | { kind: 'subscription'; subscriptionId: string; clickId: string | null }
  | { kind: 'sale'; order: NewOrder }
  | { kind: 'none' } {
  const { data, vitrine } = readEvent(checkout, body);
  const subscriptionId = idOf(data.object.subscription);
  if (subscriptionId !== null) return { kind: 'subscription', subscriptionId, clickId: vitrine.click_id };
  // An unpaid one is followed by an event that says whether the payment succeeded.
  if (data.object.mode !== 'payment' || data.object.payment_status === 'unpaid') return { kind: 'none' };
  return { kind: 'sale', order: readSale(body) };
}

/** What the items cost without tax and shipping. Whether prices include tax makes no difference to this. */
function itemsTotal({ amount_total: total, total_details: details, shipping_cost: shipping }: Session): number {
  const shippingTotal = shipping?.amount_total ?? details?.amount_shipping ?? 0;
  const itemTax = (details?.amount_tax ?? 0) - (shipping?.amount_tax ?? 0);
  const left = total - shippingTotal - itemTax;
  if (left < 0) throw new Unreadable('data.object.total_details');
  return left;
}

/** The items if the event has them, with one more for those that it leaves out. */
function itemsOf({ data, vitrine }: Payment, cost: bigint): StripeItem[] {
  const { object } = data;
  const currency = object.currency.toUpperCase();
  const whole: StripeItem = {
    lineId: object.id,
    sku: vitrine.sku ?? '',
    title: vitrine.title ?? 'Stripe checkout',
    quantity: 1,
    gross: cost,
    net: cost,
  };
  const listed = object.line_items?.data ?? [];
  if (listed.length === 0) return [whole];
  const items = listed.map((item, index): StripeItem => {
    const field = `data.object.line_items.data.${index}`;
    const product = idOf(item.price?.product) ?? item.price?.id;
    return {
      lineId: item.id,
      sku: product === undefined ? '' : `stripe:${product}`,
      title: stripeTitle(item.description, 'Product'),
      quantity: item.quantity || 1,
      gross: minorUnits(item.amount_subtotal, currency, `${field}.amount_subtotal`),
      net: minorUnits(item.amount_total - (item.amount_tax ?? 0), currency, `${field}.amount_total`),
    };
  });
  const missing = cost - items.reduce((sum, { net }) => sum + net, 0n);
  if (missing <= 0n) return items;
  if (object.line_items?.has_more !== true) throw new Unreadable('data.object.line_items');
  return [...items, { ...whole, title: 'More items', gross: missing, net: missing }];
}

/** A sale is counted in the shop's currency; the shopper may have paid in another one. */
function readSale(body: unknown): NewOrder {
  const sent = readEvent(payment, body);
  const { object } = sent.data;
  const paidIn = object.currency.toUpperCase();
  const cost = minorUnits(itemsTotal(object), paidIn, 'data.object.amount_total');
  const items = itemsOf(sent, cost);
  const conversion = object.currency_conversion;
  const currency = conversion?.source_currency.toUpperCase() ?? paidIn;
  const paid = minorUnits(object.amount_total, paidIn, 'data.object.amount_total');
  const converted = conversion
    ? minorUnits(conversion.amount_total, currency, 'data.object.currency_conversion.amount_total')
    : paid;
  return {
    // Refunds and disputes name the payment.
    orderId: idOf(object.payment_intent) ?? object.id,
    source: 'stripe',
    currency,
    placedAt: new Date(object.created * 1_000),
    clickId: sent.vitrine.click_id,
    discountCodes: sent.vitrine.discount_codes,
    customer: { exact: hashIn(sent.vitrine.customer_hash), canonical: hashIn(sent.vitrine.customer_canonical) },
    country: sent.vitrine.country,
    lines: linesOfItems(items, paid > 0n ? divideHalfUp(cost * converted, paid) : 0n),
    body,
  };
}
