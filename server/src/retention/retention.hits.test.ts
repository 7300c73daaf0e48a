import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { verifyClicksAt } from '../figures/figures.verify.ts';
import { movableClock } from '../platform/clock.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { openScene, type RedirectorScene, silent } from '../redirector.testing.ts';
import { deleteOldData } from './retention.jobs.ts';
import { partitionsOf } from './retention.testing.ts';

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

/** Runs the retention on a day, with settings as an operator would give them. */
async function retain(settings: Record<string, string> = {}, at = now): Promise<void> {
  const config = readConfig({ DATA_DIR: scene.dataDir, SECRET_KEY: 'x'.repeat(32), ...settings });
  await scene.query('delete from retention_runs');
  await deleteOldData({ config, clock: { now: () => at }, database, log: silent });
}

async function clickAt(...times: string[]): Promise<void> {
  const clock = movableClock(now);
  const served = await scene.serve({ clock });
  for (const [n, time] of times.entries()) {
    clock.set(new Date(time));
    await served.visit('/s/shirt', { headers: { 'x-forwarded-for': `203.0.113.${n + 1}`, 'cf-ipcountry': 'SE' } });
  }
  await served.redirector.drainNow();
  await served.stop();
}

const totals = () => scene.query<{ hits: number; clicks: number }>('select hits::int, clicks::int from link_totals');
const run = async () =>
  (
    await scene.query<{ outcome: string; note: string; deleted: object }>(
      'select outcome, note, deleted from retention_runs',
    )
  )[0];

const months = [
  '2025-08-31T23:59:59Z',
  '2025-09-01T00:00:00Z',
  '2025-09-20T12:00:00Z',
  '2025-10-01T00:00:00Z',
  '2025-10-17T12:00:00Z',
  '2026-11-20T09:00:00Z',
];

describe('hits', () => {
  test('go by whole months that are older than the setting, and every figure stays', async () => {
    await clickAt(...months);
    const before = await totals();
    expect(await verifyClicksAt(scene.url)).toMatchObject({ agrees: true, hits: 6 });
    await retain();
    expect(await partitionsOf(scene)).toEqual(['hits_2025_10', 'hits_2026_11']);
    expect(await run()).toEqual({ outcome: 'complete', note: '', deleted: expect.objectContaining({ hits: 3 }) });
    expect(await totals()).toEqual(before);
    expect(await verifyClicksAt(scene.url)).toMatchObject({ agrees: true, hits: 3 });
    const left = await scene.query(
      "select relname from pg_class where relname like 'hits\\_2025\\_0%' and relkind = 'r'",
    );
    expect(left).toEqual([]);
  });

  test('stay longer than the setting while a brand’s windows are longer', async () => {
    await clickAt(...months);
    await scene.query('update merchants set window_days = 300, return_days = 100');
    await retain({ KEEP_HITS_DAYS: '90' });
    expect(await partitionsOf(scene)).toEqual(['hits_2025_10', 'hits_2026_11']);
    await scene.query('update merchants set window_days = 30, return_days = 30');
    await retain({ KEEP_HITS_DAYS: '90' });
    expect(await partitionsOf(scene)).toEqual(['hits_2026_11']);
  });

  test('stay as long as a brand’s windows were, also after it shortened them', async () => {
    await clickAt(...months);
    await scene.query('update merchants set window_days = 30, return_days = 30');
    await scene.query(
      `insert into setting_changes (merchant_id, id, changed_at, before, after)
       select m.id, gen_random_uuid(), now(), change.before::jsonb, '{}' from merchants m,
         (values ('{"attribution_window_days": 300}'), ('{"return_window_days": 100}')) change (before)`,
    );
    await retain({ KEEP_HITS_DAYS: '90' });
    expect(await partitionsOf(scene)).toEqual(['hits_2025_10', 'hits_2026_11']);
  });

  test('stay if the last verification found a difference', async () => {
    await clickAt(...months);
    await scene.query(
      "insert into verifications (kind, day, started_at, ended_at, agrees, finding) values ('clicks', '2026-11-20', now(), now(), false, 'x')",
    );
    await retain();
    expect(await run()).toMatchObject({ outcome: 'partial', note: expect.stringContaining('No month was deleted') });
    expect(await partitionsOf(scene)).toHaveLength(4);
    const kept = await scene.query("select at from hits where address_prefix <> ''");
    expect(kept, 'addresses are cleared nevertheless').toEqual([{ at: new Date('2026-11-20T09:00:00Z') }]);
  });

  test('of the first partition of an upgraded installation go in batches, until it can be dropped', async () => {
    await scene.query("select add_hit_partition('hits_first', null, first_hit_id('2026-12-01T00:00:00Z'))");
    await clickAt(...months);
    await retain();
    expect(await scene.query('select count(*)::int as n from hits_first')).toEqual([{ n: 3 }]);
    expect(await run()).toMatchObject({ outcome: 'complete', deleted: { hits: 3 } });
    expect(await verifyClicksAt(scene.url)).toMatchObject({ agrees: true, hits: 3 });
  });

  test('a month in use by a long transaction waits for the next run, and no click and no order waits for it', async () => {
    await clickAt(...months);
    const reader = new pg.Client({ connectionString: scene.url });
    await reader.connect();
    await reader.query('begin');
    await reader.query('select count(*) from hits');
    await retain();
    expect(await run()).toMatchObject({ outcome: 'partial', note: expect.stringContaining('hits_2025_08 is in use') });
    await clickAt('2026-11-20T10:00:00Z', '2027-03-01T00:00:00Z');
    await reader.query('commit');
    await reader.end();
    expect(await verifyClicksAt(scene.url)).toMatchObject({ agrees: true, hits: 5 });
    await retain();
    expect(await run()).toMatchObject({ outcome: 'complete' });
    expect(await partitionsOf(scene)).toEqual(['hits_2025_10', 'hits_2026_11', 'hits_2027_03']);
  }, 30_000);

  test('lose what was kept of the address after its own time, and the country stays', async () => {
    await clickAt('2026-07-01T12:00:00Z', '2026-08-21T12:00:00Z', '2026-11-20T09:00:00Z');
    await retain();
    const hits = await scene.query(
      'select at::date::text as day, address is null as hash, address_prefix as network, country from hits order by at',
    );
    expect(hits).toEqual([
      { day: '2026-07-01', hash: true, network: '', country: 'SE' },
      { day: '2026-08-21', hash: true, network: '', country: 'SE' },
      { day: '2026-11-20', hash: false, network: '203.0.113.0/24', country: 'SE' },
    ]);
    expect(await run()).toMatchObject({ deleted: { 'hits (addresses)': 2 } });
    expect(await verifyClicksAt(scene.url)).toMatchObject({ agrees: true });
    await retain();
    expect((await run())?.deleted).toEqual({});
  });
});

describe('a run that is killed', () => {
  /** Starts a run in a process of its own, and kills it once it waits in the statement. */
  async function killIn(statement: RegExp): Promise<void> {
    const script = fileURLToPath(new URL('./retention.process.testing.ts', import.meta.url));
    const child = spawn(process.execPath, [script, scene.url, scene.dataDir], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const ended = once(child, 'exit');
    for (;;) {
      const waiting = await scene.query<{ query: string }>(
        "select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      if (waiting.some(({ query }) => statement.test(query))) break;
      if (child.exitCode !== null) throw new Error('the run ended before it could be killed');
    }
    child.kill('SIGKILL');
    await ended;
  }

  /** Holds locks until the returned function is called. */
  async function hold(statement: string): Promise<() => Promise<void>> {
    const client = new pg.Client({ connectionString: scene.url });
    await client.connect();
    await client.query('begin');
    await client.query(statement);
    return async () => client.end();
  }

  const backendsEnd = async () => {
    await scene.query(
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
  };

  test('while it detaches a month is finished by the next one', async () => {
    await clickAt(...months);
    const release = await hold('select count(*) from hits');
    await killIn(/detach partition/);
    await backendsEnd();
    await release();
    expect(await verifyClicksAt(scene.url)).toMatchObject({ agrees: true, hits: 3 });
    await clickAt('2026-11-20T10:00:00Z');
    await retain();
    expect(await partitionsOf(scene)).toEqual(['hits_2025_10', 'hits_2026_11']);
    expect(await verifyClicksAt(scene.url)).toMatchObject({ agrees: true, hits: 4 });
  });

  test('while it deletes rows has deleted whole batches and counted each, and the next one does the rest', async () => {
    await scene.query(
      `insert into events (at, kind, audience_user) select now() - interval '60 days', 'old', gen_random_uuid() from generate_series(1, 1500)`,
    );
    await scene.query(
      `insert into events (at, kind, audience_user) select now(), 'young', gen_random_uuid() from generate_series(1, 10)`,
    );
    await scene.query('create table gate (open boolean)');
    await scene.query(`
      create function wait_at_gate() returns trigger language plpgsql security definer as $$
      begin if old.seq > 1200 then lock table gate; end if; return old; end $$`);
    await scene.query('create trigger gate before delete on events for each row execute function wait_at_gate()');
    const release = await hold('lock table gate');
    await killIn(/events/);
    await backendsEnd();
    await release();
    const [stopped] = await scene.query('select outcome, deleted from retention_runs');
    expect(stopped).toEqual({ outcome: null, deleted: { events: 1000 } });
    expect(await scene.query("select 1 from events where kind = 'old'")).toHaveLength(500);

    const config = readConfig({ DATA_DIR: scene.dataDir, SECRET_KEY: 'x'.repeat(32) });
    await deleteOldData({ config, clock: { now: () => new Date() }, database, log: silent });
    expect(await run()).toMatchObject({ outcome: 'complete', deleted: { events: 1500 } });
    expect(await scene.query('select distinct kind from events')).toEqual([{ kind: 'young' }]);
    expect(await scene.query('select 1 from events')).toHaveLength(10);
  });
});
