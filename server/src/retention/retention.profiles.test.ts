import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eraseOwnHits } from '../drain/drain.erasure.ts';
import { redactHits } from '../drain/drain.redaction.ts';
import { findProfiles } from '../drain/profiles.ts';
import { beginRedirect } from '../platform/database/begin.ts';
import { readConfig } from '../config.ts';
import { verifyClicksAt } from '../figures/figures.verify.ts';
import { movableClock } from '../platform/clock.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { openScene, type RedirectorScene, silent } from '../redirector.testing.ts';
import { deleteOldData } from './retention.jobs.ts';

let scene: RedirectorScene;
let database: Database;
beforeEach(async () => {
  scene = await openScene();
  await scene.addLink('shirt');
  database = openDatabase({ url: scene.url, log: silent });
});
afterEach(async () => {
  await database.close();
  await scene[Symbol.asyncDispose]();
});

const now = new Date('2026-11-20T12:00:00Z');

async function retain(): Promise<void> {
  const config = readConfig({ DATA_DIR: scene.dataDir, SECRET_KEY: 'x'.repeat(32) });
  await scene.query('delete from retention_runs');
  await deleteOldData({ config, clock: { now: () => now }, database, log: silent });
}

/** Clicks of people, each with another address, at times with a user agent. */
async function click(...visits: [time: string, agent: string][]): Promise<void> {
  const clock = movableClock(now);
  const served = await scene.serve({ clock });
  for (const [n, [time, agent]] of visits.entries()) {
    clock.set(new Date(time));
    const headers = { 'x-forwarded-for': `203.0.113.${n + 1}`, 'user-agent': `Mozilla/5.0 (iPhone) ${agent}` };
    await served.visit('/s/shirt', {
      headers: { ...headers, 'accept-language': 'sv', referer: 'https://t.co/', 'cf-ipcountry': 'SE' },
    });
  }
  await served.redirector.drainNow();
  await served.stop();
}

const today = '2026-11-20T09:00:00Z';
const agents = async () =>
  (await scene.query<{ agent: string }>('select user_agent as agent from hit_profiles order by month, 1')).map(
    ({ agent }) => agent.split(' ').at(-1),
  );
const due = () => scene.query('select 1 from hit_profiles where due_at is not null');

/** Erases the hits with a user agent as Shopify's request for a shopper does. */
async function redact(agent: string): Promise<void> {
  const hits = await scene.query<{ id: string }>(
    'select h.id from hits h join hit_profiles p on p.id = h.profile where p.user_agent like $1',
    [`%${agent}`],
  );
  await database.as({ role: 'system' }, (tx) =>
    redactHits(
      tx,
      scene.merchantId,
      hits.map(({ id }) => id),
    ),
  );
}

test('profiles go with the months of their hits', async () => {
  await click(
    ['2025-08-31T23:59:59Z', 'old'],
    ['2025-09-20T12:00:00Z', 'old'],
    ['2025-10-17T12:00:00Z', 'kept'],
    [today, 'old'],
  );
  expect(await agents()).toEqual(['old', 'old', 'kept', 'old']);
  await retain();
  expect(await agents()).toEqual(['kept', 'old']);
  expect(await scene.query('select 1 from hits h join hit_profiles p on p.id = h.profile')).toHaveLength(2);
});

test('the profile of a month that can’t be dropped yet stays with it', async () => {
  await click(['2025-08-31T23:59:59Z', 'old'], [today, 'new']);
  const reader = new pg.Client({ connectionString: scene.url });
  await reader.connect();
  await reader.query('begin');
  await reader.query('select count(*) from hits');
  await retain();
  expect(await agents()).toEqual(['old', 'new']);
  await reader.query('commit');
  await reader.end();
  await retain();
  expect(await agents()).toEqual(['new']);
}, 30_000);

test('the texts of an erased hit are gone after the next run, unless another hit has them', async () => {
  await click([today, 'rare'], [today, 'usual'], [today, 'usual']);
  const [one] = await scene.query<{ id: string }>(
    "select h.id from hits h join hit_profiles p on p.id = h.profile where p.user_agent like '%usual' limit 1",
  );
  await redact('rare');
  await database.as({ role: 'system' }, (tx) => redactHits(tx, scene.merchantId, [one?.id ?? '']));
  await retain();
  expect(await agents()).toEqual(['usual']);
  expect(await due()).toEqual([]);
  const erased = await scene.query(
    'select own_user_agent as agent, own_language, own_referrer, country, counted from hits where profile = 0 order by 1',
  );
  const cleared = { own_language: '', own_referrer: '', country: 'SE', counted: true };
  expect(erased, 'a click that counted keeps the user agent and the country').toEqual([
    { agent: 'Mozilla/5.0 (iPhone) rare', ...cleared },
    { agent: 'Mozilla/5.0 (iPhone) usual', ...cleared },
  ]);
  expect(await verifyClicksAt(scene.url)).toMatchObject({ agrees: true, hits: 3 });

  await redact('usual');
  await retain();
  expect(await agents()).toEqual([]);
});

test('a visit of the user’s own browser that is erased loses its user agent unless it counted', async () => {
  await click([today, 'own']);
  await scene.query("update hits set counted = false, class = 'self'");
  await scene.query('insert into creator_browsers (user_id, browser, seen_at) select $1, browser, at from hits', [
    scene.creatorId,
  ]);
  await database.as({ role: 'system' }, (tx) => eraseOwnHits({} as never, tx, { id: scene.creatorId } as never));
  await retain();
  expect(await agents()).toEqual([]);
  expect(await scene.query('select own_user_agent, own_language, own_referrer, profile from hits')).toEqual([
    { own_user_agent: '', own_language: '', own_referrer: '', profile: 0 },
  ]);
});

test('a click that comes after the erasure gets a profile of its own', async () => {
  await click([today, 'same'], [today, 'same']);
  const [first] = await scene.query<{ id: string }>('select id from hits order by id limit 1');
  await database.as({ role: 'system' }, (tx) => redactHits(tx, scene.merchantId, [first?.id ?? '']));
  await click(['2026-11-20T10:00:00Z', 'same']);
  expect(await agents()).toEqual(['same', 'same']);
  await retain();
  const used = await scene.query(
    'select count(distinct profile)::int as n from hits h join hit_profiles p on p.id = h.profile',
  );
  expect(used).toEqual([{ n: 2 }]);
});

test('a transaction that found a profile before its last hit was erased still stores its hit with it', async () => {
  await click([today, 'last']);
  const [hit] = await scene.query<{ id: string }>('select id from hits');
  const drain = new pg.Client({ connectionString: scene.url });
  await drain.connect();
  await drain.query(`${beginRedirect}; select pg_advisory_xact_lock(7305118)`);
  const texts = { userAgent: 'Mozilla/5.0 (iPhone) last', language: 'sv', referrer: 'https://t.co/' };
  const [profile] = (await findProfiles(drain, [{ ...texts, at: Date.parse(today) } as never])).values();
  await redact('last');
  const retained = retain();
  for (;;) {
    const waiting = await scene.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'",
    );
    if (waiting.length > 0) break;
  }
  await drain.query(
    `insert into hits (id, at, merchant_id, merchant_account_id, creator_id, link_id, class, reason, counted, rules_version, method, visitor, node, profile)
     select (left(id::text, 35) || case right(id::text, 1) when '0' then '1' else '0' end)::uuid, at, merchant_id, merchant_account_id, creator_id, link_id, 'bot', '', false, 1, 'GET', visitor, node, $2
     from hits where id = $1`,
    [hit?.id, profile],
  );
  await drain.query('commit');
  await drain.end();
  await retained;
  expect(await agents()).toEqual(['last']);
  expect(await due()).toEqual([]);
});
