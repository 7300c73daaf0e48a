// While a payment of an order is disputed, its commissions are on hold. The hold ends with the dispute. It isn't a review
// by the brand, so the commission can be held again later, for another reason.
import type { Context } from '../context.ts';
import { anonymous } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { putCommissionsOnHold } from './commissions.hindsight.ts';
import { noticeHold, notifyCreator } from './commissions.news.ts';
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

/** The latest dispute of the order that is not decided yet. */
function findOpenDispute(tx: Tx, order: Order) {
  return tx
    .selectFrom('disputes')
    .select('opened_at')
    .where('merchant_id', '=', order.merchant_id)
    .where('order_id', '=', order.order_id)
    .where('state', '=', 'open')
    .orderBy('opened_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Whether a payment of the order is disputed and not decided yet. */
export async function isDisputed(tx: Tx, order: Order): Promise<boolean> {
  return (await findOpenDispute(tx, order)) !== undefined;
}

/**
 * Holds those of these locked commissions that are pending or available and not on hold already, unless the time for the
 * hold of a dispute opened then is over. Returns how many.
 */
async function holdFor(ctx: Context, tx: Tx, openedAt: Date, commissions: readonly Commission[]): Promise<number> {
  const expiryOf = (commission: Commission) => disputeHoldExpiry(openedAt, commission.matures_at);
  const now = ctx.clock.now();
  const held = commissions.filter(
    (commission) =>
      (commission.state === 'pending' || commission.state === 'available') &&
      commission.held_reason === null &&
      expiryOf(commission) > now,
  );
  await putCommissionsOnHold(ctx, tx, held, { reason: dispute, expiryOf });
  return held.length;
}

/** Holds the commissions of an order while it is disputed. The order's row is locked. */
export async function holdIfDisputed(ctx: Context, tx: Tx, order: Order): Promise<void> {
  const open = await findOpenDispute(tx, order);
  if (open) await holdFor(ctx, tx, open.opened_at, await lockCommissions(tx, order.merchant_id, order.order_id));
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
  if (!first) return;
  // Of a lost one, the creator hears with the refund.
  if (result === 'won') await noticeHold(ctx, tx, first, 'released');
  const earner = { creatorId: first.creator_id, merchantAccountId: first.merchant_account_id };
  await notifyCreator(ctx, tx, earner, order.order_id);
}

/**
 * Keeps a locked commission on hold whose other hold has just ended, while its order is disputed. Returns the reason of the
 * new hold.
 */
export async function holdAgainIfDisputed(
  ctx: Context,
  tx: Tx,
  commission: Commission,
): Promise<typeof dispute | null> {
  // Whoever released the hold of a dispute, or let it expire, has decided about it.
  if (commission.held_reason === dispute) return null;
  const open = await findOpenDispute(tx, commission);
  if (!open) return null;
  const held = await holdFor(ctx, tx, open.opened_at, [{ ...commission, held_reason: null }]);
  return held > 0 ? dispute : null;
}
