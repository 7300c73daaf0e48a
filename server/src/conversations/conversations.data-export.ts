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
});
