import { type DataExport, plainRows } from '../platform/data-export.ts';

/** What brands announced to the creator. Row-level security leaves out what was for others. */
export const exportAnnouncements: DataExport = async (_ctx, tx, person) => ({
  announcements: plainRows(
    await tx
      .selectFrom('announcements')
      .leftJoin('announcement_reads', (join) =>
        join
          .onRef('announcement_reads.announcement_id', '=', 'announcements.id')
          .on('announcement_reads.creator_id', '=', person.userId),
      )
      .select([
        'announcements.merchant_id',
        'announcements.title',
        'announcements.body',
        'announcements.content',
        'announcements.picture',
        'announcements.product_ids',
        'announcements.published_at',
        'announcement_reads.read_at',
      ])
      .where('announcements.withdrawn_at', 'is', null)
      .orderBy('announcements.published_at')
      .execute(),
  ),
});
