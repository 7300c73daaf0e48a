import type { Erasure } from '../platform/erasure.ts';
import { beginPeriod, endPeriod, lockAccount } from './account.periods.ts';

/** The accounts end, and what brands wrote about pauses and endings goes; their times decide orders, so they stay. */
export const eraseMerchantAccounts: Erasure = async (ctx, tx, user) => {
  const accounts = await tx.selectFrom('merchant_accounts').selectAll().where('creator_id', '=', user.id).execute();
  for (const { merchant_id: merchantId, id } of accounts) {
    const account = await lockAccount(tx, merchantId, id);
    const now = ctx.clock.now();
    if (!account || (account.ending && account.ending.startedAt <= now)) continue;
    if (account.ending) await endPeriod(ctx, tx, account, account.ending, null);
    await beginPeriod(ctx, tx, account, { kind: 'ended', reason: '', startedAt: now, by: null });
  }
  await tx.updateTable('account_periods').set({ reason: '' }).where('creator_id', '=', user.id).execute();
};
