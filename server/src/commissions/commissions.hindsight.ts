import type { Context } from '../context.ts';
import { post } from '../ledger/ledger.service.ts';
import { anonymous } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { holdExpiry } from './commissions.hold-dates.ts';
import { noticeHold, notifyCreator } from './commissions.news.ts';
import { lockCommissions, putOnHold } from './commissions.queries.ts';

type Order = { merchant_id: string; order_id: string };
type CommissionRecord = Awaited<ReturnType<typeof lockCommissions>>[number];

/** Commissions in a payout stay the same, and those that the brand has reviewed are not held again. */
function canBeHeld(commission: CommissionRecord): boolean {
  const isOpen = commission.state === 'pending' || commission.state === 'available';
  return isOpen && commission.held_reason === null && commission.hold_ended_at === null;
}

/** Moves available commissions back to pending, also in the ledger, so that no payout includes them. */
async function withdraw(ctx: Context, tx: Tx, commission: CommissionRecord, times: number): Promise<void> {
  const net = commission.amount - commission.reversed;
  await post(tx, {
    merchantId: commission.merchant_id,
    merchantAccountId: commission.merchant_account_id,
    key: `hold:${commission.id}:${times}`,
    kind: 'adjustment',
    reference: commission.id,
    currency: commission.currency,
    occurredAt: ctx.clock.now(),
    entries: [
      { account: 'current', amount: -net },
      { account: 'pending', amount: net },
    ],
  });
}

/**
 * Puts the commissions of a decided order on hold later. The order's row is locked. Returns how many were held; those
 * that are in a payout, reversed, on hold or were on hold before are not.
 */
export async function holdInHindsight(ctx: Context, tx: Tx, order: Order, reason: string): Promise<number> {
  const held = (await lockCommissions(tx, order.merchant_id, order.order_id)).filter(canBeHeld);
  const now = ctx.clock.now();
  await putCommissionsOnHold(ctx, tx, held, { reason, expiryOf: (row) => holdExpiry(now, row.matures_at) });
  return held.length;
}

type NewHold = { reason: string; expiryOf: (commission: CommissionRecord) => Date };

/** Holds locked commissions of one order. */
export async function putCommissionsOnHold(
  ctx: Context,
  tx: Tx,
  held: readonly CommissionRecord[],
  { reason, expiryOf }: NewHold,
): Promise<void> {
  for (const commission of held) {
    const timesWithdrawn = commission.times_withdrawn + (commission.state === 'available' ? 1 : 0);
    if (commission.state === 'available') await withdraw(ctx, tx, commission, timesWithdrawn);
    await putOnHold(tx, commission, { reason, expiresAt: expiryOf(commission), timesWithdrawn });
  }
  for (const commission of held)
    await audit(ctx, tx, anonymous, {
      action: 'commission.held',
      merchantId: commission.merchant_id,
      subject: { kind: 'commission', id: commission.id },
      details: { held_reason: reason, order_id: commission.order_id },
    });
  const [first] = held;
  if (!first) return;
  await noticeHold(ctx, tx, first, 'held');
  const earner = { creatorId: first.creator_id, merchantAccountId: first.merchant_account_id };
  await notifyCreator(ctx, tx, earner, first.order_id);
}
