import type { Context } from '../context.ts';
import { endPeriod, lockAccount } from '../creators/account.periods.ts';
import { resumeAccountsOf } from '../creators/creators.service.ts';
import { anonymous } from '../platform/actor.ts';
import { findUnanswered, lockSuspension } from './suspensions.queries.ts';
import { auditSuspension, endSuspension, tellEnded, tellUnanswered } from './suspensions.steps.ts';

/** The most that one run ends; the next run continues. */
const mostAtOnce = 500;

type Unanswered = Awaited<ReturnType<typeof findUnanswered>>[number];

/**
 * Ends suspensions whose objection nobody answered in time. Safe to run on several nodes at once. Uses the system role,
 * because it is about all brands. Returns how many have ended.
 */
export async function endUnanswered(ctx: Context): Promise<number> {
  const due = await ctx.database.as({ role: 'system' }, (tx) => findUnanswered(tx, ctx.clock.now(), mostAtOnce));
  let ended = 0;
  for (const each of due) {
    try {
      if (await endOne(ctx, each)) ended += 1;
    } catch (error) {
      ctx.log.error({ err: error, id: each.id }, 'could not end a suspension whose objection was not answered');
    }
  }
  return ended;
}

function endOne(ctx: Context, { id, merchant_id: merchantId, merchant_account_id: accountId }: Unanswered) {
  return ctx.database.as({ role: 'system' }, async (tx): Promise<boolean> => {
    // Of a pause, the account is locked first, as by whoever resumes it.
    const isPause = merchantId !== null && accountId !== null;
    const account = isPause ? await lockAccount(tx, merchantId, accountId) : undefined;
    const suspension = await lockSuspension(tx, id);
    const isDue = suspension?.due_at && suspension.due_at <= ctx.clock.now();
    if (suspension?.objection_state !== 'open' || !isDue) return false;
    await endSuspension(ctx, tx, anonymous, suspension, { hasLapsed: true, reason: null });
    if (account?.pause) await endPeriod(ctx, tx, account, account.pause, null);
    if (!isPause) await resumeAccountsOf(ctx, tx, suspension.creator_id, null);
    await auditSuspension(ctx, tx, anonymous, suspension, 'lapsed');
    await tellEnded(ctx, tx, suspension, null);
    await tellUnanswered(ctx, tx, suspension);
    return true;
  });
}
