import type { Erasure } from '../platform/erasure.ts';

export const eraseStorefronts: Erasure = async (_ctx, tx, { id }) => {
  await tx.deleteFrom('placements').where('creator_id', '=', id).execute();
  await tx.deleteFrom('collections').where('creator_id', '=', id).execute();
  await tx.deleteFrom('posts').where('creator_id', '=', id).execute();
  await tx.deleteFrom('storefronts').where('creator_id', '=', id).execute();
};
