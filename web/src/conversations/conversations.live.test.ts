import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { MerchantEntry, Message, Thread } from '@vitrine/contract/conversations.ts';
import { conversationsLive } from './conversations.live.ts';

const account = 'account-1';
const message = (seq: number): Message => ({
  seq,
  side: 'brand',
  mine: false,
  client_id: null,
  sender_name: null,
  body: `Message ${seq}`,
  pictures: [],
  created_at: '2026-11-20T12:00:00.000Z',
});
const last = (seq: number) => {
  const { side, body, created_at } = message(seq);
  return { seq, side, body, created_at };
};
const entry = (id: string, seq: number): MerchantEntry => ({
  merchant_account_id: id,
  merchant_account: { merchant_display_name: 'Glow Lab', brand_logo: null, slug: id },
  unread_message_count: 0,
  unread_announcement_count: 0,
  last_message: last(seq),
});
const thread = (id: string, seq: number): Thread => ({
  merchant_account_id: id,
  creator: { display_name: 'Ava', user_handle: null, avatar: null },
  unread_message_count: 0,
  last_message: last(seq),
});
const loaded = (...seqs: number[]) => ({
  messages: seqs.map(message),
  meta: { last_seq: seqs.at(-1) ?? 0, read_seq: 0, seen_seq: 0 },
});
const event = (seq: number) => ({
  kind: 'message' as const,
  merchant_account_id: account,
  seq,
  message: message(seq),
  unread_message_count: 3,
});

test('a message is added to its open thread and to the list of brands, without a fetch', () => {
  const client = new QueryClient();
  client.setQueryData(['thread', account], loaded(1, 2));
  client.setQueryData(['merchant-list'], [entry('account-2', 7), entry(account, 2)]);
  expect(conversationsLive.message?.(event(3), client)).toEqual([]);
  expect(client.getQueryData(['thread', account])).toEqual(loaded(1, 2, 3));
  expect(client.getQueryData(['merchant-list'])).toEqual([
    entry('account-2', 7),
    { ...entry(account, 3), unread_message_count: 3 },
  ]);
});

test('a message moves its thread to the top of a brand’s list, also from a later page', () => {
  const client = new QueryClient();
  const pages = (...rows: Thread[][]) => ({
    pages: rows.map((data) => ({ data, meta: { next_cursor: null } })),
    pageParams: rows.map(() => ''),
  });
  client.setQueryData(['threads', 'glow', 'list', ''], pages([thread('account-2', 7)], [thread(account, 2)]));
  client.setQueryData(['threads', 'glow', 'one', account], thread(account, 2));
  expect(conversationsLive.message?.(event(3), client)).toEqual([]);
  const changed = { ...thread(account, 3), unread_message_count: 3 };
  expect(client.getQueryData(['threads', 'glow', 'list', ''])).toEqual(pages([changed, thread('account-2', 7)], []));
  expect(client.getQueryData(['threads', 'glow', 'one', account])).toEqual(changed);
});

test('a message that is already there changes nothing', () => {
  const client = new QueryClient();
  client.setQueryData(['thread', account], loaded(1, 2));
  expect(conversationsLive.message?.(event(2), client)).toEqual([]);
  expect(client.getQueryData(['thread', account])).toEqual(loaded(1, 2));
});

test('a thread with a gap before the message, and lists without the thread, are fetched again', () => {
  const client = new QueryClient();
  client.setQueryData(['thread', account], loaded(1));
  client.setQueryData(['merchant-list'], [entry('account-2', 7)]);
  expect(conversationsLive.message?.(event(3), client)).toEqual([
    { queryKey: ['thread', account], exact: true },
    { queryKey: ['merchant-list'], exact: true },
  ]);
  expect(client.getQueryData(['thread', account])).toEqual(loaded(1));
});

test('an event without the message has thread and lists fetched again', () => {
  const { message: _message, ...bare } = event(2);
  expect(conversationsLive.message?.(bare, new QueryClient())).toEqual([
    { queryKey: ['thread', account] },
    { queryKey: ['merchant-list'] },
    { queryKey: ['threads'] },
  ]);
});

test('a list whose fetch is under way is fetched again, because the answer can be older than the message', async () => {
  const client = new QueryClient();
  const answered = Promise.withResolvers<MerchantEntry[]>();
  const fetching = client.fetchQuery({ queryKey: ['merchant-list'], queryFn: () => answered.promise });
  expect(conversationsLive.message?.(event(3), client)).toEqual([{ queryKey: ['merchant-list'], exact: true }]);
  answered.resolve([]);
  await fetching;
});

test('a query that had to be fetched again before the message still has to be', async () => {
  const client = new QueryClient();
  client.setQueryData(['merchant-list'], [entry(account, 2)]);
  await client.invalidateQueries({ queryKey: ['merchant-list'] });
  expect(conversationsLive.message?.(event(3), client)).toEqual([{ queryKey: ['merchant-list'], exact: true }]);
});

test('the unread count of one thread changes its row and leaves announcements alone', () => {
  const client = new QueryClient();
  client.setQueryData(['merchant-list'], [{ ...entry(account, 2), unread_message_count: 3 }]);
  const read = { kind: 'unread-count-update' as const, merchant_account_id: account, unread_message_count: 0 };
  expect(conversationsLive['unread-count-update']?.(read, client)).toEqual([]);
  expect(client.getQueryData(['merchant-list'])).toEqual([entry(account, 2)]);
  expect(conversationsLive['unread-count-update']?.({ kind: 'unread-count-update' }, client)).toContainEqual({
    queryKey: ['announcements'],
  });
});

test('an unread-count update has the merchant list fetched again (§93)', () => {
  const client = new QueryClient();
  client.setQueryData(['merchant-list'], [entry(account, 2)]);
  const ofAnnouncements = conversationsLive['unread-count-update']?.({ kind: 'unread-count-update' }, client);
  expect(ofAnnouncements).toContainEqual({ queryKey: ['merchant-list'] });
  const ofOneBrand = { kind: 'unread-count-update' as const, merchant_account_id: account };
  expect(conversationsLive['unread-count-update']?.(ofOneBrand, client)).toContainEqual({
    queryKey: ['merchant-list'],
  });
});

test('what the other side has read is shown without a fetch, and never goes back', () => {
  const client = new QueryClient();
  client.setQueryData(['thread', account], loaded(1, 2));
  const read = (seq: number) => ({ kind: 'read' as const, merchant_account_id: account, side: 'brand' as const, seq });
  expect(conversationsLive.read?.(read(2), client)).toEqual([]);
  expect(conversationsLive.read?.(read(1), client)).toEqual([]);
  expect(client.getQueryData(['thread', account])).toMatchObject({ meta: { seen_seq: 2 } });
});
