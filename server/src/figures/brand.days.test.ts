import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { movableClock } from '../platform/clock.ts';
import { openScene, type RedirectorScene, silent } from '../redirector.testing.ts';
import { openRedirectPool } from '../redirector/redirect.pool.ts';
import { closeBrandDays } from './brand.days.ts';
import { verifyClicks } from './figures.verify.ts';

let scene: RedirectorScene;
let client: pg.Client;
let pool: pg.Pool;

beforeEach(async () => {
  scene = await openScene();
  await scene.addLink('shirt');
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
    await served.visit('/s/shirt', { headers: { 'x-forwarded-for': `203.0.113.${index + 1}` } });
  }
  await served.stop();
}

const closed = () =>
  scene.query<{ day: string; clicks: string }>(
    'select day::text, clicks::text from brand_days where not is_open order by 1',
  );

test('past days of a brand are added up once, and today is not', async () => {
  await visits(['2026-11-19T23:59:00Z', '2026-11-20T00:00:00Z', '2026-11-20T23:59:00Z', '2026-11-21T09:00:00Z']);
  expect(await closeBrandDays(pool, now)).toBe(2);
  expect(await closeBrandDays(pool, now)).toBe(0);
  expect(await closed()).toEqual([
    { day: '2026-11-19', clicks: '1' },
    { day: '2026-11-20', clicks: '2' },
  ]);
  expect(await verifyClicks(client)).toMatchObject({ agrees: true });
});

test('a late hit opens its day until it is added up again', async () => {
  await visits(['2026-11-19T12:00:00Z']);
  await closeBrandDays(pool, now);
  await visits(['2026-11-19T13:00:00Z', '2026-11-19T14:00:00Z']);
  expect(await closed()).toEqual([]);
  expect(await closeBrandDays(pool, now)).toBe(1);
  expect(await closed()).toEqual([{ day: '2026-11-19', clicks: '3' }]);
});

test.each([
  ['closed day of a brand', 'clicks = clicks + 1'],
  ['closed day of a brand by quarter-hour', 'quarters = quarters[2:]'],
])('verify finds a %s that differs', async (about, change) => {
  await visits(['2026-11-19T12:00:00Z', '2026-11-19T18:00:00Z']);
  await closeBrandDays(pool, now);
  await client.query(`update brand_days set ${change}`);
  expect(await verifyClicks(client)).toMatchObject({ agrees: false, about });
});
