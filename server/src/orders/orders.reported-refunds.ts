import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
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
    /** Of an amount without lines: it is with tax, and so is `chargedIn`, which is what the lines cost. */
    isWithTax?: boolean;
  }[];
  /** Without the shopper's data. */
  body: unknown;
  bodyHash: Buffer;
};

/** What it takes of its order. */
export function claimsOf(
  { items }: Pick<ReportedRefund, 'items'>,
  order: Pick<OrderRecord, 'currency' | 'body'>,
): RefundClaim[] {
  return items.map((item) => ({
    line_id: item.lineId,
    quantity: item.quantity,
    amount: item.amountIn(order)?.toString() ?? null,
    ...(item.chargedIn ? { of: item.chargedIn(order).toString() } : {}),
    ...(item.isTotal ? { is_total: true } : {}),
    ...(item.isWithTax ? { with_tax: true } : {}),
  }));
}

/**
 * Returns what came of it. `itemsIn` gives items that depend on what is stored, while no other refund can be stored;
 * undefined if the refund has nothing new.
 */
export async function applyReportedRefund(
  ctx: Context,
  merchantId: string,
  refund: ReportedRefund,
  itemsIn: (tx: Tx) => Promise<ReportedRefund['items'] | undefined> = async () => refund.items,
): Promise<string> {
  const { refundId, orderId, source, body, bodyHash } = refund;
  return withOrder(ctx, merchantId, orderId, async (tx, order) => {
    if (await findRefund(tx, merchantId, orderId, refundId)) return 'refund_known';
    const items = await itemsIn(tx);
    if (!items) return 'refund_known';
    const claims = claimsOf({ items }, order);
    await storeRefund(ctx, tx, order, { refundId, source, kind: 'refund', body, bodyHash, claims });
    return 'refund_stored';
  });
}
