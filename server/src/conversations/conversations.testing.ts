import { randomUUID } from 'node:crypto';
import {
  getMerchantList,
  listMessages,
  listThreadMessages,
  listThreads,
  markMessagesRead,
  markThreadRead,
  type Message,
  sendMessage,
  sendThreadMessage,
  type ThreadMeta,
} from '@vitrine/contract/conversations.ts';
import type { Problem } from '@vitrine/contract/refusals.ts';
import type { Client } from '../../world/client.ts';

type Answer<Data> = Promise<{ status: number; data: Data; problem: Problem }>;

/** One side of a thread, with the calls of its user. */
export type TestSide = {
  send(body: string, clientId?: string): Answer<Message>;
  read(range?: { after?: number; before?: number; limit?: number }): Promise<{
    status: number;
    data: Message[];
    meta: ThreadMeta;
  }>;
  markRead(seq: number): Answer<{ read_seq: number; unread_message_count: number }>;
  unread(): Promise<number>;
};

export function creatorSide(client: Client, account: string): TestSide {
  const params = { merchant_account_id: account };
  return {
    send: (body, clientId = randomUUID()) => client.call(sendMessage, { params, body: { client_id: clientId, body } }),
    read: (range = {}) => client.call(listMessages, { params, query: range }),
    markRead: (seq) => client.call(markMessagesRead, { params, body: { seq } }),
    unread: async () =>
      (await client.call(getMerchantList)).data.find((entry) => entry.merchant_account_id === account)
        ?.unread_message_count ?? -1,
  };
}

export function brandSide(client: Client, merchant: string, account: string): TestSide {
  const params = { merchant, merchant_account_id: account };
  return {
    send: (body, clientId = randomUUID()) =>
      client.call(sendThreadMessage, { params, body: { client_id: clientId, body } }),
    read: (range = {}) => client.call(listThreadMessages, { params, query: range }),
    markRead: (seq) => client.call(markThreadRead, { params, body: { seq } }),
    unread: async () =>
      (await client.call(listThreads, { params: { merchant } })).data.find(
        (entry) => entry.merchant_account_id === account,
      )?.unread_message_count ?? -1,
  };
}
