import { getAnnouncementList } from '@vitrine/contract/announcements.ts';
import { getMerchantList } from '@vitrine/contract/conversations.ts';
import { logout, me } from '@vitrine/contract/sessions.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { userQuery } from '../accounts/accounts.data.ts';
import { announcementsQuery } from '../announcements/announcements.data.ts';
import { makeQueryClient } from '../api/queries.ts';
import { answerCalls, refusal, saved } from '../calls.testing.ts';
import { ava } from '../components.testing.tsx';
import { merchantListQuery } from '../conversations/merchant-list.data.ts';
import { operatorToken, token } from '../portal.testing.tsx';
import { signOut } from './session.ts';

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['succeeds', saved],
  ['is refused', () => refusal('internal')],
  ['gets no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
])(
  '§35 §90 §106: a logout whose call %s has called it, cleared the token, and leads to /login (S04)',
  async (_how, answer) => {
    const calls = answerCalls(logout, answer);
    localStorage.setItem('token', token);
    expect(await signOut()).toBe('/login');
    expect(localStorage.getItem('token')).toBeNull();
    await expect.poll(() => calls.length).toBe(1);
  },
);

test('§37 §89 §103: a logout while impersonating restores the original token, removes it 100 ms later, and goes to / (S04, S22)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  answerCalls(logout, saved);
  localStorage.setItem('token', token);
  localStorage.setItem('original_token', operatorToken);
  let to: string | undefined;
  void signOut().then((path) => (to = path));
  const stored = () => [localStorage.getItem('token'), localStorage.getItem('original_token'), to];
  await vi.advanceTimersByTimeAsync(99);
  expect(stored()).toEqual([operatorToken, operatorToken, undefined]);
  await vi.advanceTimersByTimeAsync(1);
  expect(stored()).toEqual([operatorToken, null, '/']);
});

test('§91: the merchant list, the user and the announcements are cached, and fetched again when forced (S17)', async () => {
  const queryClient = makeQueryClient();
  const users = answerCalls(me, () => ({ data: ava }));
  const lists = answerCalls(getMerchantList, () => ({ data: [] }));
  const pages = answerCalls(getAnnouncementList, () => ({ data: [], meta: { page: 1, pages: 1, total: 0 } }) as never);
  const open = () =>
    Promise.all([
      queryClient.fetchQuery(userQuery()),
      queryClient.fetchQuery(merchantListQuery()),
      queryClient.fetchInfiniteQuery(announcementsQuery()),
    ]);
  await open();
  await open();
  expect([users, lists, pages].map(({ length }) => length)).toEqual([1, 1, 1]);
  await queryClient.refetchQueries();
  expect([users, lists, pages].map(({ length }) => length)).toEqual([2, 2, 2]);
});
