import { plainRows, type DataExport } from '../platform/data-export.ts';

/** The pictures themselves are at `/media/{code}`; including them would make the file too large. */
export const exportPictures: DataExport = async (_ctx, tx, person) => ({
  pictures: plainRows(
    await tx
      .selectFrom('pictures')
      .select(['code', 'purpose', 'width', 'height', 'created_at'])
      .where('owner_id', '=', person.userId)
      .orderBy('created_at')
      .execute(),
  ),
});
