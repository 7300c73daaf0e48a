import type { Context } from '../context.ts';
import { anonymous } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import { holdAgainIfDisputed } from './commissions.disputes.ts';
import { noticeHold, notifyCreator } from './commissions.news.ts';
import { endHold, findExpiredHolds, lockCommission } from './commissions.queries.ts';

/** The most that one run releases; the next run continues. */
const most = 500;

/**
 * Releases commissions on which the brand did not decide in time. They then mature as usual. Safe to run on several nodes
 * at once. The brands are read with the system role, because the query covers all of them. Returns the number of
 * released commissions.
 */
export async function releaseExpiredHolds(ctx: Context): Promise<number> {
  const found = await ctx.database.as({ role: 'system' }, (tx) => findExpiredHolds(tx, ctx.clock.now(), most));
  let released = 0;
  for (const { merchant_id: merchantId, id } of found) {
    try {
      if (await releaseExpired(ctx, merchantId, id)) released += 1;
    } catch (error) {
      ctx.log.error({ err: error, merchant_id: merchantId, id }, 'could not release an expired hold');
    }
  }
  return released;
}

async function releaseExpired(ctx: Context, merchantId: string, id: string): Promise<boolean> {
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const now = ctx.clock.now();
    const commission = await lockCommission(tx, merchantId, id);
    if (!commission || commission.held_reason === null || commission.state !== 'pending') return false;
    if (commission.hold_expires_at === null || commission.hold_expires_at > now) return false;
    await endHold(tx, { merchantId, commissionId: id }, now, { expired: true, declineReason: null });
    await audit(ctx, tx, anonymous, {
      action: 'commission.released',
      merchantId,
      subject: { kind: 'commission', id },
      details: {
        held_reason: commission.held_reason,
        order_id: commission.order_id,
        reason: 'expired without a decision',
      },
    });
    await holdAgainIfDisputed(ctx, tx, commission);
    const earner = { creatorId: commission.creator_id, merchantAccountId: commission.merchant_account_id };
    await noticeHold(ctx, tx, commission, 'expired');
    await notifyCreator(ctx, tx, earner, commission.order_id);
    return true;
  });
}
