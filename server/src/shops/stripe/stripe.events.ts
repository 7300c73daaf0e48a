// What Stripe's events say happened. A one-time sale is an order with the id of its payment; of a subscription, each paid
// invoice is an order. The first invoice and the checkout are the same sale: the checkout only says which click it had, so
// nothing is credited twice, whichever comes first.
import type { Tx } from '../../platform/database/database.ts';
import type { ShopEvent, WebhookOrigin } from '../shop.ts';
import { readCheckout } from './stripe.checkout.ts';
import { readInvoice, readInvoicePayment, type SubscriptionInvoice } from './stripe.invoices.ts';
import { findSubscription, noteCheckout, notePayments, noteStart, orderOfPayment } from './stripe.queries.ts';
import { readDispute, readRefund, readRefundedCharge } from './stripe.refunds.ts';

/** Where an event came from; `isTest`: from Stripe's test mode. */
export type StripeOrigin = WebhookOrigin & { isTest: boolean };

/** Stripe repeats an event that wasn't acknowledged for three days. What hasn't come by then never existed. */
const longestWaitMs = 3 * 86_400_000;

function inBrand<T>({ ctx, merchantId }: StripeOrigin, work: (tx: Tx) => Promise<T>): Promise<T> {
  return ctx.database.as({ role: 'app', merchantId }, work);
}

function checkoutOf(subscriptionId: string): string {
  return `${subscriptionId}#checkout`;
}

function startOf(subscriptionId: string): string {
  return `${subscriptionId}#start`;
}

async function checkoutEvents(body: unknown, origin: StripeOrigin): Promise<ShopEvent[]> {
  const read = readCheckout(body);
  if (read.kind === 'none') return [];
  if (read.kind === 'sale') return [{ kind: 'order', order: { ...read.order, isTest: origin.isTest } }];
  const { subscriptionId, clickId } = read;
  await inBrand(origin, (tx) => noteCheckout(tx, origin, { subscriptionId, clickId, at: origin.receivedAt }));
  return [{ kind: 'noted', names: [checkoutOf(subscriptionId)] }];
}

/** The first invoice needs the click of its checkout, and a renewal needs the beginning of the subscription. */
function missingFor(
  { isFirst, order, subscriptionId }: SubscriptionInvoice,
  known: Awaited<ReturnType<typeof findSubscription>>,
): string | undefined {
  if (!isFirst) return known?.started_at ? undefined : startOf(subscriptionId);
  return order.clickId !== null || known?.checkout_at ? undefined : checkoutOf(subscriptionId);
}

async function invoiceEvents(body: unknown, origin: StripeOrigin): Promise<ShopEvent[]> {
  const invoice = readInvoice(body);
  if (!invoice) return [];
  const { subscriptionId, paymentIds, isFirst } = invoice;
  const { receivedAt, ctx, isTest } = origin;
  const order = { ...invoice.order, isTest };
  const known = await inBrand(origin, async (tx) => {
    await notePayments(tx, origin, { orderId: order.orderId, paymentIds, at: ctx.clock.now() });
    return findSubscription(tx, origin, subscriptionId);
  });
  const noted: ShopEvent = { kind: 'noted', names: paymentIds };
  const until = new Date(receivedAt.getTime() + longestWaitMs);
  const missing = missingFor(invoice, known);
  if (missing !== undefined && ctx.clock.now() < until) return [noted, { kind: 'wait', waitsFor: missing, until }];
  const clickId = order.clickId ?? known?.click_id ?? null;
  if (isFirst) {
    await inBrand(origin, (tx) => noteStart(tx, origin, { subscriptionId, clickId, at: order.placedAt }));
    const names = [...paymentIds, startOf(subscriptionId)];
    return [
      { kind: 'noted', names },
      { kind: 'order', order: { ...order, clickId } },
    ];
  }
  if (!known?.started_at || !known.earns_until) return [noted, { kind: 'order', order: { ...order, clickId } }];
  const renewal = { since: known.started_at, until: known.earns_until };
  return [noted, { kind: 'order', order: { ...order, clickId, renewal } }];
}

async function invoicePaymentEvents(body: unknown, origin: StripeOrigin): Promise<ShopEvent[]> {
  const { orderId, paymentIds } = readInvoicePayment(body);
  await inBrand(origin, (tx) => notePayments(tx, origin, { orderId, paymentIds, at: origin.ctx.clock.now() }));
  return [{ kind: 'noted', names: paymentIds }];
}

async function refundEvents(refunds: ReturnType<typeof readRefund>, origin: StripeOrigin): Promise<ShopEvent[]> {
  return Promise.all(
    refunds.map(async ({ paymentId, ...refund }): Promise<ShopEvent> => {
      const orderId = await inBrand(origin, (tx) => orderOfPayment(tx, origin, paymentId));
      return { kind: 'refund', refund: { ...refund, orderId } };
    }),
  );
}

async function disputeEvents(body: unknown, origin: StripeOrigin): Promise<ShopEvent[]> {
  const { paymentId, ...dispute } = readDispute(body);
  const orderId = await inBrand(origin, (tx) => orderOfPayment(tx, origin, paymentId));
  return [{ kind: 'dispute', dispute: { ...dispute, orderId } }];
}

type Reader = (body: unknown, origin: StripeOrigin) => Promise<ShopEvent[]>;

/** By the type of the event; others are kept and not used. */
export const stripeReaders: Readonly<Record<string, Reader>> = {
  'checkout.session.completed': checkoutEvents,
  'checkout.session.async_payment_succeeded': checkoutEvents,
  'invoice.paid': invoiceEvents,
  'invoice.payment_succeeded': invoiceEvents,
  'invoice_payment.paid': invoicePaymentEvents,
  'refund.created': (body, origin) => refundEvents(readRefund(body), origin),
  'refund.updated': (body, origin) => refundEvents(readRefund(body), origin),
  'charge.refund.updated': (body, origin) => refundEvents(readRefund(body), origin),
  'charge.refunded': (body, origin) => refundEvents(readRefundedCharge(body), origin),
  'charge.dispute.created': disputeEvents,
  'charge.dispute.updated': disputeEvents,
  'charge.dispute.closed': disputeEvents,
};
