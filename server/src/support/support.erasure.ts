import type { Erasure } from '../platform/erasure.ts';

export const eraseTickets: Erasure = async (_ctx, tx, user) => {
  await tx.deleteFrom('tickets').where('user_id', '=', user.id).execute();
};
