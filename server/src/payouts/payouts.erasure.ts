import type { Erasure } from '../platform/erasure.ts';

/** Bank details go; what was paid, when and under which reference of the brand's bank stays in the books. */
export const erasePayoutDetails: Erasure = async (_ctx, tx, { id }) => {
  await tx.deleteFrom('payout_methods').where('creator_id', '=', id).execute();
  await tx.updateTable('payouts').set({ hint: '', sealed: null, failure: null }).where('creator_id', '=', id).execute();
};
