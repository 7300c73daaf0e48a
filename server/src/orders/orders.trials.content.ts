// What a test order consists of: one row that holds everything, apart from the tables of orders.
import * as z from 'zod/mini';
import { invalid } from '../platform/refusal.ts';
import { netOf, type NewLine, type NewOrder } from './orders.meaning.ts';
import type { Line } from './orders.queries.ts';
import { refundClaim, type SharedPart, shareRefunds } from './orders.refund-shares.ts';

const storedLine = z.strictObject({
  line_id: z.string(),
  sku: z.string(),
  title: z.string(),
  quantity: z.int(),
  unit_price: z.string(),
  discount: z.string(),
  kind: z.string(),
});
const storedRefund = z.strictObject({
  refund_id: z.string(),
  kind: z.enum(['refund', 'cancellation', 'dispute']),
  source: z.string(),
  hash: z.string(),
  received_at: z.string(),
  /** Null: its parts are final. */
  claims: z.nullable(z.array(refundClaim)),
  parts: z.array(z.strictObject({ line_id: z.string(), quantity: z.nullable(z.int()), amount: z.string() })),
});
export type TestRefund = z.output<typeof storedRefund>;

const storedDispute = z.strictObject({
  dispute_id: z.string(),
  state: z.enum(['open', 'won', 'lost']),
  opened_at: z.string(),
});

/** What was added later has a default, for test orders that were stored before. */
export const testContent = z.strictObject({
  click_id: z.nullable(z.string()),
  discount_codes: z.array(z.string()),
  country: z.string(),
  lines: z.array(storedLine),
  refunds: z.array(storedRefund),
  edits: z.array(
    z.strictObject({
      source: z.string(),
      changed_at: z.string(),
      received_at: z.string(),
      before: z.string(),
      after: z.string(),
    }),
  ),
  disputes: z._default(z.array(storedDispute), []),
  /** The shopper hasn't paid: it is not decided before that. */
  awaits_payment: z._default(z.boolean(), false),
  /** Set if it renews a subscription: since when that runs, and until when its renewals earn. */
  renewal: z.optional(z.strictObject({ since: z.string(), until: z.string() })),
  /** What the shop sent, without the shopper's data. */
  body: z._default(z.unknown(), {}),
});
export type TestContent = z.output<typeof testContent>;

/**
 * Refunds, changes and disputes of one test order, which are stored in its row. A live order has a row for each; but a
 * test key is handled with less care than a live one.
 */
export const mostReports = 1_000;

/** Throws a refusal if nothing more can be reported of a test order, but that it is canceled. */
export function checkRoom({ refunds, edits, disputes }: TestContent): void {
  if (refunds.length + edits.length + disputes.length >= mostReports)
    throw invalid(
      'order_id',
      `must be a test order with fewer than ${mostReports} refunds, changes and disputes; send a new order`,
    );
}

export function storedLines(lines: readonly NewLine[]): TestContent['lines'] {
  return lines.map((line) => ({
    line_id: line.lineId,
    sku: line.sku,
    title: line.title,
    quantity: line.quantity,
    unit_price: line.unitPrice.toString(),
    discount: line.discount.toString(),
    kind: line.kind ?? 'product',
  }));
}

export function contentOf(order: NewOrder, isUnpaid: boolean): TestContent {
  const { renewal } = order;
  return {
    click_id: order.clickId,
    discount_codes: [...order.discountCodes],
    country: order.country,
    lines: storedLines(order.lines),
    refunds: [],
    edits: [],
    disputes: [],
    awaits_payment: isUnpaid,
    ...(renewal && { renewal: { since: renewal.since.toISOString(), until: renewal.until.toISOString() } }),
    body: order.body,
  };
}

/** The lines as those of an order. */
export function linesIn(content: TestContent, merchantId: string, orderId: string): Line[] {
  return content.lines.map((line, position) => {
    const [unitPrice, discount] = [BigInt(line.unit_price), BigInt(line.discount)];
    const { line_id: lineId, sku, title, quantity } = line;
    return {
      merchant_id: merchantId,
      order_id: orderId,
      line_id: lineId,
      position,
      sku,
      title,
      quantity,
      unit_price: unitPrice,
      discount,
      net: netOf({ lineId, sku, title, quantity, unitPrice, discount }),
      revision: 1,
      kind: line.kind,
    };
  });
}

export function totalOf(lines: readonly Pick<Line, 'net'>[]): bigint {
  return lines.reduce((sum, line) => sum + line.net, 0n);
}

/** What each refund takes of each line, as for an order. */
export function partsIn(content: TestContent, lines: readonly Line[]): SharedPart[] {
  return shareRefunds(
    lines.map((line) => ({ lineId: line.line_id, quantity: line.quantity, net: line.net })),
    content.refunds.map((refund) => ({
      refundId: refund.refund_id,
      kind: refund.kind,
      claims: refund.kind === 'cancellation' ? [] : refund.claims,
      parts: refund.parts.map((part) => ({
        refundId: refund.refund_id,
        lineId: part.line_id,
        quantity: part.quantity,
        amount: BigInt(part.amount),
      })),
    })),
    // The shops that report refunds with tax have no test orders.
    null,
  );
}
