// What a shop's webhooks report of a test order: that it was paid, refunded or disputed.
import type { OrderBlock } from '@vitrine/contract/orders.ts';
import type { Context } from '../context.ts';
import { invalid } from '../platform/refusal.ts';
import { type DisputeOutcome, disputeClaims, type ReportedDispute, refundIdOf } from './orders.disputes.ts';
import { claimsOf, type ReportedRefund } from './orders.reported-refunds.ts';
import { withTest } from './orders.trials.ts';
import { checkRoom, testContent, type TestContent, type TestRefund } from './orders.trials.content.ts';
import { findTestOrder, type TestOrder } from './orders.trials.queries.ts';

/** The shopper has paid. Returns whether the test order waited for that. */
export async function confirmTestPayment(ctx: Context, merchantId: string, orderId: string): Promise<boolean> {
  const outcome = await withTest(ctx, merchantId, orderId, (_row, content) => {
    if (!content.awaits_payment) return 'order_known';
    content.awaits_payment = false;
    return 'order_paid';
  });
  return outcome === 'order_paid';
}

/** Why a test order is not decided; null if nothing prevents it. */
export async function readTestBlock(ctx: Context, merchantId: string, orderId: string): Promise<OrderBlock> {
  const row = await ctx.database.as({ role: 'app', merchantId }, (tx) => findTestOrder(tx, merchantId, orderId));
  return row && testContent.parse(row.content).awaits_payment ? 'payment' : null;
}

/** The part of an order by which reported amounts are read. */
function asOrder(row: TestOrder, content: TestContent): { currency: string; body: unknown } {
  return { currency: row.currency, body: content.body };
}

function addReported(
  ctx: Context,
  content: TestContent,
  refund: Pick<TestRefund, 'refund_id' | 'kind' | 'source' | 'hash' | 'claims'>,
): 'refund_stored' | 'refund_known' {
  if (content.refunds.some((each) => each.refund_id === refund.refund_id)) return 'refund_known';
  checkRoom(content);
  content.refunds.push({ ...refund, received_at: ctx.clock.now().toISOString(), parts: [] });
  return 'refund_stored';
}

/** As `applyReportedRefund` for an order. */
export function applyTestRefund(ctx: Context, merchantId: string, refund: ReportedRefund): Promise<string> {
  const { refundId, orderId, source, bodyHash } = refund;
  return withTest(ctx, merchantId, orderId, (row, content) =>
    addReported(ctx, content, {
      refund_id: refundId,
      kind: 'refund',
      source,
      hash: bodyHash.toString('hex'),
      claims: claimsOf(refund, asOrder(row, content)),
    }),
  );
}

/** As `applyDispute` for an order. */
export function applyTestDispute(ctx: Context, merchantId: string, dispute: ReportedDispute): Promise<string> {
  const { orderId, disputeId, state, amount, source } = dispute;
  return withTest(ctx, merchantId, orderId, (row, content): DisputeOutcome => {
    const before = content.disputes.find((each) => each.dispute_id === disputeId);
    if (before && (before.state !== 'open' || state === 'open')) return 'dispute_known';
    if (state === 'lost' && amount !== null && amount.currency !== row.currency)
      throw invalid('currency', `must be ${row.currency}, the order’s currency`);
    if (before) before.state = state;
    else {
      checkRoom(content);
      content.disputes.push({ dispute_id: disputeId, state, opened_at: ctx.clock.now().toISOString() });
    }
    if (state === 'lost')
      addReported(ctx, content, {
        refund_id: refundIdOf(disputeId),
        kind: 'dispute',
        source,
        hash: '',
        claims: disputeClaims(dispute, asOrder(row, content)),
      });
    return state === 'open' ? 'dispute_opened' : state === 'won' ? 'dispute_won' : 'dispute_lost';
  });
}
