import type { Erasure } from '../platform/erasure.ts';

export const eraseMerchantAccounts: Erasure = async (_ctx, tx, user) => {
  await tx.updateTable('merchant_accounts').set({ status: 'ended' }).where('creator_id', '=', user.id).execute();
};
