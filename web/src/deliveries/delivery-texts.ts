import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { Delivery, DeliveryFilter, DeliveryOutcome } from '@vitrine/contract/deliveries.ts';
import type { ExpectedField } from '@vitrine/contract/repairs.ts';
import { formatNumber } from '../format/numbers.ts';
import type { Translate } from '../locales/translate.ts';

/** The short names of outcomes, for lists. */
export const deliveryOutcomes = {
  order_stored: msg`Order saved`,
  order_unpaid: msg`Order not paid yet`,
  order_paid: msg`Order paid`,
  order_edited: msg`Order changed`,
  edit_superseded: msg`Older state`,
  edit_announced: msg`Change announced`,
  currency_not_used: msg`Currency not accepted`,
  order_known: msg`Order already known`,
  not_paid_yet: msg`Not paid yet`,
  never_paid: msg`Never paid`,
  order_conflict: msg`Different order`,
  refund_stored: msg`Refund saved`,
  refund_known: msg`Refund already known`,
  order_cancelled: msg`Order canceled`,
  cancellation_known: msg`Already canceled`,
  dispute_opened: msg`Dispute opened`,
  dispute_won: msg`Dispute won`,
  dispute_lost: msg`Dispute lost`,
  dispute_known: msg`Dispute already known`,
  app_removed: msg`Shop disconnected`,
  removal_known: msg`Connection newer`,
  data_requested: msg`Data requested`,
  shopper_erased: msg`Shopper erased`,
  shoppers_erased: msg`Shoppers erased`,
  privacy_known: msg`Request already known`,
  noted: msg`Noted`,
  test_event: msg`Test`,
  kept: msg`Not used`,
  waiting: msg`Waiting`,
  repeated: msg`Repeated`,
  unreadable: msg`Invalid data`,
  malformed_body: msg`Not valid JSON`,
  signature_invalid: msg`Wrong signature`,
  unknown_brand: msg`Unknown brand`,
  order_never_came: msg`Order never arrived`,
  failed: msg`Failed`,
} satisfies Record<DeliveryOutcome, MessageDescriptor>;

export function isDeliveryFilter(value: string | undefined): value is DeliveryFilter {
  return value === 'problem' || value === 'closed' || (value !== undefined && Object.hasOwn(deliveryOutcomes, value));
}

const looks: Partial<Record<DeliveryOutcome, 'good' | 'wait'>> = {
  order_stored: 'good',
  order_paid: 'good',
  order_edited: 'good',
  order_unpaid: 'wait',
  refund_stored: 'good',
  order_cancelled: 'good',
  dispute_opened: 'good',
  dispute_won: 'good',
  dispute_lost: 'good',
  app_removed: 'wait',
  data_requested: 'wait',
  shopper_erased: 'good',
  shoppers_erased: 'good',
  waiting: 'wait',
};
const quiet: readonly DeliveryOutcome[] = [
  'edit_superseded',
  'edit_announced',
  'order_known',
  'not_paid_yet',
  'never_paid',
  'refund_known',
  'cancellation_known',
  'dispute_known',
  'removal_known',
  'privacy_known',
  'noted',
  'test_event',
  'kept',
  'repeated',
];

export function outcomeLook(outcome: DeliveryOutcome): 'good' | 'wait' | 'bad' | undefined {
  return quiet.includes(outcome) ? undefined : (looks[outcome] ?? 'bad');
}

const topicNames: Record<string, MessageDescriptor> = {
  'orders/create': msg`Order created`,
  'orders/paid': msg`Order paid`,
  'orders/updated': msg`Order updated`,
  'orders/edited': msg`Order edited`,
  'disputes/create': msg`Dispute opened`,
  'disputes/update': msg`Dispute updated`,
  'orders/cancelled': msg`Order canceled`,
  'refunds/create': msg`Refund created`,
  'app/uninstalled': msg`App removed`,
  'customers/data_request': msg`Request for data`,
  'customers/redact': msg`Erase a shopper`,
  'shop/redact': msg`Erase all shoppers`,
  refund: msg`Refund`,
  cancellation: msg`Order canceled`,
  'order.created': msg`Order created`,
  'order.updated': msg`Order updated`,
  'order.deleted': msg`Order deleted`,
  'order.restored': msg`Order restored`,
  ping: msg`Connection test`,
  'checkout.session.completed': msg`Checkout completed`,
  'checkout.session.async_payment_succeeded': msg`Payment succeeded`,
  'checkout.session.async_payment_failed': msg`Payment failed`,
  'invoice.paid': msg`Invoice paid`,
  'invoice.payment_succeeded': msg`Invoice paid`,
  'invoice_payment.paid': msg`Payment of an invoice`,
  'refund.created': msg`Refund created`,
  'refund.updated': msg`Refund changed`,
  'charge.refund.updated': msg`Refund changed`,
  'charge.refunded': msg`Payment refunded`,
  'charge.dispute.created': msg`Dispute opened`,
  'charge.dispute.updated': msg`Dispute changed`,
  'charge.dispute.closed': msg`Dispute closed`,
};

/** What a delivery is about. A topic that we don't use is shown as the shop writes it. */
export function topicName(topic: string, t: Translate): string {
  const name = topicNames[topic];
  return name ? t(name) : topic;
}

type Details = {
  fields: string;
  nextAttempt: string | undefined;
  line: string | undefined;
  column: string | undefined;
};

const sentences: Record<DeliveryOutcome, (details: Details) => string> = {
  order_stored: () => t`We saved the order and decided who earns from it.`,
  order_unpaid: () =>
    t`We saved the order. The shopper hasn’t paid yet, so it earns nothing until your shop reports it as paid.`,
  order_paid: () => t`The shopper has paid the order, so we decided who earns from it.`,
  order_edited: () => t`The order was changed. We calculated its commissions again under the same terms.`,
  edit_superseded: () => t`We already have a later state of this order, so nothing changed.`,
  edit_announced: () => t`The shop announced a change. What changed comes with the event orders/updated.`,
  currency_not_used: () =>
    t`We saved the order, but its currency isn’t accepted under Terms. It earns nothing until it is.`,
  order_known: () => t`We already had this order, so nothing changed.`,
  not_paid_yet: () => t`The order isn’t paid yet. We’ll save it when your shop reports the payment.`,
  never_paid: () => t`The order was canceled and never paid, so there was nothing to do.`,
  order_conflict: () => t`We already have an order with this number and other content. We kept the first one.`,
  refund_stored: () => t`We saved the refund and reversed its part of the commissions.`,
  refund_known: () => t`We already had this refund, so nothing changed.`,
  order_cancelled: () => t`We canceled the order and reversed its commissions.`,
  cancellation_known: () => t`The order was already canceled, so nothing changed.`,
  dispute_opened: () => t`The shopper disputes the payment. We put the order’s commissions on hold until it’s decided.`,
  dispute_won: () => t`The dispute was won or closed, so we released the order’s commissions.`,
  dispute_lost: () => t`The dispute was lost, so we reversed the commission on the disputed amount.`,
  dispute_known: () => t`We already had this dispute, or a later state of it, so nothing changed.`,
  app_removed: () => t`The app was removed in the shop. We disconnected the shop and told the brand’s owners by email.`,
  removal_known: () => t`The app was removed before the current connection was made, so the connection stays as it is.`,
  data_requested: () =>
    t`A shopper asks for their data. We put the file together; the brand’s owners can download it on the Shop page and got an email.`,
  shopper_erased: () =>
    t`We erased what leads to the shopper: the hashes of the email address, the country, the visit, and what the shop sent. Lines, amounts and commissions stay.`,
  shoppers_erased: () =>
    t`We erased what leads to the shop’s shoppers in all of its orders, and what the shop sent. Lines, amounts and commissions stay.`,
  privacy_known: () => t`We already had this request, so nothing changed.`,
  noted: () => t`We noted which click and which invoice belong together. The invoices are the orders.`,
  test_event: () => t`It’s a test. The connection works, and tests earn nothing.`,
  kept: () => t`We don’t use this kind of event, so nothing changed.`,
  waiting: ({ nextAttempt }) =>
    nextAttempt
      ? t`We couldn’t apply it yet. Next attempt: ${nextAttempt}.`
      : t`Its order hasn’t arrived yet. We wait for the order up to 30 days.`,
  repeated: () => t`The shop had sent this delivery before, so nothing changed.`,
  unreadable: ({ fields }) => t`A field is missing or invalid: ${fields}. Nothing was applied.`,
  malformed_body: ({ line, column }) =>
    line === undefined || column === undefined
      ? t`We refused it because its body isn’t valid JSON.`
      : t`We refused it because its body isn’t valid JSON: the fault is in line ${line}, column ${column}. The text itself isn’t stored.`,
  signature_invalid: () =>
    t`We refused it because its signature doesn’t match. Check that the secret in the shop is the one entered here.`,
  unknown_brand: () =>
    t`We refused it because no brand has the address that was called. Check the webhook address in the shop.`,
  order_never_came: () => t`Its order didn’t arrive within 30 days, so we gave up.`,
  failed: () => t`We couldn’t apply it and gave up after two days. The server’s log has the error.`,
};

/** What came of a delivery, and why, in a sentence. */
export function outcomeSentence({ outcome, fields, fault }: Delivery, nextAttempt: string | undefined): string {
  return sentences[outcome]({
    fields: fields.join(', '),
    nextAttempt,
    line: fault ? formatNumber(fault.line) : undefined,
    column: fault ? formatNumber(fault.column) : undefined,
  });
}

const expectedTexts = {
  amount: msg`It should be an amount with a decimal point and without a currency, like 17.99.`,
  currency: msg`It should be a currency code with three capital letters, like USD.`,
  time: msg`It should be a date and time with its zone, like 2026-11-20T12:00:00Z.`,
  id: msg`It should be an id of the shop: a whole number or a short text.`,
  quantity: msg`It should be a whole number, like 2.`,
  lines: msg`It should be a list of 1 to 500 order lines.`,
  text: msg`It should be a text.`,
  other: msg`Compare it with what your shop usually sends.`,
} satisfies Record<ExpectedField, MessageDescriptor>;

/** What a field at fault should be. */
export function expectedText(expected: ExpectedField): MessageDescriptor {
  return expectedTexts[expected];
}

/** How a delivery was closed by hand. */
export const closedNames = {
  fixed: msg`Fixed by hand`,
  dismissed: msg`Dismissed`,
} satisfies Record<NonNullable<Delivery['closed']>['as'], MessageDescriptor>;
