import { readFilteredAnalytics } from '@vitrine/contract/analytics.ts';
import fc from 'fast-check';
import pg from 'pg';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasChdb, type StandInClickHouse, startClickHouse } from '../../../world/clickhouse.ts';
import { openWorld, type World } from '../../../world/world.ts';
import type { PreparedHit } from '../../drain/hit.prepare.ts';
import { addToLoad, startLoad, storeHits } from '../../drain/hits.queries.ts';
import { newId } from '../../platform/ids.ts';
import { openRedirectPool } from '../../redirector/redirect.pool.ts';
import { storeViews, type View } from '../../storefront/views.queries.ts';
import { type Asked, countHere } from '../counts.asked.ts';
import { clicksByLink, clicksByValue } from '../counts.ts';
import { rebuildDay } from '../rebuild.ts';
import { inTransaction } from '../transaction.ts';
import { countLong } from './answers.ts';
import { parseEngineAddress } from './engine.address.ts';
import { countThere } from './engine.counts.ts';
import { type FigureEngine, openFigureEngine } from './engine.ts';
import { attachEngine, detachEngine, readAttachment } from './feed.attach.ts';
import { feedFigures } from './feed.jobs.ts';
import { feedOnce } from './feed.ts';
import { longClicksByLink, longClicksByValue } from './long.counts.ts';

const now = new Date('2026-11-20T15:20:00Z');
const firstAt = Date.parse('2026-02-10T00:00:00Z');
const dayMs = 86_400_000;
const countries = ['', 'US', 'FR', "a'b\\c:", 'Ærø'];
const devices = ['mobile', 'desktop', ''];
const referrers = ['', 'l.instagram.com', 'www.tiktok.com'];
const apps = ['', 'instagram'];

let world: World;
let clickHouse: StandInClickHouse;
let owner: pg.Client;
let pool: pg.Pool;
let links: string[];
let engine: FigureEngine;

const pick = <T>(from: readonly T[], chance: number): T => from[Math.floor(chance * from.length)] as T;

type Chances = readonly [number, number, number, number, number, number, number];

function hitAt(at: Date, [link, counted, country, device, referrer, app]: Chances): PreparedHit {
  const { merchants, accounts, users } = world.people;
  const agent = { machine: '', isPreview: false, app: '', device: '', browser: '', system: '' };
  const facts = {
    method: 'GET',
    purpose: '',
    agent,
    isMarkedPreview: false,
    isFromOwnPages: false,
    isOwnBrowser: false,
  };
  return {
    id: newId(at),
    at: at.getTime(),
    linkId: pick(links, link),
    merchantId: merchants.glow,
    merchantAccountId: accounts.avaGlow,
    creatorId: users.ava,
    windowMs: 1,
    sentBrowser: '',
    browser: '',
    visitor: '00',
    verdict: counted < 0.8 ? { class: 'human', reason: 'browser' } : { class: 'bot', reason: 'bot_user_agent' },
    facts,
    method: 'GET',
    purpose: '',
    userAgent: '',
    language: '',
    referrer: '',
    referrerHost: pick(referrers, referrer),
    utm: '{}',
    network: '',
    address: '',
    browserMark: '',
    isUnsigned: false,
    country: pick(countries, country),
    device: pick(devices, device),
    browserName: '',
    system: '',
    app: pick(apps, app),
  };
}

function viewAt(at: Date, [, counted, country, device, referrer]: Chances): View {
  return {
    id: newId(at),
    at,
    accountId: world.people.accounts.avaGlow,
    class: counted < 0.8 ? 'human' : 'bot',
    reason: '',
    browser: '',
    country: pick(countries, country),
    device: pick(devices, device),
    referrerHost: pick(referrers, referrer),
  };
}

/** Often at midnight, where a wrong bound would show. */
const instants = fc
  .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(undefined, -1, 0, 1))
  .map(([share, offset]) => {
    const at = firstAt + share * (now.getTime() - firstAt);
    return new Date(offset === undefined ? Math.floor(at) : Math.floor(at / dayMs) * dayMs + offset);
  });
const chance = fc.double({ min: 0, max: 0.999, noNaN: true });
const chances = fc.tuple(chance, chance, chance, chance, chance, chance, chance);
const rows = fc.array(fc.record({ at: instants, chances }), { minLength: 1, maxLength: 60 });

async function store(hits: readonly PreparedHit[], views: readonly View[]): Promise<void> {
  const load = startLoad('test');
  for (const hit of hits) addToLoad(load, hit);
  if (hits.length > 0) await inTransaction(pool, (client) => storeHits(client, load));
  if (views.length > 0) await world.ctx.database.as({ role: 'redirect' }, (tx) => storeViews(tx, views, 1));
}

/** Changes stored hits as a recount does, and what is counted from them. */
async function change(sql: string, at: Date): Promise<void> {
  const day = Math.floor(at.getTime() / dayMs) * dayMs;
  await system(sql);
  await inTransaction(pool, (client) => rebuildDay(client, { from: new Date(day), to: new Date(day + dayMs) }));
}

async function system(sql: string): Promise<void> {
  await owner.query(`begin; set local role vitrine_system; ${sql}; commit`);
}

const asCreator = <T>(work: Parameters<typeof world.ctx.database.as<T>>[1]) =>
  world.ctx.database.as(
    { role: 'app', creatorId: world.people.users.ava, merchantId: world.people.merchants.glow },
    work,
  );

async function feedAll(): Promise<string> {
  await feedFigures(world.ctx);
  return (await readAttachment(owner))?.name ?? '';
}

describe.skipIf(!hasChdb)('figures in ClickHouse', () => {
  beforeAll(async () => {
    world = await openWorld({ at: now });
    clickHouse = await startClickHouse();
    engine = await openFigureEngine(parseEngineAddress(clickHouse.address), new Registry());
    owner = new pg.Client({ connectionString: world.ctx.database.url });
    await owner.connect();
    pool = openRedirectPool(world.ctx.database.url, world.ctx.log);
    await pool.query("select prepare_hits($1::timestamptz - n * interval '28 days') from generate_series(-1, 12) n", [
      now,
    ]);
    const { merchants, accounts, users } = world.people;
    await owner.query('begin; set local role vitrine_system');
    const made = await owner.query<{ id: string }>(
      `insert into links (merchant_id, id, merchant_account_id, creator_id, code, destination, created_at)
       select $1, gen_random_uuid(), $2, $3, 'engine-' || n, 'https://shop.glowlab.example/', now() from generate_series(1, 6) n returning id`,
      [merchants.glow, accounts.avaGlow, users.ava],
    );
    await owner.query('commit');
    links = made.rows.map(({ id }) => id);
    world.ctx.log.level = 'warn';
  });
  beforeEach(() => {
    clickHouse.fault = 'none';
    world.ctx.figures = engine;
  });
  afterAll(async () => {
    await engine.close();
    await pool.end();
    await owner.end();
    await clickHouse[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });

  const someFilters = fc.record(
    {
      country: fc.constantFrom(...countries.slice(1)),
      device: fc.constantFrom('mobile', 'desktop'),
      referrer: fc.constantFrom(...referrers.slice(1)),
      app: fc.constant('instagram'),
      links: fc.array(fc.nat(5), { maxLength: 3 }),
    },
    { requiredKeys: [] },
  );
  const spans = fc.tuple(instants, instants).map(([one, other]) => ({
    from: new Date(Math.min(+one, +other)),
    to: new Date(Math.max(+one, +other) + 1),
  }));
  const questions = fc.array(
    fc.record({
      of: fc.constantFrom('hits', 'views'),
      span: spans,
      filters: someFilters,
      by: fc.constantFrom('link', 'places', 'values'),
    }),
    { minLength: 4, maxLength: 8 },
  );

  function askedOf({
    of,
    span,
    filters,
    by,
  }: {
    of: string;
    span: Asked['span'];
    filters: Record<string, unknown>;
    by: string;
  }): Asked {
    const {
      country,
      device,
      referrer,
      app,
      links: numbers,
    } = filters as { [Key in 'country' | 'device' | 'referrer' | 'app']?: string } & { links?: number[] };
    const account = world.people.accounts.avaGlow;
    const places = Array.from(
      { length: 5 },
      (_, place) => new Date(+span.from + Math.floor(((+span.to - +span.from) * place) / 5)),
    );
    if (of === 'views')
      return {
        of,
        account,
        span,
        filters: { country, device, referrer },
        by: by === 'places' ? { places } : { dimensions: ['country', 'device', 'referrer'] },
      };
    return {
      of: 'hits',
      account,
      span,
      filters: { country, device, referrer, app, links: numbers?.map((number) => links[number] ?? '') },
      by:
        by === 'link'
          ? 'link'
          : by === 'places'
            ? { places }
            : { dimensions: ['country', 'device', 'referrer', 'app'] },
    };
  }

  test('every count equals PostgreSQL’s, also after corrections, deletions and late hits', {
    timeout: 120_000,
  }, async () => {
    const steps = fc.record({ hits: rows, views: rows, changed: chance, removed: chance, asked: questions });
    await fc.assert(
      fc.asyncProperty(steps, async ({ hits, views, changed, removed, asked }) => {
        await store(
          hits.map((row) => hitAt(row.at, row.chances)),
          views.map((row) => viewAt(row.at, row.chances)),
        );
        const at = pick(hits, changed).at;
        await change(
          `update hits set counted = not counted, class = case when counted then 'bot' else 'human' end, country = 'FR' where at = '${at.toISOString()}'`,
          at,
        );
        const gone = pick(hits, removed).at;
        await change(`delete from hits where at = '${gone.toISOString()}'`, gone);
        await system(`delete from storefront_views where at = '${pick(views, removed).at.toISOString()}'`);
        const name = await feedAll();
        for (const question of asked.map(askedOf)) {
          const here = await asCreator((tx) => countHere(tx, question));
          expect(await countThere(engine, name, question)).toEqual(here);
        }
        const span = { from: new Date(firstAt), to: new Date(now) };
        await asCreator(async (tx) => {
          const account = world.people.accounts.avaGlow;
          const dimensions = ['country', 'device', 'referrer', 'app'] as const;
          const sorted = <T extends object>(list: readonly T[]) =>
            list.map((row) => Object.values(row).join(' ')).toSorted();
          expect(sorted(await longClicksByValue(world.ctx, tx, account, dimensions, span))).toEqual(
            sorted(await clicksByValue(tx, [account], dimensions, span)),
          );
          expect(await longClicksByLink(world.ctx, tx, account, span, 3)).toEqual(
            await clicksByLink(tx, account, span, 3),
          );
        });
      }),
      { numRuns: process.env['VITRINE_TEST_ENGINES'] === 'full' ? 40 : 8 },
    );
  });

  test('no order, no amount and nothing about a person is there', async () => {
    const name = await feedAll();
    const columns = await clickHouse.query(
      `select distinct name from system.columns where table in ('${name}_hits', '${name}_views') order by name`,
    );
    expect(columns.trim().split('\n')).toEqual([
      'account',
      'app',
      'at',
      'counted',
      'country',
      'device',
      'gone',
      'id',
      'link',
      'referrer',
      'version',
    ]);
  });

  const long = { from: new Date(firstAt), to: now };
  const asked = (): Asked => ({
    of: 'hits',
    account: world.people.accounts.avaGlow,
    span: long,
    filters: { device: 'mobile' },
    by: 'link',
  });
  const ask = () => asCreator((tx) => countLong(world.ctx, tx, asked()));
  const fresh = async () => {
    await engine.close();
    engine = await openFigureEngine(parseEngineAddress(clickHouse.address), new Registry());
    world.ctx.figures = engine;
  };

  test('while an old hit is not there yet, it does not count; recent hits do not matter', async () => {
    await feedAll();
    const chances: Chances = [0, 0, 0, 0, 0, 0, 0];
    await store([hitAt(now, chances)], []);
    expect(await ask()).toEqual(await asCreator((tx) => countHere(tx, asked())));
    await store([hitAt(new Date('2026-05-01T10:00:00Z'), chances)], []);
    expect(await ask()).toBeUndefined();
    await feedAll();
    expect(await ask()).toEqual(await asCreator((tx) => countHere(tx, asked())));
  });

  test('a request whose answer is lost is repeated, and nothing counts twice', async () => {
    await feedAll();
    await store(
      Array.from({ length: 20 }, (_, index) => hitAt(new Date('2026-06-01T10:00:00Z'), [index / 20, 0, 0, 0, 0, 0, 0])),
      [],
    );
    clickHouse.fault = 'breaks_after';
    await expect(feedFigures(world.ctx)).rejects.toThrow(/socket hang up|ECONNRESET/);
    clickHouse.fault = 'none';
    expect(await ask()).toBeUndefined();
    await feedAll();
    expect(await ask()).toEqual(await asCreator((tx) => countHere(tx, asked())));
  });

  test.each(['refuses', 'hangs'] as const)(
    'a ClickHouse that %s is not waited for, and not asked again at once',
    async (fault) => {
      await feedAll();
      await fresh();
      clickHouse.fault = fault;
      expect(await ask()).toBeUndefined();
      const { requests } = clickHouse;
      expect(await ask()).toBeUndefined();
      expect(clickHouse.requests).toBe(requests);
      const ava = await world.signIn('ava@creators.test');
      const { status, problem } = (await ava.call(readFilteredAnalytics, {
        params: { merchant_account_id: world.people.accounts.avaGlow },
        query: { preset: 'last_12_months', device: 'mobile' },
      })) as { status: number; problem: { code: string } };
      expect([status, problem.code]).toEqual([503, 'busy']);
      await fresh();
    },
  );

  test('a ClickHouse that lost its tables fails, and is filled again after it was turned off and on', async () => {
    const name = await feedAll();
    await clickHouse.query(`drop table ${name}_hits`);
    expect(await ask()).toBeUndefined();
    await fresh();
    world.ctx.figures = undefined;
    await feedFigures(world.ctx);
    const { rows: left } = await owner.query(`select tgname from pg_trigger where tgname like 'feed_%'`);
    expect(left).toEqual([]);
    world.ctx.figures = engine;
    expect(await feedAll()).not.toBe(name);
    expect(await ask()).toEqual(await asCreator((tx) => countHere(tx, asked())));
  });

  test('two nodes that feed at once, and one that stops in between, leave it complete', async () => {
    await detachEngine(owner);
    const other = new pg.Client({ connectionString: world.ctx.database.url });
    await other.connect();
    const { name } = await attachEngine(owner, engine);
    const together = await Promise.allSettled([feedOnce(owner, engine, name), feedOnce(other, engine, name)]);
    expect(together.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    await other.end();
    await feedAll();
    expect(await ask()).toEqual(await asCreator((tx) => countHere(tx, asked())));
  });
});
