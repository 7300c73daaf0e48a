import type { Erasure } from '../platform/erasure.ts';

/** What a creator got and read. What staff wrote in the name of a brand is the brand's. */
export const eraseAnnouncementReads: Erasure = async (_ctx, tx, { id }) => {
  await tx.deleteFrom('announcement_reads').where('creator_id', '=', id).execute();
  await tx.deleteFrom('announcement_recipients').where('creator_id', '=', id).execute();
};
