import type { Context } from '../context.ts';
import { sha256 } from '../platform/ids.ts';
import { withOrder } from './orders.cancellation.ts';
import { findRefund, type OrderRecord } from './orders.queries.ts';
import {
  type RefundableLine,
  refundableLines,
  type RefundPart,
  storeRefund,
  amountOfPieces,
} from './orders.refunds.ts';
import { holdsTax, readSubtotal, type ShopifyRefund } from './shopify.mapping.ts';

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

/**
 * The refunded part of each line. Shopify has already paid it out, so it is never refused: it takes at most what is
 * left, so the sum is the same in whatever order refunds and a cancellation arrive.
 */
function partsOf(refund: ShopifyRefund, order: OrderRecord, lines: ReadonlyMap<string, RefundableLine>): RefundPart[] {
  const byPieces = holdsTax(order.body);
  const parts = new Map<string, RefundPart>();
  for (const item of refund.items) {
    const line = lines.get(item.lineId);
    if (!line) continue;
    const earlier = parts.get(item.lineId) ?? { lineId: item.lineId, quantity: 0, amount: 0n };
    const taken = { ...line, refundedQuantity: line.refundedQuantity + (earlier.quantity ?? 0) };
    const quantity = Math.max(Math.min(item.quantity, line.quantity - taken.refundedQuantity), 0);
    const worth =
      byPieces || item.subtotal === null
        ? amountOfPieces(taken, quantity)
        : readSubtotal(item.subtotal, order.currency);
    parts.set(item.lineId, {
      lineId: item.lineId,
      quantity: (earlier.quantity ?? 0) + quantity,
      amount: least(earlier.amount + worth, most(line.net - line.refunded, 0n)),
    });
  }
  return [...parts.values()];
}

export async function applyShopifyRefund(
  ctx: Context,
  merchantId: string,
  refund: ShopifyRefund,
  body: unknown,
): Promise<string> {
  return withOrder(ctx, merchantId, refund.orderId, async (tx, order) => {
    if (await findRefund(tx, merchantId, refund.orderId, refund.refundId)) return 'refund_known';
    const lines = await refundableLines(tx, order);
    const parts = partsOf(refund, order, lines);
    await storeRefund(ctx, tx, order, lines, {
      refundId: refund.refundId,
      source: 'shopify',
      kind: 'refund',
      body,
      bodyHash: sha256(JSON.stringify(refund)),
      parts,
    });
    return 'refund_stored';
  });
}
