import { erasedText, type Erasure } from '../platform/erasure.ts';

/** That an operator accessed the account stays on record; the reason they typed doesn't. */
export const eraseGrants: Erasure = async (_ctx, tx, user) => {
  await tx
    .updateTable('impersonation_grants')
    .set({ reason: `${erasedText} reason`, ticket: null })
    .where('target_id', '=', user.id)
    .execute();
};
