import type { Erasure } from '../platform/erasure.ts';

export const eraseSocial: Erasure = async (_ctx, tx, { id }) => {
  await tx.deleteFrom('social_flows').where('creator_id', '=', id).execute();
  await tx.deleteFrom('social_snapshots').where('creator_id', '=', id).execute();
  await tx.deleteFrom('social_connections').where('creator_id', '=', id).execute();
};
