import { sql } from 'kysely';
import { plainRows, rowPieces, type DataExport } from '../platform/data-export.ts';

export const exportConversations: DataExport = async (_ctx, tx, person) => ({
  threads: plainRows(
    await tx.selectFrom('threads').select(['id', 'merchant_account_id', 'last_seq', 'last_message_at']).execute(),
  ),
  messages: rowPieces(
    tx,
    tx
      .selectFrom('threads')
      .innerJoin('messages', (join) =>
        join.onRef('messages.merchant_id', '=', 'threads.merchant_id').onRef('messages.thread_id', '=', 'threads.id'),
      )
      .select([
        'messages.thread_id',
        'messages.seq',
        'messages.side',
        'messages.body',
        'messages.attachments',
        'messages.created_at',
      ])
      .where(sql<boolean>`threads.merchant_account_id = any(${person.accountIds}::uuid[])`)
      .orderBy('messages.thread_id')
      .orderBy('messages.seq'),
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
