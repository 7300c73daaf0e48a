import { plainRows, type DataExport } from '../platform/data-export.ts';

export const exportConversations: DataExport = async (_ctx, tx, person) => ({
  threads: plainRows(
    await tx.selectFrom('threads').select(['id', 'merchant_account_id', 'last_seq', 'last_message_at']).execute(),
  ),
  messages: plainRows(
    await tx
      .selectFrom('messages')
      .select(['thread_id', 'seq', 'side', 'body', 'attachments', 'created_at'])
      .orderBy('thread_id')
      .orderBy('seq')
      .execute(),
  ),
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
        'announcements.published_at',
        'announcement_reads.read_at',
      ])
      .where('announcements.withdrawn_at', 'is', null)
      .orderBy('announcements.published_at')
      .execute(),
  ),
});
