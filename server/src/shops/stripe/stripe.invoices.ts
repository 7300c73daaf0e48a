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

const paidBy = z.object({ payment_intent: maybeReference, charge: maybeReference });
const amounts = z.optional(z.nullable(z.array(z.object({ amount: z.int() }))));

// Fields that Stripe moved in 2025 are read in both places: an endpoint keeps the version that it was created with.
const line = z.object({
  id: stripeId,
  amount: z.int(),
  description: z.optional(z.nullable(z.string())),
  quantity: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000)))),
  discount_amounts: amounts,
  pretax_credit_amounts: z.optional(z.nullable(z.array(z.object({ amount: z.int(), type: z.string() })))),
  tax_amounts: z.optional(z.nullable(z.array(z.object({ amount: z.int(), inclusive: z.boolean() })))),
  taxes: z.optional(z.nullable(z.array(z.object({ amount: z.int(), tax_behavior: z.string() })))),
  price: z.optional(z.nullable(z.object({ id: stripeId, product: maybeReference }))),
  pricing: z.optional(
    z.nullable(z.object({ price_details: z.optional(z.nullable(z.object({ product: maybeReference }))) })),
  ),
});

const invoice = eventWith(
  z.object({
    id: stripeId,
    created: seconds,
    currency: stripeCurrency,
    billing_reason: z.optional(z.nullable(z.string())),
    total: z.int(),
    amount_due: z.int().check(z.minimum(0)),
    total_excluding_tax: maybeAmount,
    tax: maybeAmount,
    total_taxes: amounts,
    total_tax_amounts: amounts,
    shipping_cost: z.optional(z.nullable(z.object({ amount_total: z.int(), amount_tax: maybeAmount }))),
    subscription: maybeReference,
    parent: z.optional(
      z.nullable(
        z.object({ subscription_details: z.optional(z.nullable(z.object({ subscription: maybeReference }))) }),
      ),
    ),
    payment_intent: maybeReference,
    charge: maybeReference,
    payments: z.optional(z.nullable(z.object({ data: z.array(z.object({ payment: paidBy })) }))),
    lines: z.object({ data: z.array(line).check(z.maxLength(500)), has_more: z.optional(z.boolean()) }),
  }),
);
type Invoice = z.output<typeof invoice>['data']['object'];
type Line = z.output<typeof line>;

/** A paid invoice of a subscription. */
export type SubscriptionInvoice = {
  order: NewOrder;
  subscriptionId: string;
  /** The first one belongs to the same sale as the checkout. */
  isFirst: boolean;
  paymentIds: string[];
};

function sumOf(list: readonly { amount: number }[] | null | undefined): number {
  return (list ?? []).reduce((sum, { amount }) => sum + amount, 0);
}

/** What a line costs after its discounts; without the tax that its amount includes, if that is wanted. */
function netOfLine(item: Line, withTax: boolean): number {
  const credits = (item.pretax_credit_amounts ?? []).filter(({ type }) => type === 'credit_balance_transaction');
  const included = [
    ...(item.taxes ?? []).filter(({ tax_behavior: behavior }) => behavior === 'inclusive'),
    ...(item.tax_amounts ?? []).filter(({ inclusive }) => inclusive),
  ];
  return item.amount - sumOf(item.discount_amounts) - sumOf(credits) - (withTax ? 0 : sumOf(included));
}

function itemsOf(object: Invoice, currency: string, withTax: boolean): StripeItem[] {
  return object.lines.data.map((item, index) => {
    const field = `data.object.lines.data.${index}.amount`;
    const product =
      idOf(item.price?.product) ?? idOf(item.pricing?.price_details?.product) ?? item.price?.id ?? undefined;
    return {
      lineId: item.id,
      sku: product === undefined ? '' : `stripe:${product}`,
      title: stripeTitle(item.description, 'Subscription'),
      quantity: item.quantity || 1,
      gross: minorUnits(item.amount, currency, field),
      net: minorUnits(netOfLine(item, withTax), currency, field),
    };
  });
}

/** What an invoice's items cost without tax and shipping, by its own total. */
function itemsTotal(object: Invoice, currency: string): bigint {
  const tax = object.tax ?? sumOf(object.total_taxes ?? object.total_tax_amounts);
  const shipping = (object.shipping_cost?.amount_total ?? 0) - (object.shipping_cost?.amount_tax ?? 0);
  const total = (object.total_excluding_tax ?? object.total - tax) - shipping;
  return minorUnits(total, currency, 'data.object.total_excluding_tax');
}

/** The items, which together cost at least `total`. An event lists only the first ones of a long invoice. */
function listedItems(object: Invoice, currency: string, total: bigint): StripeItem[] {
  const sum = (items: readonly StripeItem[]) => items.reduce((all, { net }) => all + net, 0n);
  const items = itemsOf(object, currency, false);
  if (total === 0n || sum(items) >= total) return items;
  // The tax of the lines is rounded in another way than that of the whole invoice.
  const gross = itemsOf(object, currency, true);
  if (sum(gross) >= total) return gross;
  if (object.lines.has_more !== true) throw new Unreadable('data.object.lines');
  const missing = total - sum(items);
  return [...items, { lineId: object.id, sku: '', title: 'More items', quantity: 1, gross: missing, net: missing }];
}

/** What was charged: a credit that the shopper had from before lowers the sale like a discount. */
function chargedOf({ total, amount_due: due }: Invoice): number {
  return Math.max(Math.min(due, total), 0);
}

/** The order of a paid invoice; undefined if it belongs to no subscription. */
export function readInvoice(body: unknown): SubscriptionInvoice | undefined {
  const { data, vitrine } = readEvent(invoice, body);
  const { object } = data;
  const subscriptionId = idOf(object.subscription) ?? idOf(object.parent?.subscription_details?.subscription);
  if (subscriptionId === null) return undefined;
  const currency = object.currency.toUpperCase();
  const total = itemsTotal(object, currency);
  const cost = object.total > 0 && total > 0n ? total : 0n;
  const items = listedItems(object, currency, cost);
  const charged = BigInt(chargedOf(object));
  const target = cost > 0n ? divideHalfUp(cost * charged, BigInt(object.total)) : 0n;
  const payments = [object, ...(object.payments?.data ?? []).map((entry) => entry.payment)];
  const none: StripeItem = { lineId: object.id, sku: '', title: 'Subscription', quantity: 1, gross: 0n, net: 0n };
  return {
    subscriptionId,
    isFirst: object.billing_reason === 'subscription_create',
    paymentIds: payments
      .flatMap((paid) => [idOf(paid.payment_intent), idOf(paid.charge)])
      .filter((paymentId) => paymentId !== null),
    order: {
      orderId: object.id,
      reference: vitrine.reference ?? null,
      source: 'stripe',
      currency,
      placedAt: new Date(object.created * 1_000),
      clickId: vitrine.click_id,
      discountCodes: vitrine.discount_codes,
      customer: { exact: hashIn(vitrine.customer_hash), canonical: hashIn(vitrine.customer_canonical) },
      country: vitrine.country,
      lines: linesOfItems(items.some(({ net }) => net > 0n) ? items : [none], target),
      body,
    },
  };
}

const invoicePayment = eventWith(z.object({ invoice: maybeReference, payment: paidBy }));

/** Which invoice a payment is for. */
export function readInvoicePayment(body: unknown): { orderId: string; paymentIds: string[] } {
  const { invoice: paid, payment } = readEvent(invoicePayment, body).data.object;
  const orderId = idOf(paid);
  if (orderId === null) throw new Unreadable('data.object.invoice');
  const ids = [idOf(payment.payment_intent), idOf(payment.charge)];
  return { orderId, paymentIds: ids.filter((paymentId) => paymentId !== null) };
}
