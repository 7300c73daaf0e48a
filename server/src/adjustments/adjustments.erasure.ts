import { erasedText, type Erasure } from '../platform/erasure.ts';

/** The brand's words can name the creator; amount and date stay in the books. */
export const eraseAdjustments: Erasure = async (_ctx, tx, { id }) => {
  await tx.updateTable('adjustments').set({ reason: erasedText }).where('creator_id', '=', id).execute();
};
