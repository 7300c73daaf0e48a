import type { Erasure } from '../platform/erasure.ts';

/** A picture that staff uploaded for a brand is the brand's. */
export const erasePictures: Erasure = async (_ctx, tx, { id }) => {
  await tx.deleteFrom('pictures').where('owner_id', '=', id).where('merchant_id', 'is', null).execute();
  await tx.deleteFrom('picture_days').where('owner_id', '=', id).execute();
};
