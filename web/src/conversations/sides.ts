import {
  listMessages,
  listThreadMessages,
  markMessagesRead,
  markThreadRead,
  type Message,
  type NewMessage,
  sendMessage,
  sendThreadMessage,
  type ThreadMeta,
} from '@vitrine/contract/conversations.ts';
import { call } from '../api/call.ts';

/** A side of a thread. A thread has the id of its merchant account. */
export type ConversationSide =
  | { side: 'creator'; account: string }
  | { side: 'brand'; account: string; merchant: string };

type Range = { after?: number; before?: number; limit?: number };

export function readFrom(
  conversationSide: ConversationSide,
  query: Range,
  signal?: AbortSignal,
): Promise<{ data: Message[]; meta: ThreadMeta }> {
  return conversationSide.side === 'creator'
    ? call(listMessages, { params: { merchant_account_id: conversationSide.account }, query }, signal)
    : call(
        listThreadMessages,
        { params: { merchant: conversationSide.merchant, merchant_account_id: conversationSide.account }, query },
        signal,
      );
}

export async function sendFrom(
  conversationSide: ConversationSide,
  body: NewMessage,
  signal: AbortSignal,
): Promise<Message> {
  const answer = await (conversationSide.side === 'creator'
    ? call(sendMessage, { params: { merchant_account_id: conversationSide.account }, body }, signal)
    : call(
        sendThreadMessage,
        { params: { merchant: conversationSide.merchant, merchant_account_id: conversationSide.account }, body },
        signal,
      ));
  return answer.data;
}

export async function markReadFrom(
  conversationSide: ConversationSide,
  seq: number,
): Promise<{ read_seq: number; unread_message_count: number }> {
  const answer = await (conversationSide.side === 'creator'
    ? call(markMessagesRead, { params: { merchant_account_id: conversationSide.account }, body: { seq } })
    : call(markThreadRead, {
        params: { merchant: conversationSide.merchant, merchant_account_id: conversationSide.account },
        body: { seq },
      }));
  return answer.data;
}
