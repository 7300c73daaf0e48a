import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ServerProcess, startServerProcess } from '../world/process.ts';
import { readConfig } from './config.ts';
import { openScene, type RedirectorScene } from './redirector.testing.ts';
import { type RunningServer, startServer } from './server.ts';

// Two nodes on one database: one that only redirects and ends in different ways, and another one that names it.

vi.setConfig({ testTimeout: 60_000 });

let scene: RedirectorScene;
let observer: RunningServer;
let folder: string;

beforeEach(async () => {
  scene = await openScene();
  await scene.addLink('shirt');
  folder = await mkdtemp(join(tmpdir(), 'vitrine-nodes-'));
  const config = { DATABASE_URL: scene.url, DATA_DIR: scene.dataDir, PORT: '0', DEMO: '0', LOG_LEVEL: 'silent' };
  observer = await startServer(readConfig({ ...config, NODE_ID: 'observer', ROLES: 'redirect' }));
});
afterEach(async () => {
  await observer.stop();
  await rm(folder, { recursive: true, force: true });
  await scene[Symbol.asyncDispose]();
});

const start = () =>
  startServerProcess({ env: { ROLES: 'redirect', NODE_ID: 'leaver', DATABASE_URL: scene.url, DATA_DIR: folder } });

/** A node that only redirects is ready before it has reported. */
async function startReported(): Promise<ServerProcess> {
  const node = await start();
  const running = () => scene.query(`select from nodes where name = 'leaver' and stopped_at is null`);
  await expect.poll(running).toHaveLength(1);
  // Before the start is over, a signal ends the process right away. The metrics are answered from then on.
  await expect.poll(() => fetch(`${node.origin}/metrics`).then(({ status }) => status)).toBe(200);
  return node;
}

const click = ({ origin }: ServerProcess) => fetch(`${origin}/s/shirt`, { redirect: 'manual' });

/** What the metrics of the observer say about the other node. */
async function named(): Promise<Record<string, number>> {
  const text = await (await fetch(`${observer.url}/metrics`)).text();
  const found = [...text.matchAll(/^vitrine_node_(\w+)\{node="leaver"\} (\d+)$/gm)];
  return Object.fromEntries(found.map(([, name, value]) => [name, Number(value)]));
}

/** As if this much time had passed for everyone, without a report of those that have ended. */
const letTimePass = () =>
  scene.query(`
    update nodes set started_at = started_at - interval '60 s', steady_since = steady_since - interval '60 s',
      last_seen_at = case when name = 'leaver' then last_seen_at - interval '60 s' else last_seen_at end`);

/** Holds the drain up, so that clicks stay in the journals. */
async function holdUp(work: () => Promise<void>): Promise<void> {
  await scene.query('alter table hits rename to hits_away');
  await work();
  await scene.query('alter table hits_away rename to hits');
}

test('a node that was killed is named with what it held, until it runs again on its folder', async () => {
  const node = await start();
  await expect.poll(named, { timeout: 10_000 }).toEqual({ silent: 0, held_hits: 0, processes: 1 });
  await holdUp(async () => {
    await Promise.all(Array.from({ length: 7 }, () => click(node)));
    const held = async () =>
      (await scene.query<{ n: string }>(`select held_hits::text as n from nodes where name = 'leaver'`))[0]?.n;
    await expect.poll(held, { timeout: 15_000 }).toBe('7');
    node.child.kill('SIGKILL');
    await node.ended;
    await letTimePass();
    await expect.poll(named, { timeout: 10_000 }).toEqual({ silent: 1, held_hits: 7, processes: 0 });
  });
  await using again = await start();
  await expect.poll(named, { timeout: 10_000 }).toMatchObject({ silent: 0, processes: 1 });
  await expect.poll(() => scene.query('select from hits'), { timeout: 20_000 }).toHaveLength(7);
  expect(again.child.exitCode).toBeNull();
});

test('a node that stops in order is stopped, and one that stops with clicks is named with them', async () => {
  const stop = async (node: ServerProcess) => {
    node.child.kill('SIGINT');
    await node.ended;
    return scene.query(
      `select stopped_at is not null as stopped, held_hits::int as held from nodes where name = 'leaver'`,
    );
  };
  expect(await stop(await startReported())).toEqual([{ stopped: true, held: 0 }]);
  const node = await startReported();
  await holdUp(async () => {
    await click(node);
    expect(await stop(node)).toContainEqual({ stopped: true, held: 1 });
    await expect.poll(named, { timeout: 10_000 }).toEqual({ silent: 0, held_hits: 1, processes: 0 });
  });
});

test('two processes with one NODE_ID are counted', async () => {
  await using first = await start();
  const other = await mkdtemp(join(tmpdir(), 'vitrine-nodes-'));
  const env = { ROLES: 'redirect', NODE_ID: 'leaver', DATABASE_URL: scene.url, DATA_DIR: other };
  {
    await using second = await startServerProcess({ env });
    await expect.poll(named, { timeout: 10_000 }).toMatchObject({ processes: 2 });
    expect([first, second].map(({ child }) => child.exitCode)).toEqual([null, null]);
  }
  await rm(other, { recursive: true, force: true });
});
