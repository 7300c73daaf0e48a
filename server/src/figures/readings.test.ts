import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { movableClock } from '../platform/clock.ts';
import { openScene, type RedirectorScene, silent } from '../redirector.testing.ts';
import { takeReadings } from './readings.ts';
import { recompute } from '../drain/recompute.ts';
import { openRedirectPool } from '../redirector/redirect.pool.ts';
import { verifyClicks } from './figures.verify.ts';

let scene: RedirectorScene;
let client: pg.Client;
let pool: pg.Pool;

beforeEach(async () => {
  scene = await openScene();
  await scene.addLink('shirt');
  await scene.query("update users set time_zone = 'Asia/Kathmandu'");
  client = new pg.Client({ connectionString: scene.url });
  await client.connect();
  pool = openRedirectPool(scene.url, silent);
});
afterEach(async () => {
  await client.end();
  await pool.end();
  await scene[Symbol.asyncDispose]();
});

const now = new Date('2026-11-21T10:00:00Z');

async function visits(at: readonly string[]): Promise<void> {
  const clock = movableClock(now);
  const served = await scene.serve({ clock });
  for (const [index, time] of at.entries()) {
    clock.set(new Date(time));
    await served.visit('/s/shirt', { headers: { 'x-forwarded-for': `203.0.113.${index + 1}`, 'cf-ipcountry': 'SE' } });
  }
  await served.stop();
}

const readings = async () =>
  (
    await scene.query<{ at: Date; clicks: string; swedish: string | null }>(
      "select at, clicks::text, counts[array_position(names, 'SE')]::text as swedish from account_readings order by at",
    )
  ).map(({ at, clicks, swedish }) => [at.toISOString().slice(0, 16), clicks, swedish]);

const ofLinks = async () =>
  (await scene.query<{ at: Date; clicks: string }>('select at, clicks::text from link_readings order by at')).map(
    ({ at, clicks }) => [at.toISOString().slice(0, 16), clicks],
  );

test('a counter is read at the midnights of its zone and at the latest UTC midnight, from its first count on', async () => {
  await visits(['2026-11-19T18:14:59Z', '2026-11-19T18:15:00Z', '2026-11-20T23:59:59Z', '2026-11-21T00:00:00Z']);
  expect(await takeReadings(pool, now)).toBe(4);
  expect(await takeReadings(pool, now)).toBe(0);
  expect(await readings()).toEqual([
    ['2026-11-18T18:15', '0', null],
    ['2026-11-19T18:15', '1', '1'],
    ['2026-11-20T18:15', '2', '2'],
    ['2026-11-21T00:00', '3', '3'],
  ]);
  expect(await ofLinks()).toEqual([
    ['2026-11-19T18:15', '1'],
    ['2026-11-20T18:15', '2'],
  ]);
  expect(await verifyClicks(client)).toMatchObject({ agrees: true });
});

test('a day later only the new readings are added, and the previous latest UTC midnight is dropped', async () => {
  await visits(['2026-11-20T12:00:00Z']);
  await takeReadings(pool, now);
  await visits(['2026-11-21T12:00:00Z']);
  expect(await takeReadings(pool, new Date('2026-11-22T10:00:00Z'))).toBe(2);
  expect((await readings()).slice(1)).toEqual([
    ['2026-11-20T18:15', '1', '1'],
    ['2026-11-21T18:15', '2', '2'],
    ['2026-11-22T00:00', '2', '2'],
  ]);
});

test('a late hit removes the readings after it, and no others', async () => {
  await visits(['2026-11-18T12:00:00Z', '2026-11-20T12:00:00Z']);
  await takeReadings(pool, now);
  await visits(['2026-11-19T12:00:00Z']);
  expect((await readings()).at(-1)).toEqual(['2026-11-18T18:15', '1', '1']);
  expect((await ofLinks()).at(-1)).toEqual(['2026-11-18T18:15', '1']);
  await takeReadings(pool, now);
  expect((await readings()).at(-1)).toEqual(['2026-11-21T00:00', '3', '3']);
  expect(await verifyClicks(client)).toMatchObject({ agrees: true });
});

test('reclassifying a day removes the readings after it', async () => {
  await visits(['2026-11-19T12:00:00Z', '2026-11-20T12:00:00Z']);
  await takeReadings(pool, now);
  const day = { from: new Date('2026-11-20T00:00:00Z'), to: new Date('2026-11-20T01:00:00Z') };
  await recompute(pool, { ...day, publicHost: '' });
  expect((await readings()).at(-1)).toEqual(['2026-11-19T18:15', '1', '1']);
});

test('in another zone the counter is read at other midnights', async () => {
  await visits(['2026-11-19T19:00:00Z', '2026-11-20T12:00:00Z']);
  await takeReadings(pool, now);
  await scene.query("update users set time_zone = 'Australia/Lord_Howe'");
  await takeReadings(pool, now);
  expect(await readings()).toEqual([
    ['2026-11-19T13:00', '0', null],
    ['2026-11-20T13:00', '2', '2'],
    ['2026-11-21T00:00', '2', '2'],
  ]);
  expect(await takeReadings(pool, now)).toBe(0);
  expect(await verifyClicks(client)).toMatchObject({ agrees: true });
});

test.for([
  ['update account_readings set clicks = clicks + 1 where clicks > 0', 'reading of an account'],
  [
    "update account_readings set counts = array[9]::bigint[], names = array['SE'], dimensions = array['country'] where clicks > 0",
    'reading of an account by dimension',
  ],
  ['update link_readings set clicks = clicks + 1', 'reading of a link'],
  ['delete from link_readings', 'sum of the link readings of an account'],
] as const)('verify finds a reading that differs: %s', async ([change, about]) => {
  await visits(['2026-11-20T12:00:00Z']);
  await takeReadings(pool, now);
  await client.query(change);
  expect(await verifyClicks(client)).toMatchObject({ agrees: false, about });
});

test('readings that are taken after old hits were dropped are exact from then on', async () => {
  const old = ['2026-11-17T20:00:00Z', '2026-11-18T12:00:00Z', '2026-11-19T19:00:00Z'];
  await visits([...old, '2026-11-20T12:00:00Z', '2026-11-20T19:00:00Z']);
  await takeReadings(pool, now);
  await scene.query("delete from hits where at < '2026-11-20'");
  await scene.query("update hits_kept set kept_from = '2026-11-20T00:00:00Z'");
  expect(await verifyClicks(client)).toMatchObject({ agrees: true, hits: 2 });

  await scene.query("update users set time_zone = 'Australia/Lord_Howe'");
  await takeReadings(pool, now);
  expect(await readings()).toEqual([
    ['2026-11-17T13:00', '0', null],
    ['2026-11-18T13:00', '2', '1'],
    ['2026-11-19T13:00', '2', '2'],
    ['2026-11-20T13:00', '4', '4'],
    ['2026-11-21T00:00', '5', '5'],
  ]);
  expect((await ofLinks()).at(-1)).toEqual(['2026-11-20T18:15', '4']);
  expect((await ofLinks()).filter(([at]) => at?.endsWith('13:00'))).toEqual([
    ['2026-11-18T13:00', '1'],
    ['2026-11-19T13:00', '2'],
    ['2026-11-20T13:00', '4'],
  ]);
  expect(await verifyClicks(client)).toMatchObject({ agrees: true });
});

test('the last click of a link stays known as a day when its hits were dropped', async () => {
  await visits(['2026-11-19T12:00:00Z', '2026-11-20T12:00:00Z']);
  await scene.query("delete from hits where at < '2026-11-20'");
  await scene.query("update hits_kept set kept_from = '2026-11-20T00:00:00Z'");
  await scene.query("update hits set user_agent = 'Googlebot/2.1'");
  const day = { from: new Date('2026-11-20T00:00:00Z'), to: new Date('2026-11-20T01:00:00Z') };
  await recompute(pool, { ...day, publicHost: '' });
  expect(await scene.query('select clicks::int, last_click_at from link_totals')).toEqual([
    { clicks: 1, last_click_at: new Date('2026-11-19T00:00:00Z') },
  ]);
});
