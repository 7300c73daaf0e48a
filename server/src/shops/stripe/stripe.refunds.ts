import * as z from 'zod/mini';
import type { ReportedDispute } from '../../orders/orders.disputes.ts';
import type { ReportedRefund } from '../../orders/orders.reported-refunds.ts';
import { sha256 } from '../../platform/ids.ts';
import { Unreadable } from '../shop.ts';
import {
  stripeCurrency,
  eventWith,
  idOf,
  maybeAmount,
  maybeReference,
  minorUnits,
  readEvent,
  stripeId,
} from './stripe.fields.ts';

const amount = z.int().check(z.minimum(0));
const refundObject = z.object({
  id: stripeId,
  amount,
  currency: stripeCurrency,
  // A few very old refunds have none; they succeeded.
  status: z.optional(z.nullable(z.string())),
  charge: maybeReference,
  payment_intent: maybeReference,
});
type RefundObject = z.output<typeof refundObject>;

const refundEvent = eventWith(refundObject);
const chargeEvent = eventWith(
  z.object({
    id: stripeId,
    currency: stripeCurrency,
    amount_refunded: amount,
    payment_intent: maybeReference,
    refunds: z.optional(z.nullable(z.object({ data: z.array(refundObject), has_more: z.optional(z.boolean()) }))),
  }),
);
const disputeEvent = eventWith(
  z.object({
    id: stripeId,
    amount,
    currency: stripeCurrency,
    status: z.string(),
    charge: maybeReference,
    payment_intent: maybeReference,
  }),
);

const paidOrder = z.object({
  data: z.object({
    object: z.object({ currency: stripeCurrency, amount_total: maybeAmount, amount_due: maybeAmount }),
  }),
});

/** The whole amount that was charged for a stored order, of which a refund is a part; with tax and shipping. */
function chargedFor(body: unknown, currency: string): bigint {
  const { object } = readEvent(paidOrder, body).data;
  if (object.currency.toUpperCase() !== currency) throw new Unreadable('data.object.currency');
  return minorUnits(object.amount_total ?? object.amount_due ?? 0, currency, 'data.object.amount_total');
}

/** A refund of a payment: the id of the order is known only after the payment was looked up. */
type PaymentRefund = Omit<ReportedRefund, 'orderId'> & { paymentId: string };

function paymentOf(given: Pick<RefundObject, 'charge' | 'payment_intent'>, field: string): string {
  const paymentId = idOf(given.payment_intent) ?? idOf(given.charge);
  if (paymentId === null) throw new Unreadable(field);
  return paymentId;
}

type Refunded = { refundId: string; paymentId: string; amount: number; currency: string; isTotal: boolean };

function refundOf({ refundId, paymentId, isTotal, ...refunded }: Refunded): PaymentRefund {
  const currency = refunded.currency.toUpperCase();
  const worth = minorUnits(refunded.amount, currency, 'data.object.amount');
  return {
    refundId,
    paymentId,
    source: 'stripe',
    items: [
      {
        lineId: null,
        quantity: 0,
        amountIn: () => worth,
        chargedIn: ({ body }) => chargedFor(body, currency),
        isTotal,
      },
    ],
    body: { refund_id: refundId, payment_id: paymentId, amount: worth.toString(), currency },
    bodyHash: sha256(JSON.stringify([refundId, paymentId, worth.toString(), currency])),
  };
}

function succeeded(refund: RefundObject, field: string): PaymentRefund[] {
  if ((refund.status ?? 'succeeded') !== 'succeeded') return [];
  const { id: refundId, amount: worth, currency } = refund;
  const paymentId = paymentOf(refund, `${field}.payment_intent`);
  return [refundOf({ refundId, paymentId, amount: worth, currency, isTotal: false })];
}

/** A refund counts once it succeeded; one that is pending, failed or was canceled is nothing. */
export function readRefund(body: unknown): PaymentRefund[] {
  return succeeded(readEvent(refundEvent, body).data.object, 'data.object');
}

/** The refunds of a charge. Newer versions of Stripe's API say only how much was refunded in total. */
export function readRefundedCharge(body: unknown): PaymentRefund[] {
  const { object: charge } = readEvent(chargeEvent, body).data;
  const paymentId = idOf(charge.payment_intent) ?? charge.id;
  const { data: listed = [], has_more: isLonger = false } = charge.refunds ?? {};
  if (listed.length > 0 && !isLonger)
    return listed.flatMap((refund, index) =>
      succeeded({ ...refund, payment_intent: paymentId }, `data.object.refunds.data.${index}`),
    );
  const { amount_refunded: total, currency } = charge;
  return [refundOf({ refundId: `${charge.id}:${total}`, paymentId, amount: total, currency, isTotal: true })];
}

/** Warnings are inquiries of the bank: no money has moved, and a closed one leaves it with the shop. */
const disputeStates: Record<string, ReportedDispute['state']> = {
  warning_needs_response: 'open',
  warning_under_review: 'open',
  warning_closed: 'won',
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
};

export function readDispute(body: unknown): Omit<ReportedDispute, 'orderId'> & { paymentId: string } {
  const { object } = readEvent(disputeEvent, body).data;
  const state = disputeStates[object.status];
  if (state === undefined) throw new Unreadable('data.object.status');
  const currency = object.currency.toUpperCase();
  const value = minorUnits(object.amount, currency, 'data.object.amount');
  return {
    disputeId: object.id,
    paymentId: paymentOf(object, 'data.object.payment_intent'),
    source: 'stripe',
    state,
    amount: { value, currency, chargedIn: ({ body: order }) => chargedFor(order, currency) },
  };
}
