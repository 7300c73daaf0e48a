import { plainRows, type Takeaway } from '../platform/takeaway.ts';

export const takeConversations: Takeaway = async (_ctx, tx) => ({
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
});
