import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bareDatabase } from '../world/database.ts';
import { demoApiKey } from '../world/people.ts';
import { openWire } from '../world/process.ts';
import { populateDatabase } from '../world/world.ts';
import { buildImage, type Image } from './dockerfile.testing.ts';
import { type Container, startContainer, userOf } from './image.testing.ts';
import { repository } from './sources.testing.ts';

// The container image without a container: the steps of the Dockerfile in folders, and what they make started with Node
// alone, as the image's user, from a folder that can't be written. `npm run build` is one of the steps.

// Without a built web app, this builds it.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });
const patient = { timeout: 60_000 };

const commit = '0123456789abcdef0123456789abcdef01234567';
let folder: string;
let image: Image;
beforeAll(async () => {
  // Other users must reach the image.
  folder = await mkdtemp(join(tmpdir(), 'vitrine-image-'));
  await chmod(folder, 0o755);
  image = await buildImage(folder, { VITRINE_COMMIT: commit });
  execFileSync('chmod', ['-R', 'a-w', image.folder]);
});
afterAll(async () => {
  execFileSync('chmod', ['-R', 'u+w', folder]);
  await rm(folder, { recursive: true, force: true });
});

/** An empty database, reached as over a network, and the settings that every production start needs. */
async function openProduction() {
  const database = await bareDatabase();
  const wire = await openWire(database.url);
  return {
    wire,
    url: database.url,
    settings: { DATABASE_URL: wire.url, SECRET_KEY: 'a key for the image that is built here' },
    async [Symbol.asyncDispose]() {
      wire.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

const get = async (url: string) => (await fetch(url)).text();

test('the Dockerfile has no mistake that its linter knows', async () => {
  expect(validate(await readFile(join(repository, 'Dockerfile'), 'utf8'))).toEqual([]);
  expect(validate('FORM node:26.10.0-slim')).not.toEqual([]);
});

test('the image runs as a user that can write only the data folder', async () => {
  const { uid = process.getuid?.() } = userOf(image);
  expect(image.user).toBe('1000:1000');
  expect((await stat(join(image.root, 'data'))).uid).toBe(uid);
  const touch = (path: string) => spawnSync('touch', [join(path, 'a-file')], userOf(image)).status === 0;
  expect(touch(join(image.root, 'data'))).toBe(true);
  // Root may write everything; where the tests can't become another user, nothing is proven.
  if (uid !== 0) expect(touch(image.folder)).toBe(false);
});

test('the image has no secrets, no tests and no development packages', async () => {
  const exists = (path: string) =>
    stat(join(image.folder, path)).then(
      () => true,
      () => false,
    );
  expect(await exists('server/src/main.ts')).toBe(true);
  expect(await exists('node_modules/fastify')).toBe(true);
  for (const path of ['.env', '.git', 'node_modules/vitest', 'node_modules/typescript', 'server/src/config.test.ts'])
    expect([path, await exists(path)]).toEqual([path, false]);
});

test('it starts on an empty database, answers for itself, and ends with SIGTERM', async () => {
  await using production = await openProduction();
  const data = join(image.root, 'data');
  await using container = await startContainer(image, { ...production.settings, DATA_DIR: data });
  expect(container.lines).toEqual([
    expect.stringMatching(new RegExp(String.raw`^Create the first operator here .*${container.origin}/setup#vto_\S+$`)),
    `Vitrine is ready at ${container.origin}`,
  ]);
  expect(JSON.parse(await get(`${container.origin}/version`))).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    commit,
    schema: expect.stringMatching(/^\d{4}\w?_\w+$/),
  });
  // On the first start, the links are read a moment after the migrations.
  const ready = async (): Promise<unknown> => JSON.parse(await get(`${container.origin}/readyz`));
  await expect.poll(ready, { timeout: 10_000 }).toEqual({ status: 'ready' });
  expect(await get(`${container.origin}/login`)).toContain('/app-assets/');
  expect(container.probe()).toBe(0);
  production.wire.cut();
  await expect.poll(() => container.probe(), patient).toBe(1);
  await production.wire.restore();
  expect(await container.stop()).toBe(0);
  expect(container.probe()).toBe(1);
});

test('the first operator is created also if the server has a low priority, which only root may raise', async () => {
  await using production = await openProduction();
  await using container = await startContainer(image, { ...production.settings, DATA_DIR: join(image.root, 'data') });
  setPriority(container.pid ?? 0, 10);
  const answer = await fetch(`${container.origin}/api/v1/setup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      code: container.lines[0]?.split('#')[1],
      name: 'Olga',
      email: 'olga@example.com',
      password: 'a walk along the quiet river',
    }),
  });
  expect([answer.status, await answer.text()]).toEqual([201, expect.stringContaining('"role":"operator"')]);
});

const browser = {
  'User-Agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  Accept: 'text/html',
};

/** Reports an order of the demo's shop, and returns what became of it. */
async function outcomeOf(api: Container, clickId: string | null, placedAt: Date): Promise<string | undefined> {
  const price = { amount: '4800', currency: 'USD' };
  const lines = [{ line_id: '1', sku: 'serum', title: 'Dew Serum', quantity: 1, unit_price: price }];
  const order = { order_id: 'A-1', currency: 'USD', placed_at: placedAt.toISOString(), click_id: clickId, lines };
  const answer = await fetch(`${api.origin}/api/v1/orders`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${demoApiKey}` },
    body: JSON.stringify(order),
  });
  return JSON.parse(await answer.text()).data?.decision?.outcome;
}

test('roles apart: nodes that start together share one database, and a click on one is credited by another', async () => {
  await using production = await openProduction();
  await using nodes = new AsyncDisposableStack();
  const data = await mkdtemp(join(folder, 'roles-'));
  await chmod(data, 0o777);
  const start = async (role: string) => {
    const settings = { ...production.settings, NODE_ENV: 'development', DEMO: '0', ROLES: role, NODE_ID: role };
    return nodes.use(await startContainer(image, { ...settings, DATA_DIR: join(data, role) }));
  };
  const [api, redirect, worker] = await Promise.all([start('api'), start('redirect'), start('worker')]);
  const { stock } = await populateDatabase(production.url);
  const { pathname } = new URL(stock.placements['ava.serum'].short_url);

  const visit = (origin: string) => fetch(`${origin}${pathname}`, { headers: browser, redirect: 'manual' });
  await expect.poll(async () => (await visit(redirect.origin)).status, patient).toBe(302);
  expect((await visit(api.origin)).status).toBe(404);
  const { headers } = await visit(redirect.origin);
  const clickId = new URL(headers.get('location') ?? '').searchParams.get('vt_click');
  const placedAt = new Date();
  await expect.poll(() => outcomeOf(api, clickId, placedAt), patient).toBe('credited');
  await expect.poll(() => get(`${worker.origin}/metrics`), patient).toMatch(/vitrine_job_runs_total{.*} [1-9]/);
  expect(await Promise.all([api, redirect, worker].map((node) => node.stop()))).toEqual([0, 0, 0]);
});
