import { existsSync } from 'node:fs';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openWire, startServerProcess, type Wire } from '../world/process.ts';
import { readConfig } from './config.ts';
import { openScene, type RedirectorScene } from './redirector.testing.ts';
import { snapshotPath } from './redirector/link.snapshot.ts';
import { type RunningServer, startServer } from './server.ts';

// A node with ROLES=redirect.

vi.setConfig({ testTimeout: 60_000 });

let scene: RedirectorScene;
let wire: Wire;
let node: RunningServer;

const start = () =>
  startServer(
    readConfig({
      ROLES: 'redirect',
      DATA_DIR: scene.dataDir,
      DATABASE_URL: wire.url,
      PORT: '0',
      DEMO: '0',
      LOG_LEVEL: 'silent',
    }),
  );

beforeEach(async () => {
  scene = await openScene();
  await scene.addLink('shirt');
  wire = await openWire(scene.url);
  node = await start();
});
afterEach(async () => {
  await node.stop();
  wire.close();
  await scene[Symbol.asyncDispose]();
});

const statusOf = async (path: string) => (await fetch(`${node.url}${path}`, { redirect: 'manual' })).status;
const clicks = (count: number) => Promise.all(Array.from({ length: count }, () => statusOf('/s/shirt')));

test('it has at most 5 connections, from its start on, while it redirects, stores clicks, closes months and reports', async () => {
  await node.stop();
  await scene.query(
    `insert into account_months (merchant_id, merchant_account_id, creator_id, month, is_open) values ($1, $2, $3, '2026-01-01', true)`,
    [scene.merchantId, scene.accountId, scene.creatorId],
  );
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  node = await start();
  expect(new Set(await clicks(100))).toEqual(new Set([302]));
  await Promise.all(Array.from({ length: 5 }, () => statusOf('/metrics')));
  await expect.poll(() => scene.query('select from hits')).toHaveLength(100);
  // All periodic work at once, while more clicks come.
  vi.advanceTimersByTime(600_000);
  await Promise.all([clicks(100), statusOf('/metrics')]);
  const openMonths = () => scene.query(`select from account_months where is_open and month = '2026-01-01'`);
  await expect.poll(openMonths, { timeout: 10_000 }).toHaveLength(0);
  const open = await scene.query<{ application_name: string }>(
    `select application_name from pg_stat_activity where datname = current_database() and application_name like 'vitrine%'`,
  );
  expect(open.length).toBeLessThanOrEqual(5);
  expect(wire.mostOpen()).toBeLessThanOrEqual(5);
});

test('it is ready while the database is away, and stores the clicks when it is back', async () => {
  wire.cut();
  expect(await statusOf('/readyz')).toBe(200);
  expect(new Set(await clicks(20))).toEqual(new Set([302]));
  expect(await statusOf('/readyz')).toBe(200);
  await wire.restore();
  await expect.poll(() => scene.query('select from hits'), { timeout: 20_000 }).toHaveLength(20);
});

test('started while the database is away, it is ready and serves the links that it had', async () => {
  await expect.poll(() => existsSync(snapshotPath(scene.dataDir))).toBe(true);
  await node.stop();
  wire.cut();
  const env = { ROLES: 'redirect', DATA_DIR: scene.dataDir, DATABASE_URL: wire.url };
  {
    // Starting it waits until /readyz answers 200.
    await using away = await startServerProcess({ env });
    const answer = await fetch(`${away.origin}/s/shirt`, { redirect: 'manual' });
    expect(answer.headers.get('location')).toMatch(/^https:\/\/shop.example\/products\/shirt\?vt_click=/);
  }
  await wire.restore();
  node = await start();
});
