import type { Erasure } from '../platform/erasure.ts';

export const eraseRosterMarks: Erasure = async (_ctx, tx, user) => {
  await tx.deleteFrom('creator_notes').where('creator_id', '=', user.id).execute();
  await tx.deleteFrom('creator_tags').where('creator_id', '=', user.id).execute();
};
