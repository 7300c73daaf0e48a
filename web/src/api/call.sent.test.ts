import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeProfile } from '@vitrine/contract/accounts.ts';
import { getAnnouncementList } from '@vitrine/contract/announcements.ts';
import { login } from '@vitrine/contract/passwords.ts';
import { me } from '@vitrine/contract/sessions.ts';
import { call } from './call.ts';

const token = `vtp_${'a'.repeat(43)}`;
const stored = new Map<string, string>();
let sent: { address: string; init: RequestInit }[] = [];

beforeEach(() => {
  sent = [];
  stored.clear();
  stored.set('token', token);
  vi.stubGlobal('window', {});
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    sent.push({ address, init });
    return Response.json({ data: {} });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a read goes below /api/v1, with credentials, for JSON and with the stored token as bearer (§105)', async () => {
  await call(me);
  expect(sent).toMatchObject([
    {
      address: '/api/v1/me',
      init: {
        method: 'GET',
        credentials: 'include',
        headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
      },
    },
  ]);
});

test('a change sends JSON in the same way (§105)', async () => {
  await call(changeProfile, { body: { display_name: 'Ava' } });
  expect(sent).toMatchObject([
    {
      address: '/api/v1/me/profile',
      init: {
        method: 'PATCH',
        credentials: 'include',
        headers: {
          Accept: 'application/json',
          'Content-Type': 'application/json',
          Authorization: `Bearer ${token}`,
        },
        body: '{"display_name":"Ava"}',
      },
    },
  ]);
});

test('the announcements are asked for with their page and merchant account in the query (§112)', async () => {
  await call(getAnnouncementList, { query: { page: 1 } });
  await call(getAnnouncementList, { query: { page: 2, merchant_account_id: 'ma-7' } });
  expect(sent.map(({ address }) => address)).toEqual([
    '/api/v1/chatroom/get-announcement-list?page=1',
    '/api/v1/chatroom/get-announcement-list?page=2&merchant_account_id=ma-7',
  ]);
});

test('without a stored token no Authorization header is sent', async () => {
  stored.clear();
  await call(login, { body: { email: 'ava@creators.test', password: 'x' } });
  expect(sent[0]?.init.headers).not.toHaveProperty('Authorization');
});
