import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { decideOrder } from './orders.decision.ts';
import { findRefund, lockOrder, type OrderRecord } from './orders.queries.ts';
import { cancellationHash, cancellationId } from './orders.refund-input.ts';
import { type NewRefund, storeRefund } from './orders.refunds.ts';

/** Runs with the order's row locked, and the order decided if possible. Returns the result. */
export async function withOrder(
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

/**
 * Refunds everything that is left of an order. Nothing changes it any more. One that the shop made `at` a time before it
 * changed the order again does nothing: a payment that failed at first may succeed later.
 */
export async function applyCancellation(
  ctx: Context,
  merchantId: string,
  orderId: string,
  source: NewRefund['source'],
  at?: Date,
): Promise<string> {
  return withOrder(ctx, merchantId, orderId, async (tx, order) =>
    at && order.edited_at !== null && at < order.edited_at ? 'edit_superseded' : cancelIn(ctx, tx, order, source),
  );
}

/** The same within the transaction that has locked the order. */
export async function cancelIn(
  ctx: Context,
  tx: Tx,
  order: OrderRecord,
  source: NewRefund['source'],
): Promise<'cancellation_known' | 'order_cancelled'> {
  if (await findRefund(tx, order.merchant_id, order.order_id, cancellationId)) return 'cancellation_known';
  await storeRefund(ctx, tx, order, {
    refundId: cancellationId,
    source,
    kind: 'cancellation',
    body: {},
    bodyHash: cancellationHash,
    claims: [],
  });
  return 'order_cancelled';
}
