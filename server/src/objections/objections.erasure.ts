import { erasedText, type Erasure } from '../platform/erasure.ts';

/** The texts of both sides go; when it was sent and what came of it stays with the books. */
export const eraseObjections: Erasure = async (_ctx, tx, { id }) => {
  await tx.updateTable('objections').set({ body: erasedText, answer: null }).where('creator_id', '=', id).execute();
};
