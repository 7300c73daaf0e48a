// While a payment of an order is disputed, its commissions are on hold. The hold ends with the dispute. It isn't a review
// by the brand, so the commission can be held again later, for another reason.
import type { Context } from '../context.ts';
import { anonymous } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { putCommissionsOnHold } from './commissions.hindsight.ts';
import { notifyCreator } from './commissions.news.ts';
import { liftHold, lockCommissions } from './commissions.queries.ts';

type Order = { merchant_id: string; order_id: string };
type Commission = Awaited<ReturnType<typeof lockCommissions>>[number];

const dispute = 'dispute';
const dayMs = 86_400_000;
/**
 * Banks decide within about 120 days. If the shop never reports the result, the hold ends then; a dispute that is lost
 * even later is still reversed.
 */
const longestDays = 120;

/** When the hold of a dispute ends on its own: never before the commission would have become available anyway. */
export function disputeHoldExpiry(openedAt: Date, maturesAt: Date): Date {
  return new Date(Math.max(openedAt.getTime() + longestDays * dayMs, maturesAt.getTime()));
}

/**
 * Holds what is pending or available and not on hold already, unless the hold of a dispute opened then has ended. The
 * order's row is locked.
 */
export async function holdForDispute(ctx: Context, tx: Tx, order: Order, openedAt: Date): Promise<void> {
  const now = ctx.clock.now();
  const commissions = (await lockCommissions(tx, order.merchant_id, order.order_id)).filter(
    ({ state, held_reason: held, matures_at: maturesAt }) =>
      (state === 'pending' || state === 'available') && held === null && disputeHoldExpiry(openedAt, maturesAt) > now,
  );
  await putCommissionsOnHold(ctx, tx, commissions, {
    reason: dispute,
    expiryOf: (commission) => disputeHoldExpiry(openedAt, commission.matures_at),
  });
}

/** Releases what a dispute held, once it is decided. The order's row is locked. */
export async function endDisputeHold(ctx: Context, tx: Tx, order: Order, result: 'won' | 'lost'): Promise<void> {
  const held = (await lockCommissions(tx, order.merchant_id, order.order_id)).filter(
    ({ held_reason: reason }) => reason === dispute,
  );
  for (const commission of held) {
    await liftHold(tx, commission);
    await audit(ctx, tx, anonymous, {
      action: 'commission.released',
      merchantId: order.merchant_id,
      subject: { kind: 'commission', id: commission.id },
      details: { held_reason: dispute, order_id: order.order_id, reason: `the dispute was ${result}` },
    });
  }
  const [first] = held;
  if (first)
    await notifyCreator(
      ctx,
      tx,
      { creatorId: first.creator_id, merchantAccountId: first.merchant_account_id },
      order.order_id,
    );
}

/**
 * Keeps a commission on hold whose own hold has just ended, if its order is disputed at that time. Returns the reason of
 * the new hold. The commission is locked.
 */
export async function holdAgainIfDisputed(
  ctx: Context,
  tx: Tx,
  commission: Commission & { held_reason: string },
): Promise<typeof dispute | null> {
  // Whoever released the hold of a dispute, or waited until its end, has answered it.
  if (commission.held_reason === dispute) return null;
  const open = await tx
    .selectFrom('disputes')
    .select('opened_at')
    .where('merchant_id', '=', commission.merchant_id)
    .where('order_id', '=', commission.order_id)
    .where('state', '=', 'open')
    .orderBy('opened_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const expiresAt = open && disputeHoldExpiry(open.opened_at, commission.matures_at);
  if (!expiresAt || expiresAt <= ctx.clock.now()) return null;
  await putCommissionsOnHold(ctx, tx, [commission], { reason: dispute, expiryOf: () => expiresAt });
  return dispute;
}
