import type { Erasure } from '../platform/erasure.ts';

export const eraseWelcomes: Erasure = async (_ctx, tx, user) => {
  await tx.deleteFrom('dismissed_welcomes').where('creator_id', '=', user.id).execute();
};
