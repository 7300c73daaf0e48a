import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  downloadAnalytics,
  readAnalyticsLinks,
  readAnalyticsOverview,
  readAnalyticsProducts,
  readAnalyticsTraffic,
} from '@vitrine/contract/analytics.ts';
import { readBrandAnalytics } from '@vitrine/contract/brand-analytics.ts';
import { endpoints } from '@vitrine/contract/endpoints.ts';
import { listLinks } from '@vitrine/contract/links.ts';
import { readBrandOverview } from '@vitrine/contract/merchants.ts';
import { listBrands } from '@vitrine/contract/operators.ts';
import { readOverview } from '@vitrine/contract/overview.ts';
import { listSocial } from '@vitrine/contract/social.ts';
import { listCreators, readCreatorFigures } from '@vitrine/contract/roster.ts';
import { listPlacements } from '@vitrine/contract/storefront.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { earn } from '../ledger/ledger.testing.ts';
import type { PreparedHit } from '../drain/hit.prepare.ts';
import { addToLoad, startLoad, storeHits } from '../drain/hits.queries.ts';
import { openRedirectPool } from '../redirector/redirect.pool.ts';
import { newId } from './ids.ts';

// "The last 30 days" are the same instants on every screen of the same viewer, whatever their time zone.

const now = new Date('2026-11-20T15:20:00Z');
const dayMs = 86_400_000;
let world: World;
let ava: Client;
let staff: Client;
let operator: Client;
let owner: pg.Client;
let links: { id: string; placed: boolean }[];

/** Near the midnights of many zones, at both ends of 30 and of 7 days, where two ranges would differ. */
const instants = fc
  .tuple(
    fc.constantFrom(0, 6, 7, 8, 28, 29, 30, 31),
    fc.integer({ min: -14 * 4, max: 14 * 4 }),
    fc.constantFrom(-1, 0, 1),
  )
  .map(([days, quarters, by]) =>
    Math.min(Date.parse('2026-11-20') - days * dayMs + quarters * 900_000 + by, now.getTime()),
  );
const zones = [
  'UTC',
  'America/New_York',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Honolulu',
  'Australia/Lord_Howe',
];

function hitAt(at: number, link: string): PreparedHit {
  const { merchants, accounts, users } = world.people;
  const agent = { machine: '', isPreview: false, app: '', device: '', browser: '', system: '' };
  return {
    id: newId(new Date(at)),
    at,
    linkId: link,
    merchantId: merchants.glow,
    merchantAccountId: accounts.avaGlow,
    creatorId: users.ava,
    windowMs: 1,
    sentBrowser: '',
    browser: '',
    isUnsigned: false,
    browserMark: '',
    visitor: '00',
    address: '',
    verdict: { class: 'human', reason: 'browser' },
    facts: { method: 'GET', purpose: '', agent, isMarkedPreview: false, isFromOwnPages: false, isOwnBrowser: false },
    method: 'GET',
    purpose: '',
    userAgent: '',
    language: '',
    referrer: '',
    referrerHost: 'l.instagram.com',
    utm: '{}',
    network: '',
    country: 'US',
    device: 'mobile',
    browserName: '',
    system: '',
    app: '',
  };
}

beforeAll(async () => {
  world = await openWorld({ at: now });
  ava = await world.signIn('ava@creators.test');
  staff = await world.signIn('brand@glow.test');
  operator = await world.signIn('operator@vitrine.test');
  owner = new pg.Client({ connectionString: world.ctx.database.url });
  await owner.connect();
  const { rows } = await owner.query<{ id: string; placed: boolean }>(
    `select l.id, exists (select from placements p where p.link_id = l.id and p.removed_at is null) as placed
     from links l where merchant_account_id = $1`,
    [world.people.accounts.avaGlow],
  );
  links = rows;
  await owner.query(
    `insert into social_connections (id, creator_id, platform, backend_name, external_id, handle, state, connected_at)
     values (gen_random_uuid(), $1, 'instagram', 'by-hand', 'ava', 'ava', 'manual', $2)`,
    [world.people.users.ava, now],
  );
});
afterAll(async () => {
  await owner.end();
  await world[Symbol.asyncDispose]();
});

async function fill(clicks: readonly number[], orders: readonly number[]): Promise<void> {
  const load = startLoad('test');
  clicks.forEach((at, index) => addToLoad(load, hitAt(at, links[index % links.length]?.id ?? '')));
  const pool = openRedirectPool(world.ctx.database.url, world.ctx.log);
  await pool.query("select prepare_hits($1::timestamptz - n * interval '28 days') from generate_series(-1, 28) n", [
    now,
  ]);
  await storeHits(pool, load);
  await pool.end();
  const { merchants, accounts, users } = world.people;
  const of = { merchantId: merchants.glow, merchantAccountId: accounts.avaGlow, creatorId: users.ava, currency: 'USD' };
  for (const at of orders) {
    world.clock.set(new Date(at));
    await earn(world.ctx, of, { amount: 100n, maturesAt: now });
  }
  world.clock.set(now);
}

/** The counts of the last days in a zone by PostgreSQL's own calendar. */
async function recount(zone: string, days: number) {
  const within = (at: string) =>
    `(${at} at time zone $2)::date between ($3::timestamptz at time zone $2)::date - ${days - 1} and ($3::timestamptz at time zone $2)::date`;
  const { rows } = await owner.query<{
    clicks: number;
    placed: number;
    orders: number;
    sales: string;
    commission: string;
  }>(
    `select (select count(*)::int from hits where merchant_account_id = $1 and counted and ${within('at')}) as clicks,
      (select count(*)::int from hits h where merchant_account_id = $1 and counted and ${within('at')}
        and exists (select from placements p where p.link_id = h.link_id and p.removed_at is null)) as placed,
      (select count(distinct order_id)::int from commissions where merchant_account_id = $1 and ${within('earned_at')}) as orders,
      (select coalesce(sum(sales), 0)::text from commissions where merchant_account_id = $1 and ${within('earned_at')}) as sales,
      (select coalesce(sum(amount - reversed), 0)::text from commissions where merchant_account_id = $1 and ${within('earned_at')}) as commission`,
    [world.people.accounts.avaGlow, zone, now],
  );
  const [row] = rows;
  if (!row) throw new Error('a count returns one row');
  return row;
}

const added = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const clicksIn = (rows: readonly { clicks: number }[]) => added(rows.map((row) => row.clicks));

async function agree(zone: string): Promise<void> {
  await owner.query('update users set time_zone = $1', [zone]);
  // The brand's console has the zone of the brand.
  await owner.query('update merchants set time_zone = $1', [zone]);
  const { clicks, placed, orders, sales, commission } = await recount(zone, 30);
  const week = await recount(zone, 7);
  const account = { merchant_account_id: world.people.accounts.avaGlow };
  const range = { params: account, query: { preset: 'last_30_days' as const } };
  const whole = { clicks, orders, sales: { amount: sales }, commission: { amount: commission } };

  const overview = granted(await ava.call(readOverview, { query: { days: 30, ...account } }));
  expect([overview.clicks.now, overview.orders.now]).toEqual([clicks, orders]);
  expect(overview.money.find(({ currency }) => currency === 'USD')).toMatchObject({
    earned: { amount: commission },
    sales: { amount: sales },
  });
  expect(granted(await ava.call(readAnalyticsOverview, range)).now).toMatchObject(whole);
  const inLinks = granted(await ava.call(readAnalyticsLinks, range));
  expect([inLinks.now, clicksIn(inLinks.links)]).toMatchObject([whole, clicks]);
  const inProducts = granted(await ava.call(readAnalyticsProducts, range));
  expect([inProducts.now, clicksIn(inProducts.products)]).toMatchObject([whole, placed]);
  const traffic = granted(await ava.call(readAnalyticsTraffic, range));
  expect([traffic.now, clicksIn(traffic.referrers)]).toMatchObject([whole, clicks]);
  const file = (await ava.call(downloadAnalytics, { params: account, query: { ...range.query, type: 'overview' } }))
    .data;
  expect(file.split('\r\n')[1]).toContain(`,${clicks},${orders},`);

  const listed = granted(await ava.call(listLinks, { params: account, query: { limit: 100 } }));
  expect(added(listed.map((link) => link.clicks_last_30_days))).toBe(clicks);
  expect(added(listed.map((link) => link.clicks_last_7_days))).toBe(week.clicks);
  const placements = granted(await ava.call(listPlacements, { params: account }));
  expect(added(placements.map((placement) => placement.clicks_last_30_days))).toBe(placed);
  const { connections } = granted(await ava.call(listSocial));
  expect(connections.map((connection) => connection.clicks_last_30_days)).toEqual([clicks]);

  const brand = granted(await staff.call(readBrandOverview, { params: { merchant: 'glow-lab' } }));
  expect(brand).toMatchObject({
    clicks: { now: clicks },
    orders: { now: orders },
    sales: { now: { amount: sales } },
    commissions: { now: { amount: commission } },
    top_creators: [{ clicks, orders, sales: { amount: sales }, commission: { amount: commission } }],
  });
  const { merchant_account_id: merchantAccountId } = account;
  const creators = granted(await staff.call(listCreators, { params: { merchant: 'glow-lab' }, query: range.query }));
  expect(creators.find((creator) => creator.merchant_account_id === merchantAccountId)).toMatchObject(whole);
  const place = { merchant: 'glow-lab', merchant_account_id: merchantAccountId };
  const one = granted(await staff.call(readCreatorFigures, { params: place, query: range.query }));
  expect([one.now, clicksIn(one.links)]).toMatchObject([whole, clicks]);
  const inBrand = { params: { merchant: 'glow-lab' }, query: { ...range.query, by: 'creator' as const } };
  const ofBrand = granted(await staff.call(readBrandAnalytics, inBrand));
  expect([ofBrand.now, added(ofBrand.rows.map((row) => row.figures.clicks ?? 0))]).toMatchObject([whole, clicks]);
  const brands = granted(await operator.call(listBrands));
  expect(brands.find(({ slug }) => slug === 'glow-lab')?.orders_in_30_days).toBe(orders);
}

test('every call that counts over the last 30 days counts the same clicks, orders and money', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(instants, { minLength: 10, maxLength: 40 }),
      fc.array(instants, { minLength: 2, maxLength: 6 }),
      fc.constantFrom(...zones),
      async (clicks, orders, zone) => {
        await fill(clicks, orders);
        await agree(zone);
      },
    ),
    { numRuns: 4, seed: 20_261_120, endOnFailure: true },
  );
  expect(links).not.toEqual([]);
});

/** The calls that the property above compares. */
const calls = [
  'readOverview',
  'readAnalyticsOverview',
  'readAnalyticsLinks',
  'readAnalyticsProducts',
  'readAnalyticsTraffic',
  'listLinks',
  'listPlacements',
  'listSocial',
  'readBrandOverview',
  'listCreators',
  'readCreatorFigures',
  'readBrandAnalytics',
  'listBrands',
];

const reachedBefore = 'what a calendar month had reached when the order was decided';

/** Calls with such figures that don't cover the last days, or that return one row of a call above. */
const others: Record<string, string> = {
  addPlacement: 'one row of listPlacements',
  changePlacement: 'one row of listPlacements',
  createLink: 'one row of listLinks',
  changeLink: 'one row of listLinks',
  createBrand: 'one row of listBrands',
  addBrandOwner: 'one row of listBrands',
  changeBrand: 'one row of listBrands',
  setBrandStatus: 'one row of listBrands',
  readClosure: 'days in which a closing can be undone',
  requestClosure: 'the same as readClosure',
  undoClosure: 'the same as readClosure',
  finishSocialConnection: 'one row of listSocial',
  enterSocialFigures: 'one row of listSocial',
  readSocialSeries: 'figures of the platform, day by day',
  readFilteredAnalytics: 'counts single clicks; its own test compares it with the others',
  readHealth: 'what waits now, not in a range',
  readBrandSettings: 'days of settings, not of a range',
  changeBrandSettings: 'days of settings, not of a range',
  readBrandRules: 'days of settings, not of a range',
  readProductFigures: 'one product; its own test compares it with the analytics of its creators',
  listProductCreators: 'the same as readProductFigures, by creator',
  listShopConnections: 'what arrived in the last 30 times 24 hours, a sign that the shop is connected',
  listShopLinks: 'all clicks of a link since it was made',
  importOrders: 'the orders of one file',
  listPrivacyRequests: 'the orders of one shopper, whenever they were placed',
  answerPrivacyRequest: 'one row of listPrivacyRequests',
  readInvitation: 'days of the terms, not of a range',
  readApplyPage: 'the same as readInvitation',
  listBrandClaims: 'days of the settings at the click, not of a range',
  creditClaim: 'one row of listBrandClaims',
  rejectClaim: 'one row of listBrandClaims',
  explainOrder: reachedBefore,
  explainOrderOfBrand: reachedBefore,
  receiveOrder: reachedBefore,
  changeOrder: reachedBefore,
  cancelOrder: reachedBefore,
  readOrder: reachedBefore,
  readShopOrder: reachedBefore,
  listOwnRates: 'what a calendar month has reached so far, not the last days',
  simulateTerms: 'the orders of last month under other terms; its own test compares it with what was paid',
};

function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own =
    'properties' in schema && typeof schema.properties === 'object' ? Object.keys(schema.properties ?? {}) : [];
  return [...own, ...Object.values(schema).flatMap(namesIn)];
}

test('every call that counts clicks, views, orders or sales is in the list, or gives a reason why not', () => {
  const counting = [...endpoints].flatMap(([name, { reply }]) => {
    const names = namesIn(z.toJSONSchema(reply, { unrepresentable: 'any' }));
    return names.some((each) => /^(clicks|views|orders|sales)$|_days$/.test(each)) ? [name] : [];
  });
  const known = new Set([...calls, ...Object.keys(others)]);
  expect(counting.filter((name) => !known.has(name))).toEqual([]);
});
