import type { Context } from '../context.ts';
import { withOrder } from './orders.cancellation.ts';
import { findRefund, type OrderRecord } from './orders.queries.ts';
import {
  type NewRefund,
  type RefundableLine,
  refundableLines,
  type RefundPart,
  storeRefund,
  amountOfPieces,
} from './orders.refunds.ts';

/** A refund that a shop reports after it was paid out. */
export type ReportedRefund = {
  refundId: string;
  orderId: string;
  source: NewRefund['source'];
  items: readonly {
    lineId: string;
    quantity: number;
    /** What was paid back for them, in minor units; null if the quantity says it. */
    amountIn: (order: Pick<OrderRecord, 'currency' | 'body'>) => bigint | null;
  }[];
  /** Without the shopper's data. */
  body: unknown;
  bodyHash: Buffer;
};

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

/**
 * The refunded part of each line. The shop has already paid it out, so it is never refused: it takes at most what is
 * left, so the sum is the same in whatever order refunds and a cancellation arrive.
 */
function partsOf(refund: ReportedRefund, order: OrderRecord, lines: ReadonlyMap<string, RefundableLine>): RefundPart[] {
  const parts = new Map<string, RefundPart>();
  for (const item of refund.items) {
    const line = lines.get(item.lineId);
    if (!line) continue;
    const earlier = parts.get(item.lineId) ?? { lineId: item.lineId, quantity: 0, amount: 0n };
    const taken = { ...line, refundedQuantity: line.refundedQuantity + (earlier.quantity ?? 0) };
    const quantity = Math.max(Math.min(item.quantity, line.quantity - taken.refundedQuantity), 0);
    const worth = item.amountIn(order) ?? amountOfPieces(taken, quantity);
    parts.set(item.lineId, {
      lineId: item.lineId,
      quantity: (earlier.quantity ?? 0) + quantity,
      amount: least(earlier.amount + worth, most(line.net - line.refunded, 0n)),
    });
  }
  return [...parts.values()];
}

/** Returns what came of it. */
export async function applyReportedRefund(ctx: Context, merchantId: string, refund: ReportedRefund): Promise<string> {
  const { refundId, orderId, source, body, bodyHash } = refund;
  return withOrder(ctx, merchantId, orderId, async (tx, order) => {
    if (await findRefund(tx, merchantId, orderId, refundId)) return 'refund_known';
    const lines = await refundableLines(tx, order);
    const parts = partsOf(refund, order, lines);
    await storeRefund(ctx, tx, order, lines, { refundId, source, kind: 'refund', body, bodyHash, parts });
    return 'refund_stored';
  });
}
