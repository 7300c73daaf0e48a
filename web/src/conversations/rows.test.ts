import { expect, test } from 'vitest';
import type { Message } from '@vitrine/contract/conversations.ts';
import { merged } from './conversations.data.ts';
import { rowsOf, threadRows } from './rows.ts';

const message = (seq: number, at: string, of: Partial<Message> = {}): Message => ({
  seq,
  side: 'creator',
  mine: true,
  client_id: `client-${seq}`,
  sender_name: null,
  body: `Message ${seq}`,
  pictures: [],
  created_at: `2026-11-${at}Z`,
  ...of,
});
const theirs = { side: 'brand', mine: false, client_id: null } as const;
const dayOf = (at: string) => at.slice(0, 10);
const outline = (messages: Message[], newFrom?: number) =>
  rowsOf(threadRows(messages, []), { dayOf, newFrom }).map((row) =>
    row.kind === 'group' ? row.messages.map(({ seq }) => seq) : row.kind,
  );

test('consecutive messages of one person form a group; another person, a pause or a new day starts a new one', () => {
  expect(
    outline([
      message(1, '19T10:00:00'),
      message(2, '19T10:01:00'),
      message(3, '19T10:02:00', theirs),
      message(4, '19T10:03:00', theirs),
      message(5, '19T10:30:00', theirs),
      message(6, '20T00:00:01', theirs),
    ]),
  ).toEqual(['day', [1, 2], [3, 4], [5], 'day', [6]]);
});

test('the unread messages start with a line', () => {
  const messages = [1, 2, 3].map((seq) => message(seq, `19T10:0${seq}:00`, theirs));
  expect(outline(messages, 2)).toEqual(['day', [1], 'new', [2, 3]]);
});

test('a message that has arrived is not shown a second time from the outbox', () => {
  const conversationSide = { side: 'creator', account: 'a' } as const;
  const unsent = (client_id: string) => ({
    uid: 'u',
    seat: conversationSide,
    client_id,
    body: 'x',
    pictures: [],
    created_at: '2026-11-20T10:00:00Z',
    tries: 0,
  });
  const shown = threadRows([message(1, '19T10:00:00')], [unsent('client-1'), unsent('client-2')]);
  expect(shown.map(({ key }) => key)).toEqual(['client-1', 'client-2']);
});

test('two parts of a thread are merged, in order and without duplicates', () => {
  const stretch = (...seqs: number[]) => seqs.map((seq) => message(seq, '19T10:00:00'));
  expect(merged(stretch(3, 4, 5), stretch(1, 2, 3, 5, 6)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
});
