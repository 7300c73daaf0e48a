import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPublishedAnnouncements, publishAnnouncement } from '@vitrine/contract/announcements.ts';
import { getThread, listThreads, sendThreadMessage } from '@vitrine/contract/conversations.ts';
import { listCreators } from '@vitrine/contract/roster.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';

const creators = 60;
const params = { merchant: 'glow-lab' };

let world: World;
let glow: Client;
beforeAll(async () => {
  world = await openWorld();
  glow = await world.signIn('brand@glow.test');
  // Some conversations share the time of their last message, and a third has none.
  await world.ctx.database.as({ role: 'system' }, async (tx) => {
    await sql`with made as (
        insert into users (id, uid, motom_user_id, motom_user_unique_key, role, email, display_name, user_handle, user_status, created_at)
        select gen_random_uuid(), 'page' || n, 'page' || n, 'page' || n, 'creator', 'page' || n || '@creators.test',
          case when n % 10 = 0 then 'Fern 100%' else 'Creator ' || n end, 'page' || n, 100, ${world.clock.now()}
        from generate_series(1, ${creators}::int) n returning id)
      insert into merchant_accounts (merchant_id, id, creator_id, joined_at)
      select ${world.people.merchants.glow}::uuid, gen_random_uuid(), id, ${world.clock.now()} from made`.execute(tx);
    await sql`update threads t set last_message_at = ${world.clock.now()}::timestamptz - (right(u.uid, 1)::int / 2) * interval '1 hour'
      from users u where u.id = t.creator_id and u.uid like 'page%' and right(u.uid, 1)::int < 7`.execute(tx);
  });
});
afterAll(() => world[Symbol.asyncDispose]());

type Query = { search?: string; cursor?: string; limit?: number };
const threads = (query: Query = {}) => glow.call(listThreads, { params, query });
const published = (query: Query = {}) => glow.call(listPublishedAnnouncements, { params, query });

/** All pages of a list, with what happens between two pages. */
async function pagesOf<Row>(
  read: (query: Query) => Promise<{ data: Row[]; meta: { next_cursor: string | null } }>,
  limit: number,
  between: () => Promise<unknown> = async () => undefined,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { data, meta } = await read({ limit, ...(cursor !== undefined && { cursor }) });
    rows.push(...data);
    cursor = meta.next_cursor;
    if (cursor !== null) await between();
  }
  return rows;
}

const accounts = (rows: readonly { merchant_account_id: string }[]) => rows.map((row) => row.merchant_account_id);

test('the pages of conversations, of any size, are the whole list', async () => {
  const whole = accounts((await threads({ limit: 100 })).data);
  expect(new Set(whole).size).toBe(creators + 1);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 70 }), async (limit) => {
      expect(accounts(await pagesOf(threads, limit))).toEqual(whole);
    }),
    { numRuns: 12 },
  );
});

test('a conversation that moves to the top while one reads on changes no later page', async () => {
  const whole = accounts((await threads({ limit: 100 })).data);
  const first = whole[0] ?? '';
  const say = () => {
    world.clock.advance(1_000);
    const body = { client_id: randomUUID(), body: 'Hello' };
    return glow.call(sendThreadMessage, { params: { ...params, merchant_account_id: first }, body });
  };
  expect(accounts(await pagesOf(threads, 9, say))).toEqual(whole);
  expect((await threads({ limit: 1 })).data[0]?.merchant_account_id).toBe(first);
});

test('a search finds part of a name or handle, on pages too, and takes no wildcard', async () => {
  const ferns = await pagesOf((query) => threads({ ...query, search: 'fern 100%' }), 2);
  expect(ferns).toHaveLength(6);
  expect((await threads({ search: '@page1', limit: 100 })).data.map(({ creator }) => creator.user_handle)).toContain(
    'page1',
  );
  expect((await threads({ search: '_' })).data).toEqual([]);
});

test('a conversation on a page that is not loaded can be read by its account', async () => {
  const last = (await threads({ limit: 100 })).data.at(-1);
  const account = last?.merchant_account_id ?? '';
  expect(granted(await glow.call(getThread, { params: { ...params, merchant_account_id: account } }))).toEqual(last);
  const foreign = { ...params, merchant_account_id: world.people.accounts.noorNorthwind };
  expect((await glow.call(getThread, { params: foreign })).status).toBe(404);
});

test('the pages of announcements are the whole list, also if one is published while one reads on', async () => {
  const publish = () => {
    world.clock.advance(1_000);
    return glow.call(publishAnnouncement, { params, body: { title: 'News', body: 'Of the day' } });
  };
  for (let number = 0; number < 12; number += 1) await publish();
  const whole = (await published({ limit: 100 })).data.map(({ id }) => id);
  expect(whole).toHaveLength(12);
  expect((await pagesOf(published, 5, publish)).map(({ id }) => id)).toEqual(whole);
});

test('the pages of creators, of any size, are the whole list', async () => {
  const read = (query: { cursor?: string; limit?: number }) => glow.call(listCreators, { params, query });
  const whole = accounts((await read({ limit: 100 })).data);
  expect(new Set(whole).size).toBe(creators + 1);
  for (const limit of [1, 7, 61]) expect(accounts(await pagesOf(read, limit))).toEqual(whole);
});

test('a cursor that no page gave is refused, and a cursor of another brand reaches nothing of that brand', async () => {
  for (const cursor of ['nonsense', Buffer.from('["2026-11-20T12:00:00Z","x"]').toString('base64url')])
    for (const answer of [await threads({ cursor }), await published({ cursor })])
      expect(answer.problem.errors).toEqual({ cursor: ['must be the next_cursor of the previous page'] });
  const { next_cursor: cursor } = (await threads({ limit: 5 })).meta;
  const northwind = await world.signIn('brand@northwind.test');
  const { data } = await northwind.call(listThreads, {
    params: { merchant: 'northwind-outfitters' },
    query: { cursor: cursor ?? '' },
  });
  expect(accounts(data).every((account) => account === world.people.accounts.noorNorthwind)).toBe(true);
});
