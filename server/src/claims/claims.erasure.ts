import type { Erasure } from '../platform/erasure.ts';

/** The texts of both sides go; what was asked about and what came of it stays with the books. */
export const eraseClaims: Erasure = async (_ctx, tx, { id }) => {
  await tx.updateTable('claims').set({ note: null, reply: null }).where('creator_id', '=', id).execute();
};
