import * as z from 'zod/mini';
import { spreadRefund } from '../../orders/orders.refund-parts.ts';
import type { ReportedRefund } from '../../orders/orders.reported-refunds.ts';
import { sha256 } from '../../platform/ids.ts';
import { Unreadable } from '../shop.ts';
import { readMoney, readSignedMoney } from './shopify.money.ts';
import { type RefundFields, readBody, shopifyRefundBody } from './shopify.schemas.ts';

// What a refund takes of products. Shopify lists the products that came back with their value (`refund_line_items`), and
// corrects their sum by `order_adjustments`: money without products, products without money, and shipping.

type Item = ReportedRefund['items'][number];
type OfOrder = Parameters<Item['amountIn']>[0];

/** Do the prices of a stored order include tax? Then a refund's subtotals do too. */
function holdsTax(body: unknown): boolean {
  return z.object({ taxes_included: z.literal(true) }).safeParse(body).success;
}

/** The value of each product that came back, without tax; null where only the quantity says it. */
function valuesOf(sent: RefundFields, { currency, body }: OfOrder): (bigint | null)[] {
  return (sent.refund_line_items ?? []).map((item) => {
    const field = 'refund_line_items';
    const subtotal = readMoney({ plain: item.subtotal, set: item.subtotal_set, field: `${field}.subtotal` }, currency);
    if (subtotal === null || !holdsTax(body)) return subtotal;
    const tax = readMoney({ plain: item.total_tax, set: item.total_tax_set, field: `${field}.total_tax` }, currency);
    return tax === null || tax > subtotal ? null : subtotal - tax;
  });
}

/** The sum of the adjustments of one kind. Money that went to the shopper is negative. */
function adjustmentsOf(sent: RefundFields, kind: string, currency: string, withTax: boolean): bigint {
  return (sent.order_adjustments ?? [])
    .filter((adjustment) => adjustment.kind === kind)
    .reduce((sum, { amount, amount_set: set, tax_amount: tax, tax_amount_set: taxSet }) => {
      const field = 'order_adjustments.amount';
      const value = readSignedMoney({ plain: amount, set, field }, currency) ?? 0n;
      const added = withTax
        ? readSignedMoney({ plain: tax, set: taxSet, field: 'order_adjustments.tax_amount' }, currency)
        : null;
      return sum + value + (added ?? 0n);
    }, 0n);
}

/** Shipping and duties that were paid back. */
function shippingOf(sent: RefundFields, currency: string): bigint {
  const adjusted = -adjustmentsOf(sent, 'shipping_refund', currency, true);
  const lines = (sent.refund_shipping_lines ?? []).reduce(
    (sum, { subtotal_amount_set: set }) =>
      sum + (readMoney({ plain: null, set, field: 'refund_shipping_lines.subtotal_amount' }, currency) ?? 0n),
    0n,
  );
  const duties = (sent.refund_duties ?? []).reduce(
    (sum, { amount_set: set }) =>
      sum + (readMoney({ plain: null, set, field: 'refund_duties.amount' }, currency) ?? 0n),
    0n,
  );
  return (adjusted === 0n ? lines : adjusted) + duties;
}

/** The money that went back to the shopper. */
function paidOf(sent: RefundFields, currency: string): bigint {
  const paid = (sent.vitrine_payments ?? []).filter(
    ({ kind, status }) => kind === 'refund' && (status === 'success' || status === 'pending'),
  );
  return paid.reduce((sum, payment) => {
    if (payment.currency !== null && payment.currency !== currency) throw new Unreadable('transactions.currency');
    return sum + (readMoney({ plain: payment.amount, set: null, field: 'transactions.amount' }, currency) ?? 0n);
  }, 0n);
}

/** More (above 0) or less (below 0) money than the products that came back are worth, without shipping. */
function differenceOf(sent: RefundFields, currency: string): bigint {
  const isCorrected = (sent.order_adjustments ?? []).some(({ kind }) => kind === 'refund_discrepancy');
  if (isCorrected) return -adjustmentsOf(sent, 'refund_discrepancy', currency, false);
  if ((sent.refund_line_items ?? []).length > 0) return 0n;
  const paid = paidOf(sent, currency) - shippingOf(sent, currency);
  return paid > 0n ? paid : 0n;
}

/** The value of each product, less what was not paid back for them. */
function takenOf(sent: RefundFields, of: OfOrder): (bigint | null)[] {
  const values = valuesOf(sent, of);
  const less = -differenceOf(sent, of.currency);
  if (less <= 0n || values.includes(null)) return values;
  const given = spreadRefund(
    less,
    values.map((value) => value ?? 0n),
  );
  return values.map((value, index) => (value ?? 0n) - (given[index] ?? 0n));
}

/** The refund in a stored body; amounts are parsed once the order's currency is known. */
export function readShopifyRefund(body: unknown): ReportedRefund {
  const sent = readBody(shopifyRefundBody, body);
  const [refundId, orderId] = [String(sent.id), String(sent.order_id)];
  const items = (sent.refund_line_items ?? []).map(
    (item, index): Item => ({
      lineId: String(item.line_item_id),
      quantity: item.quantity,
      amountIn: (of) => takenOf(sent, of)[index] ?? null,
    }),
  );
  const money: Item = {
    lineId: null,
    quantity: 0,
    amountIn: ({ currency }) => {
      const more = differenceOf(sent, currency);
      return more > 0n ? more : 0n;
    },
  };
  const isMoneyNamed = sent.order_adjustments != null || sent.vitrine_payments != null;
  return {
    refundId,
    orderId,
    source: 'shopify',
    items: isMoneyNamed ? [...items, money] : items,
    body,
    bodyHash: sha256(JSON.stringify({ refundId, orderId, items: sent.refund_line_items ?? [] })),
  };
}
