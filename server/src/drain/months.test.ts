import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifyClicksAt } from '../figures/figures.verify.ts';
import { movableClock } from '../platform/clock.ts';
import { openScene, type RedirectorScene } from '../redirector.testing.ts';
import { prepareNextMonths } from './months.ts';

let scene: RedirectorScene;
beforeEach(async () => {
  scene = await openScene();
  await scene.addLink('shirt');
});
afterEach(async () => scene[Symbol.asyncDispose]());

/** Follows a link at each of the times and stores the clicks. */
async function clickAt(...times: string[]): Promise<void> {
  const clock = movableClock(new Date(times[0] ?? 0));
  const served = await scene.serve({ clock });
  for (const [n, time] of times.entries()) {
    clock.set(new Date(time));
    const { status } = await served.visit('/s/shirt', { headers: { 'x-forwarded-for': `203.0.113.${n + 1}` } });
    expect(status).toBe(302);
  }
  await served.redirector.drainNow();
  await served.stop();
}

async function partitions(): Promise<string[]> {
  const rows = await scene.query<{ name: string }>('select name from hit_partitions() order by before_id');
  return rows.map(({ name }) => name);
}

const clicksByMonth = () =>
  scene.query('select tableoid::regclass::text as partition, count(*)::int as hits from hits group by 1 order by 1');

describe('hits of a month that has no partition', () => {
  test('are stored, whatever the clock says', async () => {
    expect(await partitions()).toEqual([]);
    await clickAt(
      '2026-11-30T23:59:59.999Z',
      '2026-12-01T00:00:00.000Z',
      '2031-02-28T12:00:00Z',
      '2025-01-01T00:00:00Z',
    );
    expect(await clicksByMonth()).toEqual([
      { partition: 'hits_2025_01', hits: 1 },
      { partition: 'hits_2026_11', hits: 1 },
      { partition: 'hits_2026_12', hits: 1 },
      { partition: 'hits_2031_02', hits: 1 },
    ]);
    expect(await verifyClicksAt(scene.url)).toMatchObject({ agrees: true, hits: 4 });
  });

  test('get one, also if several nodes need it at once', async () => {
    const prepare = () => scene.query("select prepare_hits('2026-07-09T12:00:00Z')");
    await Promise.all(Array.from({ length: 12 }, prepare));
    expect(await partitions()).toEqual(['hits_2026_07']);
  });

  test('are set aside if the month is no longer kept, because they could be counted twice', async () => {
    await clickAt('2026-11-20T12:00:00Z');
    await scene.query("update hits_kept set kept_from = '2026-11-01T00:00:00Z'");
    await clickAt('2026-10-31T23:59:59.999Z', '2026-11-01T00:00:00.000Z');
    expect(await partitions()).toEqual(['hits_2026_11']);
    expect(await readFile(join(scene.dataDir, 'refused-hits.jsonl'), 'utf8')).toContain('shirt');
    expect(await verifyClicksAt(scene.url)).toMatchObject({ agrees: true, hits: 2 });
  });
});

test('the current month and the next two are prepared ahead, in any time zone of the database', async () => {
  const prepareIn = async (zone: string, now: string) => {
    const client = new pg.Client({ connectionString: scene.url });
    await client.connect();
    await client.query(`set time zone '${zone}'; set role vitrine_redirect`);
    await prepareNextMonths(client, new Date(now));
    await client.end();
  };
  await prepareIn('Pacific/Kiritimati', '2026-12-31T23:30:00Z');
  await prepareIn('America/Los_Angeles', '2026-12-31T23:30:00Z');
  expect(await partitions()).toEqual(['hits_2026_12', 'hits_2027_01', 'hits_2027_02']);
});

test('no role of the product can read or change a partition itself', async () => {
  await clickAt('2026-11-20T12:00:00Z');
  const client = new pg.Client({ connectionString: scene.url });
  await client.connect();
  for (const role of ['vitrine_app', 'vitrine_public', 'vitrine_redirect', 'vitrine_system'])
    for (const statement of ['select 1 from', 'delete from', 'truncate']) {
      await client.query(`begin; set local role ${role}`);
      await expect(client.query(`${statement} hits_2026_11`)).rejects.toThrow('permission denied');
      await client.query('rollback');
    }
  await client.query('begin; set local role vitrine_redirect');
  expect((await client.query('select 1 from hits')).rowCount).toBe(1);
  await client.query('rollback');
  await client.end();
});

test('through the table of all hits, a creator sees only their own hits of each month', async () => {
  await clickAt('2026-11-20T12:00:00Z', '2026-12-20T12:00:00Z');
  const seenBy = async (creator: string): Promise<number | null> => {
    const client = new pg.Client({ connectionString: scene.url });
    await client.connect();
    await client.query('begin; set local role vitrine_app');
    await client.query("select set_config('app.creator', $1, true)", [creator]);
    const { rowCount } = await client.query('select 1 from hits');
    await client.end();
    return rowCount;
  };
  expect(await seenBy(scene.creatorId)).toBe(2);
  expect(await seenBy(scene.merchantId)).toBe(0);
});

test('a click is found in the partition of its month alone', async () => {
  await clickAt('2026-11-20T12:00:00Z', '2026-12-20T12:00:00Z');
  const [hit] = await scene.query<{ id: string }>('select id from hits order by id limit 1');
  const plan = await scene.query<{ 'QUERY PLAN': string }>(`explain select * from hits where id = '${hit?.id}'`);
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toContain('hits_2026_11');
  expect(text).not.toContain('hits_2026_12');
});
