import type { Erasure } from '../platform/erasure.ts';

export const eraseIdentities: Erasure = async (_ctx, tx, user) => {
  await tx.deleteFrom('identities').where('user_id', '=', user.id).execute();
};
