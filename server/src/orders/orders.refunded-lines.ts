import type { RefundedLine } from '../commissions/commissions.reversals.ts';
import type { Tx } from '../platform/database/database.ts';
import { type Line, listLinesWithRefunds, type OrderRecord } from './orders.queries.ts';

/**
 * The lines of a locked order, and the refunds from before its decision, each with the refunds before it. And whether a
 * payment of the order is disputed and not decided yet.
 */
export async function readLines(
  tx: Tx,
  order: OrderRecord,
): Promise<{ lines: Line[]; refunded: RefundedLine[]; isDisputed: boolean }> {
  const rows = await listLinesWithRefunds(tx, order.merchant_id, order.order_id);
  const lines = [...new Map(rows.map((row): [string, Line] => [row.line_id, row])).values()];
  const before = new Map<string, bigint>();
  const refunded = rows
    .toSorted((a, b) => Number(a.refund_received_at) - Number(b.refund_received_at))
    .flatMap((row): RefundedLine[] => {
      if (row.refund_id === null || row.refund_kind === null || row.refund_amount === null) return [];
      const taken = before.get(row.line_id) ?? 0n;
      before.set(row.line_id, taken + row.refund_amount);
      return [
        {
          refundId: row.refund_id,
          reason: row.refund_kind,
          lineId: row.line_id,
          amount: row.refund_amount,
          before: taken,
        },
      ];
    });
  return { lines, refunded, isDisputed: rows.some((row) => row.is_disputed) };
}
