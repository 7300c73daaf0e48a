import type { Context } from '../context.ts';
import { withOrder } from './orders.cancellation.ts';
import { findRefund, type OrderRecord } from './orders.queries.ts';
import type { RefundClaim } from './orders.refund-shares.ts';
import { type NewRefund, storeRefund } from './orders.refunds.ts';

/** A refund that a shop reports after it was paid out. */
export type ReportedRefund = {
  refundId: string;
  orderId: string;
  source: NewRefund['source'];
  items: readonly {
    /** Null: an amount without lines, which is spread over what is left of them. */
    lineId: string | null;
    quantity: number;
    /** What was paid back for them, in minor units; null if the quantity says it. */
    amountIn: (order: Pick<OrderRecord, 'currency' | 'body'>) => bigint | null;
    /** Of an amount without lines: the whole charge that it is a part of, with tax and shipping. */
    chargedIn?: (order: Pick<OrderRecord, 'currency' | 'body'>) => bigint;
    /** Of an amount without lines: it is all that was refunded so far, not one refund. */
    isTotal?: boolean;
  }[];
  /** Without the shopper's data. */
  body: unknown;
  bodyHash: Buffer;
};

/** What it takes of its order. */
export function claimsOf({ items }: ReportedRefund, order: Pick<OrderRecord, 'currency' | 'body'>): RefundClaim[] {
  return items.map((item) => ({
    line_id: item.lineId,
    quantity: item.quantity,
    amount: item.amountIn(order)?.toString() ?? null,
    ...(item.chargedIn ? { of: item.chargedIn(order).toString() } : {}),
    ...(item.isTotal ? { is_total: true } : {}),
  }));
}

/** Returns what came of it. */
export async function applyReportedRefund(ctx: Context, merchantId: string, refund: ReportedRefund): Promise<string> {
  const { refundId, orderId, source, body, bodyHash } = refund;
  return withOrder(ctx, merchantId, orderId, async (tx, order) => {
    if (await findRefund(tx, merchantId, orderId, refundId)) return 'refund_known';
    const claims = claimsOf(refund, order);
    await storeRefund(ctx, tx, order, { refundId, source, kind: 'refund', body, bodyHash, claims });
    return 'refund_stored';
  });
}
