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
  seat: ConversationSide,
  query: Range,
  signal?: AbortSignal,
): Promise<{ data: Message[]; meta: ThreadMeta }> {
  return seat.side === 'creator'
    ? call(listMessages, { params: { merchant_account_id: seat.account }, query }, signal)
    : call(
        listThreadMessages,
        { params: { merchant: seat.merchant, merchant_account_id: seat.account }, query },
        signal,
      );
}

export async function sendFrom(seat: ConversationSide, body: NewMessage, signal: AbortSignal): Promise<Message> {
  const answer = await (seat.side === 'creator'
    ? call(sendMessage, { params: { merchant_account_id: seat.account }, body }, signal)
    : call(
        sendThreadMessage,
        { params: { merchant: seat.merchant, merchant_account_id: seat.account }, body },
        signal,
      ));
  return answer.data;
}

export async function markReadFrom(seat: ConversationSide, seq: number): Promise<{ read_seq: number }> {
  const answer = await (seat.side === 'creator'
    ? call(markMessagesRead, { params: { merchant_account_id: seat.account }, body: { seq } })
    : call(markThreadRead, { params: { merchant: seat.merchant, merchant_account_id: seat.account }, body: { seq } }));
  return answer.data;
}
