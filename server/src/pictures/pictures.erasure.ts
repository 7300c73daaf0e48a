import { sql } from 'kysely';
import type { Erasure } from '../platform/erasure.ts';
import { removeObjects } from './pictures.files.ts';

/**
 * A picture that staff uploaded for a brand is the brand's. Objects in S3 are deleted before the commit: while that fails,
 * the account is not erased, and the next run tries again.
 */
export const erasePictures: Erasure = async (ctx, tx, { id }) => {
  const removed = await tx
    .deleteFrom('pictures')
    .where('owner_id', '=', id)
    .where('merchant_id', 'is', null)
    .returning(['code', sql<boolean>`bytes is null`.as('is_object')])
    .execute();
  await removeObjects(
    ctx,
    removed.flatMap(({ code, is_object }) => (is_object ? [code] : [])),
  );
  await tx.deleteFrom('picture_days').where('owner_id', '=', id).execute();
};
