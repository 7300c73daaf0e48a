import type { Erasure } from '../erasure.ts';

/** Live events contain ids only. Those of the user have no reader anymore. */
export const eraseEvents: Erasure = async (_ctx, tx, { id }) => {
  await tx.deleteFrom('events').where('audience_user', '=', id).execute();
};
