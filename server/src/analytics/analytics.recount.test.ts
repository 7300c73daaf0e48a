import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import pg from 'pg';
import {
  type AnalyticsStep,
  readAnalyticsLinks,
  readAnalyticsOverview,
  readAnalyticsTraffic,
} from '@vitrine/contract/analytics.ts';
import type { Client } from '../../world/client.ts';
import { openWorld, type World } from '../../world/world.ts';
import { earn } from '../ledger/ledger.testing.ts';
import type { PreparedHit } from '../drain/hit.prepare.ts';
import { addToLoad, startLoad, storeHits } from '../drain/hits.queries.ts';
import { openRedirectPool } from '../redirector/redirect.pool.ts';
import { clicksOfBrand } from '../figures/brand.counts.ts';
import { closeBrandDays } from '../figures/brand.days.ts';
import { closeMonths } from '../figures/months.ts';
import { newId } from '../platform/ids.ts';
import { storeViews, type View } from '../storefront/views.queries.ts';

// What the screens show, in any zone and over any range, compared with a count of the raw rows by PostgreSQL's own
// calendar.

const now = new Date('2026-11-20T15:20:00Z');
const zones = [
  'UTC',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/New_York',
  'America/St_Johns',
  'Europe/Paris',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Honolulu',
  'Africa/Cairo',
  'America/Sao_Paulo',
  'Asia/Kolkata',
];
const linkCount = 30;
const hitCount = 6_000;
const firstAt = Date.parse('2026-02-10T00:00:00Z');

let world: World;
let ava: Client;
let owner: pg.Client;
let links: string[];

/** Pseudo-random with a fixed seed, so that a failure can be reproduced. */
let seed = 20_261_120;
function chance(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
  return (seed >>> 0) / 4_294_967_296;
}
const pick = <T>(from: readonly T[]): T => from[Math.floor(chance() * from.length)] as T;

/** More often recent, and most often near midnight of UTC and of several zones, where a wrong edge would show. */
function someInstant(): Date {
  const at = firstAt + (1 - chance() ** 2) * (now.getTime() - firstAt);
  if (chance() < 0.5) return new Date(at);
  const midnight = Math.round(at / 86_400_000) * 86_400_000 + pick([0, 18.25, 13, 13.5, 5, 3.5, 11, 10]) * 3_600_000;
  return new Date(Math.min(midnight + pick([-1, 0, 1, -900_000, 899_999]), now.getTime()));
}

function someHit(): PreparedHit {
  const at = someInstant();
  const { merchants, accounts, users } = world.people;
  const isHuman = chance() < 0.8;
  const agent = { machine: '', isPreview: false, app: '', device: '', browser: '', system: '' };
  return {
    id: newId(at),
    at: at.getTime(),
    linkId: links[Math.floor(chance() ** 3 * linkCount)] ?? '',
    merchantId: merchants.glow,
    merchantAccountId: accounts.avaGlow,
    creatorId: users.ava,
    windowMs: 1,
    sentBrowser: '',
    browser: '',
    visitor: '00',
    verdict: isHuman ? { class: 'human', reason: 'browser' } : { class: 'bot', reason: 'bot_user_agent' },
    facts: { method: 'GET', purpose: '', agent, isMarkedPreview: false, isFromOwnPages: false, isOwnBrowser: false },
    method: 'GET',
    purpose: '',
    userAgent: '',
    language: '',
    referrer: '',
    referrerHost: pick(['', 'l.instagram.com', 'www.tiktok.com']),
    utm: '{}',
    network: '',
    address: '',
    browserMark: '',
    isUnsigned: false,
    country: pick(['', 'US', 'FR', 'NP', 'AU']),
    device: pick(['mobile', 'desktop', '']),
    browserName: '',
    system: '',
    app: '',
  };
}

function someView(): View {
  const at = someInstant();
  const isHuman = chance() < 0.8;
  return {
    id: newId(at),
    at,
    accountId: world.people.accounts.avaGlow,
    class: isHuman ? 'human' : 'bot',
    reason: '',
    browser: '',
    country: pick(['', 'US', 'FR', 'NP']),
    device: pick(['mobile', 'desktop']),
    referrerHost: pick(['', 'l.instagram.com']),
  };
}

async function fill(): Promise<void> {
  const load = startLoad('test');
  for (let hit = 0; hit < hitCount; hit += 1) addToLoad(load, someHit());
  const pool = openRedirectPool(world.ctx.database.url, world.ctx.log);
  await pool.query("select prepare_hits($1::timestamptz - n * interval '28 days') from generate_series(-1, 28) n", [
    now,
  ]);
  await storeHits(pool, load);
  await pool.end();
  await world.ctx.database.as({ role: 'redirect' }, (tx) => storeViews(tx, Array.from({ length: 3_000 }, someView), 1));
  const { merchants, accounts, users } = world.people;
  const earner = {
    merchantId: merchants.glow,
    merchantAccountId: accounts.avaGlow,
    creatorId: users.ava,
    currency: 'USD',
  };
  for (let order = 0; order < 120; order += 1) {
    world.clock.set(someInstant());
    await earn(world.ctx, earner, { amount: BigInt(1 + Math.floor(chance() * 900)), maturesAt: now });
  }
  world.clock.set(now);
  await owner.query(
    'update commissions set reversed = amount / 3, refunded = base / 3, link_id = $1 where random() < 0.4',
    [links[3]],
  );
}

beforeAll(async () => {
  world = await openWorld({ at: now });
  ava = await world.signIn('ava@creators.test');
  owner = new pg.Client({ connectionString: world.ctx.database.url });
  await owner.connect();
  const { merchants, accounts, users } = world.people;
  const made = await owner.query<{ id: string }>(
    `insert into links (merchant_id, id, merchant_account_id, creator_id, code, destination, created_at)
     select $1, gen_random_uuid(), $2, $3, 'recount-' || n, 'https://shop.example/' || n, now() from generate_series(1, $4::int) n returning id`,
    [merchants.glow, accounts.avaGlow, users.ava, linkCount],
  );
  links = made.rows.map(({ id }) => id);
  await fill();
}, 60_000);
afterAll(async () => {
  await owner.end();
  await world[Symbol.asyncDispose]();
});

async function recount(zone: string, from: string, to: string) {
  const within = (at: string) => `(${at} at time zone $2)::date between $3::date and $4::date`;
  const values = [world.people.accounts.avaGlow, zone, from, to];
  const one = async (text: string) => (await owner.query(text, values)).rows;
  const [{ clicks, views, orders, sales, commission }] = await one(`select
    (select count(*)::int from hits where merchant_account_id = $1 and counted and ${within('at')}) as clicks,
    (select count(*)::int from storefront_views where merchant_account_id = $1 and counted and ${within('at')}) as views,
    (select count(distinct order_id)::int from commissions where merchant_account_id = $1 and ${within('earned_at')}) as orders,
    (select coalesce(sum(base - refunded), 0)::text from commissions where merchant_account_id = $1 and ${within('earned_at')}) as sales,
    (select coalesce(sum(amount - reversed), 0)::text from commissions where merchant_account_id = $1 and ${within('earned_at')}) as commission`);
  const perLink = await one(
    `select link_id, count(*)::int as clicks from hits where merchant_account_id = $1 and counted and ${within('at')} group by 1`,
  );
  const values_ = async (table: string) =>
    one(`select part.dimension, part.value, count(*)::int as counted from ${table} cross join lateral
      (values ('country', country), ('device', device), ('referrer', referrer_host)) as part (dimension, value)
      where merchant_account_id = $1 and counted and value <> '' and ${within('at')} group by 1, 2`);
  return {
    clicks,
    views,
    orders,
    sales,
    commission,
    perLink,
    clicked: await values_('hits'),
    viewed: await values_('storefront_views'),
  };
}

const days = fc.tuple(fc.nat(240), fc.oneof(fc.nat(60), fc.nat(400))).map(([back, length]) => {
  const to = new Date(Date.parse('2026-11-20') - back * 86_400_000);
  const from = new Date(Math.max(Date.parse('2026-01-05'), to.getTime() - length * 86_400_000));
  return { from: from.toISOString().slice(0, 10), to: to.toISOString().slice(0, 10) };
});
const shortDays = fc.tuple(fc.nat(280), fc.nat(3)).map(([back, length]) => {
  const to = new Date(Date.parse('2026-11-20') - back * 86_400_000);
  return {
    from: new Date(to.getTime() - length * 86_400_000).toISOString().slice(0, 10),
    to: to.toISOString().slice(0, 10),
  };
});

const cases = zones.flatMap((zone) => [
  { zone, how: 'by closed months', areClosed: true },
  { zone, how: 'by days alone', areClosed: false },
]);

const counted = (rows: readonly { value: string; clicks?: number; counted?: number }[]) =>
  Object.fromEntries(rows.map(({ value, clicks, counted: n }) => [value, clicks ?? n]));

/** With past months and days closed, or with all of them open. */
async function inZone(zone: string, areClosed: boolean): Promise<void> {
  await owner.query('update users set time_zone = $1 where id = $2', [zone, world.people.users.ava]);
  const pool = openRedirectPool(world.ctx.database.url, world.ctx.log);
  await owner.query('update account_months set is_open = true');
  await owner.query('update brand_days set is_open = true');
  if (areClosed) await closeMonths(pool, now);
  if (areClosed) await closeBrandDays(pool, now);
  await pool.end();
}

/** Clicks between each instant and the next. */
async function clicksBetween(bounds: readonly string[]): Promise<number[]> {
  const { rows } = await owner.query<{ step: number; clicks: number }>(
    `select width_bucket(at, $2::timestamptz[]) as step, count(*)::int as clicks from hits
     where merchant_account_id = $1 and counted and at >= $3 and at < $4 group by 1`,
    [world.people.accounts.avaGlow, bounds, bounds[0], bounds.at(-1)],
  );
  const raw = new Map(rows.map(({ step, clicks }) => [step - 1, clicks]));
  return bounds.slice(1).map((_, index) => raw.get(index) ?? 0);
}

type Range = { starts_at: string; ends_at: string };

/** Clicks of all storefronts of Glow Lab, as its overview counts them. */
async function clicksOfGlow(ranges: readonly Range[]): Promise<number[]> {
  const merchantId = world.people.merchants.glow;
  const spans = ranges.map((range) => ({ from: new Date(range.starts_at), to: new Date(range.ends_at) }));
  return world.ctx.database.as({ role: 'app', merchantId }, (tx) => clicksOfBrand(tx, merchantId, spans));
}

async function recountGlow({ starts_at, ends_at }: Range): Promise<number | undefined> {
  const { rows } = await owner.query<{ clicks: number }>(
    'select count(*)::int as clicks from hits where merchant_id = $1 and counted and at >= $2 and at < $3',
    [world.people.merchants.glow, starts_at, ends_at],
  );
  return rows[0]?.clicks;
}

const clicksOf = (steps: readonly AnalyticsStep[]) => steps.map(({ figures }) => figures.clicks);

describe('S27: figures over any range', () => {
  test.for(cases)('match a recount of the raw rows in $zone $how', { timeout: 60_000 }, async (of_) => {
    const { zone } = of_;
    await inZone(zone, of_.areClosed);
    const params = { merchant_account_id: world.people.accounts.avaGlow };
    await fc.assert(
      fc.asyncProperty(fc.oneof(days, shortDays), async ({ from, to }) => {
        const query = { from, to };
        const raw = await recount(zone, from, to);
        const { data, problem } = await ava.call(readAnalyticsOverview, { params, query });
        expect(problem.errors).toBeUndefined();
        const { views, clicks, orders, sales, commission } = data.now;
        expect({ views, clicks, orders, sales: sales.amount, commission: commission.amount }).toEqual({
          views: raw.views,
          clicks: raw.clicks,
          orders: raw.orders,
          sales: raw.sales,
          commission: raw.commission,
        });
        const ranges = [data.range, { starts_at: data.range.starts_at, ends_at: '2026-11-20T15:30:00Z' }];
        expect(await clicksOfGlow(ranges)).toEqual(await Promise.all(ranges.map(recountGlow)));
        const before = await recount(zone, data.range.before.from, data.range.before.to);
        expect([data.before.views, data.before.clicks, data.before.commission.amount]).toEqual([
          before.views,
          before.clicks,
          before.commission,
        ]);
        for (const [dimension, list] of Object.entries({
          country: data.countries,
          device: data.devices,
          referrer: data.referrers,
        }))
          expect(counted(list)).toEqual(counted(raw.clicked.filter((row) => row.dimension === dimension)));
        const top = raw.perLink.map((row) => row.clicks).sort((one, other) => other - one);
        expect(data.links.map((link) => link.clicks)).toEqual(top.slice(0, 10));
        for (const link of data.links)
          expect(raw.perLink.find((row) => row.link_id === link.link_id)?.clicks).toBe(link.clicks);
        const all = await ava.call(readAnalyticsLinks, { params, query });
        expect(all.data.links.reduce((sum, link) => sum + link.clicks, 0)).toBe(raw.clicks);
        const traffic = (await ava.call(readAnalyticsTraffic, { params, query })).data;
        for (const [dimension, list] of Object.entries({
          country: traffic.countries,
          device: traffic.devices,
          referrer: traffic.referrers,
        })) {
          const of = (rows: typeof raw.clicked) => counted(rows.filter((row) => row.dimension === dimension));
          expect(counted(list.filter((row) => row.clicks > 0))).toEqual(of(raw.clicked));
          expect(Object.fromEntries(list.filter((row) => row.views > 0).map((row) => [row.value, row.views]))).toEqual(
            of(raw.viewed),
          );
        }
      }),
      { numRuns: 6 },
    );
  });

  test.for(['Asia/Kathmandu', 'Australia/Lord_Howe', 'America/New_York'])(
    'match for every interval in %s too',
    { timeout: 60_000 },
    async (zone) => {
      await inZone(zone, true);
      const params = { merchant_account_id: world.people.accounts.avaGlow };
      await fc.assert(
        fc.asyncProperty(fc.oneof(days, shortDays), async (query) => {
          const { data } = await ava.call(readAnalyticsOverview, { params, query: { ...query, compare: '1' } });
          const bounds = [...data.series.map((step) => step.starts_at), data.range.ends_at];
          const earlier = [...data.before_series.map((step) => step.starts_at), data.range.starts_at];
          expect(clicksOf(data.before_series)).toEqual(await clicksBetween(earlier));
          expect(clicksOf(data.series)).toEqual(await clicksBetween(bounds));
        }),
        { numRuns: 10 },
      );
    },
  );
});
