import { holdIfDisputed } from '../commissions/commissions.disputes.ts';
import { type DeclinedLine, liftDecline, markReleased } from '../commissions/commissions.restore.ts';
import { reviseCommissions } from '../commissions/commissions.revise.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { record } from '../platform/events/record.ts';
import { earnAgain, creditedCandidate } from './orders.edits.ts';
import { findLatestDecision, listCandidates, lockOrder } from './orders.queries.ts';
import { readTrace } from './orders.trace.ts';

/**
 * Takes back the decline of a commission: what its line earns now, after changes and refunds of the order, is credited
 * again under the same terms. Nothing is credited if the order was credited to someone else since.
 */
export async function takeBackDecline(ctx: Context, tx: Tx, of: DeclinedLine): Promise<void> {
  const order = await lockOrder(tx, of.merchantId, of.orderId);
  if (!order || !(await liftDecline(ctx, tx, of))) return;
  const before = await findLatestDecision(tx, of.merchantId, of.orderId);
  const candidates = await listCandidates(tx, of.merchantId, of.orderId);
  if (!before || before.terms_version === null) return;
  const at = ctx.clock.now();
  const decided = { order, before, candidates, at, refundedAnew: new Set<string>() };
  const winner = creditedCandidate(decided);
  if (!winner) return;
  const { credit } = await earnAgain(tx, decided, {
    winner,
    version: before.terms_version,
    trace: readTrace(before.trace),
  });
  await reviseCommissions(ctx, tx, order, credit, { wasHeld: before.outcome.startsWith('held') });
  await markReleased(tx, of, at);
  await holdIfDisputed(ctx, tx, order);
  await record(ctx, tx, { merchantId: of.merchantId }, { kind: 'order-decided', order_id: of.orderId });
}
