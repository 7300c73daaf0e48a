import { endDisputeHold, holdIfDisputed, isDisputed } from '../commissions/commissions.disputes.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { record } from '../platform/events/record.ts';
import { sha256 } from '../platform/ids.ts';
import { invalid } from '../platform/refusal.ts';
import { withOrder } from './orders.cancellation.ts';
import { findRefund, type OrderRecord } from './orders.queries.ts';
import type { RefundClaim } from './orders.refund-shares.ts';
import { type NewRefund, storeRefund } from './orders.refunds.ts';

/** A payment that the shopper disputes with their bank, as the shop reports it. */
export type ReportedDispute = {
  orderId: string;
  disputeId: string;
  source: NewRefund['source'];
  /** `won`: the shop keeps the money. `lost`: the disputed amount goes back to the shopper. */
  state: 'open' | 'won' | 'lost';
  /** What is disputed, in minor units; null: all that is left of the order. */
  amount: {
    value: bigint;
    currency: string;
    /** The whole charge that it is a part of, with tax and shipping. */
    chargedIn?: (order: Pick<OrderRecord, 'currency' | 'body'>) => bigint;
  } | null;
};
export type DisputeOutcome = 'dispute_opened' | 'dispute_won' | 'dispute_lost' | 'dispute_known';

/** The refund_id of a lost dispute. */
export function refundIdOf(disputeId: string): string {
  return `dispute:${disputeId}`;
}

function findDispute(tx: Tx, { merchant_id, order_id }: OrderRecord, disputeId: string) {
  return tx
    .selectFrom('disputes')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('order_id', '=', order_id)
    .where('dispute_id', '=', disputeId)
    .executeTakeFirst();
}

async function saveDispute(ctx: Context, tx: Tx, order: OrderRecord, dispute: ReportedDispute): Promise<void> {
  const { state, amount } = dispute;
  const now = ctx.clock.now();
  const values = {
    state,
    amount: amount !== null && amount.currency === order.currency ? amount.value : null,
    decided_at: state === 'open' ? null : now,
  };
  await tx
    .insertInto('disputes')
    .values({
      merchant_id: order.merchant_id,
      order_id: order.order_id,
      dispute_id: dispute.disputeId,
      source: dispute.source,
      opened_at: now,
      ...values,
    })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'order_id', 'dispute_id']).doUpdateSet(values))
    .execute();
}

/** What a lost dispute takes of its order. */
export function disputeClaims(
  { amount }: ReportedDispute,
  order: Pick<OrderRecord, 'currency' | 'body'>,
): RefundClaim[] {
  return [
    {
      line_id: null,
      quantity: 0,
      amount: amount?.value.toString() ?? null,
      ...(amount?.chargedIn ? { of: amount.chargedIn(order).toString() } : {}),
    },
  ];
}

/** The disputed amount is reversed like a refund of it. */
async function reverseDisputed(ctx: Context, tx: Tx, order: OrderRecord, dispute: ReportedDispute): Promise<void> {
  const { disputeId, source } = dispute;
  const refundId = refundIdOf(disputeId);
  if (await findRefund(tx, order.merchant_id, order.order_id, refundId)) return;
  await storeRefund(ctx, tx, order, {
    refundId,
    source,
    kind: 'dispute',
    body: { dispute_id: disputeId },
    bodyHash: sha256(refundId),
    claims: disputeClaims(dispute, order),
  });
}

/**
 * Applies a dispute. While it is open, the commissions of its order are on hold. A dispute that was decided stays so,
 * whatever older states of it still arrive. Returns what came of it.
 */
export async function applyDispute(ctx: Context, merchantId: string, dispute: ReportedDispute): Promise<string> {
  return withOrder(ctx, merchantId, dispute.orderId, async (tx, order): Promise<DisputeOutcome> => {
    const { state, amount } = dispute;
    const before = await findDispute(tx, order, dispute.disputeId);
    if (before && (before.state !== 'open' || state === 'open')) return 'dispute_known';
    if (state === 'lost' && amount !== null && amount.currency !== order.currency)
      throw invalid('currency', `must be ${order.currency}, the order’s currency`);
    await saveDispute(ctx, tx, order, dispute);
    if (state === 'open') {
      if (order.state === 'decided') await holdIfDisputed(ctx, tx, order);
    } else {
      if (state === 'lost') await reverseDisputed(ctx, tx, order, dispute);
      if (!(await isDisputed(tx, order))) await endDisputeHold(ctx, tx, order, state);
    }
    await record(ctx, tx, { merchantId }, { kind: 'order-decided', order_id: order.order_id });
    return state === 'open' ? 'dispute_opened' : state === 'won' ? 'dispute_won' : 'dispute_lost';
  });
}
