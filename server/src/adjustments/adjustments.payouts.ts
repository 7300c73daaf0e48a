// What payouts do with bonuses and corrections: each payout takes all that no other has, together with what refunds
// left (carried), because a payout has whole commissions only and the rest of the balance is always part of it.
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/refusal.ts';
import { leavePayout, takeIntoPayout } from './adjustments.queries.ts';

/** Gives the adjustments of a calculated sum to the payout; another payout may have taken them meanwhile. */
export async function moveAdjustments(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
  payoutId: string,
): Promise<void> {
  if ((await takeIntoPayout(tx, merchantId, ids, payoutId)) !== ids.length) throw new Refusal('payout_moved_on');
}

/** After a failed payout. */
export async function returnAdjustments(tx: Tx, merchantId: string, payoutId: string): Promise<void> {
  await leavePayout(tx, merchantId, payoutId);
}
