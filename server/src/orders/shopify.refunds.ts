import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { sha256 } from '../platform/ids.ts';
import { decideOrder } from './orders.decision.ts';
import { findRefund, lockOrder, type OrderRecord } from './orders.queries.ts';
import {
  type RefundableLine,
  refundableLines,
  type RefundPart,
  storeRefund,
  amountOfPieces,
} from './orders.refunds.ts';
import { holdsTax, readSubtotal, type ShopifyRefund } from './shopify.mapping.ts';

/** The refund_id of an order's cancellation. */
const cancellationId = 'cancellation';

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
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
    const quantity = Math.min(item.quantity, line.quantity - taken.refundedQuantity);
    const worth =
      byPieces || item.subtotal === null
        ? amountOfPieces(taken, quantity)
        : readSubtotal(item.subtotal, order.currency);
    parts.set(item.lineId, {
      lineId: item.lineId,
      quantity: (earlier.quantity ?? 0) + quantity,
      amount: least(earlier.amount + worth, line.net - line.refunded),
    });
  }
  return [...parts.values()];
}

function restOf(lines: ReadonlyMap<string, RefundableLine>): RefundPart[] {
  return [...lines.values()]
    .filter((line) => line.refunded < line.net)
    .map((line) => ({
      lineId: line.lineId,
      quantity: line.quantity - line.refundedQuantity,
      amount: line.net - line.refunded,
    }));
}

/** Runs with the order's row locked, and the order decided if possible. Returns the result. */
async function withOrder(
  ctx: Context,
  merchantId: string,
  orderId: string,
  work: (tx: Tx, order: OrderRecord) => Promise<string>,
): Promise<string> {
  await decideOrder(ctx, merchantId, orderId);
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const order = await lockOrder(tx, merchantId, orderId);
    return order ? work(tx, order) : 'waits_for_order';
  });
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

/** Refunds everything that is left of an order. */
export async function applyCancellation(ctx: Context, merchantId: string, orderId: string): Promise<string> {
  return withOrder(ctx, merchantId, orderId, async (tx, order) => {
    if (await findRefund(tx, merchantId, orderId, cancellationId)) return 'cancellation_known';
    const lines = await refundableLines(tx, order);
    await storeRefund(ctx, tx, order, lines, {
      refundId: cancellationId,
      source: 'shopify',
      kind: 'cancellation',
      body: {},
      bodyHash: sha256(cancellationId),
      parts: restOf(lines),
    });
    return 'order_cancelled';
  });
}
