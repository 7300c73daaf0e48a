import type { Context } from '../context.ts';
import { postAll } from '../ledger/ledger.service.ts';
import { notifyCreator } from './commissions.news.ts';
import { type DueAccount, findDueAccounts, lockDueCommissions, markAvailable } from './commissions.queries.ts';

/** The most commissions moved in one transaction. */
const batch = 100;

/**
 * Makes every commission available whose return window has ended and that is not on hold. Safe to run on several nodes at
 * once. The merchants are read with the system role, because the query covers all of them. Returns the number of
 * commissions.
 */
export async function matureCommissions(ctx: Context): Promise<number> {
  const accounts = await ctx.database.as({ role: 'system' }, (tx) => findDueAccounts(tx, ctx.clock.now()));
  let moved = 0;
  for (const account of accounts) {
    let last = batch;
    while (last === batch) {
      last = await matureBatch(ctx, account);
      moved += last;
    }
  }
  return moved;
}

/** A commission that a hold moved back to pending matures again, with its own ledger key. */
function maturityKey(commission: { id: string; times_withdrawn: number }): string {
  const again = commission.times_withdrawn > 0 ? `:${commission.times_withdrawn}` : '';
  return `maturity:${commission.id}${again}`;
}

async function matureBatch(ctx: Context, account: DueAccount): Promise<number> {
  const now = ctx.clock.now();
  return ctx.database.as({ role: 'app', merchantId: account.merchant_id }, async (tx) => {
    const due = await lockDueCommissions(tx, account, now, batch);
    if (due.length === 0) return 0;
    await postAll(
      tx,
      due.map((commission) => {
        const net = commission.amount - commission.reversed;
        return {
          merchantId: account.merchant_id,
          merchantAccountId: account.merchant_account_id,
          key: maturityKey(commission),
          kind: 'maturity',
          reference: commission.id,
          currency: commission.currency,
          occurredAt: now,
          entries: [
            { account: 'pending', amount: -net },
            { account: 'current', amount: net },
          ],
        };
      }),
    );
    await markAvailable(
      tx,
      account.merchant_id,
      due.map((commission) => commission.id),
      now,
    );
    const earner = { creatorId: account.creator_id, merchantAccountId: account.merchant_account_id };
    for (const orderId of new Set(due.map((commission) => commission.order_id)))
      await notifyCreator(ctx, tx, earner, orderId);
    return due.length;
  });
}
