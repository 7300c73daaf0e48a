import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBrandOverview } from '@vitrine/contract/merchants.ts';
import { downloadCreators, listCreators, type RosterColumn, rosterColumns } from '@vitrine/contract/roster.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { openMerchantAccount } from '../creators/creators.service.ts';
import { createUser } from '../passwords/passwords.service.ts';
import { asOwner } from '../ledger/ledger.testing.ts';

// The list of creators, over random orders and counts that are written into the tables of their domains.

const params = { merchant: 'glow-lab' };
const dayMs = 86_400_000;
let world: World;
let owner: Client;
let accounts: { id: string; creatorId: string }[];
beforeAll(async () => {
  world = await openWorld();
  owner = await world.signIn('brand@glow.test');
  const { glow } = world.people.merchants;
  accounts = [{ id: world.people.accounts.avaGlow, creatorId: world.people.users.ava }];
  for (const handle of ['bea', 'cem', 'dia', 'eli']) {
    const email = `${handle}@creators.test`;
    const creatorId = await createUser(world.ctx, {
      email,
      password: 'three quiet windows',
      role: 'creator',
      handle,
      displayName: `${handle.toUpperCase()} Person`,
    });
    world.clock.advance(1_000);
    accounts.push({ id: await openMerchantAccount(world.ctx, glow, creatorId), creatorId });
  }
});
afterAll(() => world[Symbol.asyncDispose]());

type Sale = {
  by: number;
  age: number;
  lines: { amount: number; reversed: number; sales: number; replaced: boolean }[];
};
type Counted = { by: number; age: number; quarter: number; clicks: number; views: number };

const anySale = fc.record({
  by: fc.nat({ max: 4 }),
  age: fc.integer({ min: 0, max: 45 * dayMs }),
  lines: fc.array(
    fc.record({
      amount: fc.integer({ min: 1, max: 100_000 }),
      reversed: fc.integer({ min: 0, max: 100_000 }),
      sales: fc.integer({ min: 1, max: 900_000 }),
      replaced: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});
const anyCounted = fc.record({
  by: fc.nat({ max: 4 }),
  age: fc.integer({ min: 0, max: 45 }),
  quarter: fc.integer({ min: 1, max: 96 }),
  clicks: fc.integer({ min: 0, max: 50 }),
  views: fc.integer({ min: 0, max: 50 }),
});

/** Replaces all sales and counts of the brand. */
async function fill(sales: readonly Sale[], counted: readonly Counted[]): Promise<void> {
  const { glow } = world.people.merchants;
  const now = world.clock.now().getTime();
  const lines = sales.flatMap(({ by, age, lines: of }, order) =>
    of.map((line, place) => ({
      ...line,
      ...accounts[by],
      at: new Date(now - age),
      order: `o${order}`,
      line: `${place}`,
    })),
  );
  const days = counted.map((each) => ({
    ...each,
    ...accounts[each.by],
    day: new Date(now - each.age * dayMs).toISOString().slice(0, 10),
  }));
  await asOwner(world.ctx.database.url, async (client) => {
    await client.query(`set session_replication_role = replica`);
    await client.query(`delete from commissions`);
    await client.query(`delete from account_days`);
    await client.query(`delete from brand_days`);
    for (const line of lines)
      await client.query(
        `insert into commissions (merchant_id, id, merchant_account_id, creator_id, order_id, line_id, terms_version, rule_position, base, rate, amount, reversed, currency, earned_at, matures_at, replaced_at)
         values ($1, gen_random_uuid(), $2, $3, $4, $5, 1, 0, $6, 1500, $7, $8, 'USD', $9, $9, $10)`,
        [
          glow,
          line.id,
          line.creatorId,
          line.order,
          line.line,
          line.sales,
          line.amount,
          Math.min(line.amount, line.reversed),
          line.at,
          line.replaced ? line.at : null,
        ],
      );
    for (const { id, creatorId, day, quarter, clicks, views } of days)
      await client.query(
        `insert into account_days as d (merchant_id, merchant_account_id, creator_id, day, hits, clicks, loads, views, counts, view_counts)
         values ($1, $2, $3, $4, $6, $6, $7, $7, array[entry($5, $6)], array[entry($5, $7)])
         on conflict (merchant_account_id, day) do nothing`,
        [glow, id, creatorId, day, quarter, clicks, views],
      );
    await client.query(`insert into brand_days (merchant_id, day) select distinct merchant_id, day from account_days`);
  });
}

const sum = (values: readonly (string | number)[]) => values.reduce<bigint>((all, value) => all + BigInt(value), 0n);

test('the sum over creators is the brand’s own figure, to the cent, and every sort and page has the same rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anySale, { maxLength: 25 }),
      fc.array(anyCounted, { maxLength: 25 }),
      async (sales, counted) => {
        await fill(sales, counted);
        const brand = granted(await owner.call(readBrandOverview, { params }));
        const { data: rows } = await owner.call(listCreators, { params, query: { days: 30 } });
        expect(rows).toHaveLength(accounts.length);
        expect([
          sum(rows.map(({ clicks }) => clicks)),
          sum(rows.map(({ orders }) => orders)),
          sum(rows.map((row) => row.sales.amount)),
          sum(rows.map((row) => row.commission.amount)),
        ]).toEqual([
          BigInt(brand.clicks.now),
          BigInt(brand.orders.now),
          BigInt(brand.sales.now.amount),
          BigInt(brand.commissions.now.amount),
        ]);
        const byId = (list: typeof rows) =>
          list.toSorted((a, b) => (a.merchant_account_id < b.merchant_account_id ? -1 : 1));
        const sort = rosterColumns[counted.length % rosterColumns.length] ?? 'name';
        const paged: typeof rows = [];
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const page = await owner.call(listCreators, {
            params,
            query: { days: 30, sort, limit: 2, ...(cursor && { cursor }) },
          });
          paged.push(...page.data);
          cursor = page.meta.next_cursor;
        }
        const whole = await owner.call(listCreators, { params, query: { days: 30, sort } });
        expect(paged).toEqual(whole.data);
        expect(byId(paged)).toEqual(byId(rows));
      },
    ),
    { numRuns: 25 },
  );
});

/** What a list must be sorted by; null where there is nothing. */
const valueOf: Record<
  RosterColumn,
  (row: Awaited<ReturnType<typeof owner.call<typeof listCreators>>>['data'][number]) => string | number | null
> = {
  name: (row) => row.display_name.toLowerCase(),
  group: (row) => row.group?.name ?? null,
  joined: (row) => row.joined_at,
  last_activity: (row) => row.last_activity,
  views: (row) => row.views,
  clicks: (row) => row.clicks,
  orders: (row) => row.orders,
  sales: (row) => Number(row.sales.amount),
  commission: (row) => Number(row.commission.amount),
  conversion: (row) => row.conversion,
  earnings_per_click: (row) => (row.earnings_per_click ? Number(row.earnings_per_click.amount) : null),
};

test.each(rosterColumns)('the list is sorted by %s both ways, with nothing at the end', async (sort) => {
  await fill(
    [0, 1, 1, 3].map((by, place) => ({
      by,
      age: place * dayMs,
      lines: [{ amount: 100 * (place + 1), reversed: 10, sales: 1_000 * (place + 1), replaced: false }],
    })),
    [1, 2, 3].map((by) => ({ by, age: by, quarter: 10, clicks: 7 * by, views: 30 - by })),
  );
  for (const order of ['up', 'down'] as const) {
    const { data } = await owner.call(listCreators, { params, query: { sort, order } });
    const values = data.map(valueOf[sort]);
    const known = values.filter((value) => value !== null);
    expect(values.slice(known.length).every((value) => value === null)).toBe(true);
    const up = known.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
    expect(known).toEqual(order === 'up' ? up : up.toReversed());
  }
});

test('search, status and tag filter the list, and the file has what is shown', async () => {
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    sql`insert into creator_tags (merchant_id, merchant_account_id, creator_id, tag, added_at)
      select merchant_id, id, creator_id, 'vip', joined_at from merchant_accounts where id = ${accounts[2]?.id}::uuid`.execute(
      tx,
    ),
  );
  const found = async (query: object) =>
    (await owner.call(listCreators, { params, query })).data.map(({ user_handle: handle }) => handle);
  expect(await found({ search: '@BE' })).toEqual(['bea']);
  expect(await found({ search: 'PERSON', sort: 'name', order: 'up' })).toEqual(['bea', 'cem', 'dia', 'eli']);
  expect(await found({ search: '%' })).toEqual([]);
  expect(await found({ tag: 'VIP' })).toEqual(['cem']);
  expect(await found({ status: 'paused' })).toEqual([]);
  expect(await found({ group: 'none', limit: 1 })).toEqual(['eli']);
  const query = { sort: 'name', order: 'up', columns: 'tags,clicks,sales' } as const;
  const file = await owner.call(downloadCreators, { params, query });
  expect(file.data.split('\r\n').slice(0, 4)).toEqual([
    '\uFEFF"name","handle","tags","clicks","sales_usd"',
    expect.stringMatching(/^"Ava Lindqvist","ava","",\d+,\d+\.\d\d$/),
    expect.stringMatching(/^"BEA Person","bea","",\d+,\d+\.\d\d$/),
    expect.stringMatching(/^"CEM Person","cem","vip",\d+,\d+\.\d\d$/),
  ]);
});

test.each([
  { query: { sort: 'age' }, field: 'sort', text: 'must be one of name' },
  { query: { group: 'somebody' }, field: 'group', text: 'must be the id of a group' },
  { query: { cursor: 'x' }, field: 'cursor', text: 'next_cursor' },
  { query: { days: '30', preset: 'today' }, field: 'days', text: 'alone' },
  { query: { days: '0' }, field: 'days', text: '' },
])('refuses $query, naming the field', async ({ query, field, text }) => {
  const refused = await owner.call(listCreators, { params, query: query as never });
  expect([refused.status, refused.problem.errors?.[field]?.join()]).toEqual([422, expect.stringContaining(text)]);
  const file = await owner.call(downloadCreators, { params, query: { columns: 'name,secrets' } });
  expect([file.status]).toEqual([422]);
});
