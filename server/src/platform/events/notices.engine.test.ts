import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type Brokers, hasBrokers, startBrokers } from '../../../world/brokers.ts';
import { client } from '../../../world/client.ts';
import { openWorld, type World } from '../../../world/world.ts';
import { createLink } from '@vitrine/contract/links.ts';
import { receiveOrder } from '@vitrine/contract/orders.ts';
import { serveRedirector } from '../../redirector.testing.ts';
import { checkEvents } from '../../doctor/events.check.ts';
import { findMixture } from './listeners.ts';
import { openNotices } from './notices.ts';
import { openNodeEvents } from './node.events.ts';
import { record } from './record.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

// Three nodes on one database and three brokers. No stream reads for itself, as no clock of a stream is turned.

type Node = Pick<World, 'app' | 'ctx'>;
let brokers: Brokers;
let world: World;
let nodes: readonly Node[];
let listener: pg.Client;
const heard: string[] = [];
const closers: (() => void)[] = [];

beforeAll(async () => {
  if (!hasBrokers) return;
  brokers = await startBrokers();
  world = await openWorld({ eventsUrl: brokers.url });
  nodes = [world, await world.secondNode(), await world.secondNode()];
  listener = new pg.Client({ connectionString: world.ctx.database.url });
  listener.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`));
  await listener.connect();
  for (const channel of ['events', 'figures', 'sessions', 'links', 'outgoing_events', 'order_reviews'])
    await listener.query(`listen ${channel}`);
});
afterAll(async () => {
  if (!hasBrokers) return;
  for (const close of closers) close();
  await listener.end();
  await world[Symbol.asyncDispose]();
  await brokers[Symbol.asyncDispose]();
});
beforeEach(async () => {
  if (!hasBrokers) return;
  for (const node of nodes) await vi.waitUntil(async () => (await isConnected(node)) === 1, { timeout: 20_000 });
  heard.length = 0;
});

const isConnected = (node: Node) => figureOf(node, 'vitrine_events_connected');

async function figureOf(node: Node, name: string): Promise<number> {
  const text = await node.ctx.metrics.metrics();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')
      .at(-1) ?? Number.NaN,
  );
}

/** What PostgreSQL has sent so far, all of it: a last notice arrives after all others. */
async function notified(): Promise<string[]> {
  const mark = `mark ${heard.length} ${Math.random()}`;
  await listener.query("select pg_notify('events', $1)", [mark]);
  await expect.poll(() => heard.includes(`events ${mark}`)).toBe(true);
  return heard.filter((line) => !line.startsWith('events mark'));
}

async function listen(node: Node): Promise<string> {
  const server = createServer((request, response) => node.app.routing(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A live stream of this user at this node. Returns whether an event with this text has arrived. */
async function openStream(node: Node, email: string): Promise<(text: string) => boolean> {
  const abort = new AbortController();
  closers.push(() => abort.abort());
  const headers = { authorization: `Bearer ${await world.token(email)}` };
  const { body } = await fetch(`${await listen(node)}/api/v1/events`, { headers, signal: abort.signal });
  let text = '';
  const read = async () => {
    for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) text += part;
  };
  read().catch(() => undefined);
  await expect.poll(() => text).toContain('event: ready');
  return (searched) => text.includes(searched);
}

let orders = 0;
async function sendOrder(node: Node): Promise<string> {
  orders += 1;
  const id = `N-${orders}`;
  const price = { amount: '4800', currency: 'USD' };
  const body = {
    order_id: id,
    currency: 'USD',
    placed_at: world.clock.now().toISOString(),
    discount_codes: ['AVA10'],
    lines: [{ line_id: '1', sku: 'GL-101', title: 'Dew Serum', quantity: 1, unit_price: price }],
  };
  const answer = await client(node.app, 'vtk_demo_glow_lab').call(receiveOrder, { body });
  expect(answer.status).toBe(200);
  return id;
}

const tellAva = (node: Node, orderId: string) =>
  node.ctx.database.as({ role: 'app', merchantId: world.people.merchants.glow }, (tx) =>
    record(
      node.ctx,
      tx,
      { userId: world.people.users.ava },
      { kind: 'commission-update', merchant_account_id: world.people.accounts.avaGlow, order_id: orderId },
    ),
  );

const [first, second, third] = [() => nodes[0] as Node, () => nodes[1] as Node, () => nodes[2] as Node];

test.skipIf(!hasBrokers)(
  "an order's event reaches streams at the other nodes, and PostgreSQL sends no notice",
  async () => {
    const atSecond = await openStream(second(), 'brand@glow.test');
    const atThird = await openStream(third(), 'brand@glow.test');
    heard.length = 0;
    const id = await sendOrder(first());
    await expect.poll(() => atSecond(id)).toBe(true);
    await expect.poll(() => atThird(id)).toBe(true);
    expect(await notified()).toEqual([]);
  },
);

test.skipIf(!hasBrokers)('a notice of a trigger that waits for the commit is carried too', async () => {
  const endpoint = await listener.query<{ id: string }>(
    `insert into webhook_endpoints (merchant_id, id, url, description, events, sealed, created_at)
     values ($1, gen_random_uuid(), 'https://hooks.test', '', '{order.decided}', '', now()) returning id`,
    [world.people.merchants.glow],
  );
  onTestFinished(
    async () => void (await listener.query('delete from webhook_endpoints where id = $1', [endpoint.rows[0]?.id])),
  );
  let isNoticed = false;
  onTestFinished(second().ctx.notices.listen('outgoing_events', () => (isNoticed = true)));
  await sendOrder(first());
  await expect.poll(() => isNoticed).toBe(true);
  expect(await notified()).toEqual([]);
});

test.skipIf(!hasBrokers)('a changed link is noticed, and each notice of a transaction once', async () => {
  const noticed: string[] = [];
  onTestFinished(third().ctx.notices.listen('links', (code) => noticed.push(code)));
  const ava = client(second().app, await world.token('ava@creators.test'));
  const { data } = await ava.call(createLink, {
    params: { merchant_account_id: world.people.accounts.avaGlow },
    body: { destination: 'https://shop.glowlab.example/new' },
  });
  await world.ctx.database.as({ role: 'system' }, async (tx) => {
    for (let time = 0; time < 3; time += 1)
      await sql`update links set destination = destination || ${String(time)} where code = ${data.code}`.execute(tx);
  });
  await expect.poll(() => noticed).toEqual([data.code, data.code]);
});

test.skipIf(!hasBrokers)(
  'a redirect node hears of a changed link, and its counted clicks reach open dashboards',
  async () => {
    const { config, log, database } = world.ctx;
    const metrics = new Registry();
    const events = openNodeEvents(config.eventsUrl, { url: database.url, log, metrics });
    const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-notices-'));
    const served = await serveRedirector({
      dataDir,
      nodeId: 'redirect-1',
      publicUrl: 'http://portal.example',
      trustProxy: [],
      variants: config.variants,
      browserMarks: world.ctx.browserMarks,
      pg: { url: database.url },
      log,
      clock: world.clock,
      events,
    });
    onTestFinished(async () => {
      await served.stop();
      await events.stop();
      await rm(dataDir, { recursive: true, force: true });
    });
    await expect.poll(() => metrics.metrics(), { timeout: 20_000 }).toContain('vitrine_events_connected 1');
    const noticed = new Set<string>();
    onTestFinished(second().ctx.notices.listen('figures', (accounts) => noticed.add(accounts)));
    const account = world.people.accounts.avaGlow;
    const { rows } = await world.ctx.database.as({ role: 'system' }, (tx) =>
      sql<{ code: string }>`update links set destination = 'https://shop.glowlab.example/moved'
      where id = (select id from links where merchant_account_id = ${account}::uuid limit 1) returning code`.execute(
        tx,
      ),
    );
    const locationNow = async () => (await served.visit(`/s/${rows[0]?.code}`)).headers.location;
    await expect.poll(locationNow, { timeout: 30_000 }).toContain('/moved');
    await expect.poll(() => noticed.has(account), { timeout: 30_000 }).toBe(true);
    expect(await notified()).toEqual([]);
  },
);

test.skipIf(!hasBrokers)('a transaction that is rolled back sends nothing, nor what a savepoint undid', async () => {
  const noticed: string[] = [];
  onTestFinished(second().ctx.notices.listen('sessions', (id) => noticed.push(id)));
  const send = (id: string) => sql`select notice('sessions', ${id})`;
  const failed = world.ctx.database.as({ role: 'system' }, async (tx) => {
    await send('rolled back').execute(tx);
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  await world.ctx.database.as({ role: 'system' }, async (tx) => {
    await send('one').execute(tx);
    await sql`savepoint here`.execute(tx);
    await send('undone').execute(tx);
    await sql`rollback to savepoint here`.execute(tx);
    await send('two\n["sessions", "forged"]').execute(tx);
  });
  await expect.poll(() => noticed).toEqual(['one', 'two\n["sessions", "forged"]']);
});

test.skipIf(!hasBrokers)(
  'a transaction with very many notices sends the rest through PostgreSQL, and none is missing',
  async () => {
    const noticed = new Set<string>();
    onTestFinished(second().ctx.notices.listen('sessions', (id) => noticed.add(id)));
    await world.ctx.database.as({ role: 'system' }, (tx) =>
      sql`select notice('sessions', 'many ' || n) from generate_series(1, 3000) n`.execute(tx),
    );
    await expect.poll(() => noticed.size).toBe(3_000);
    expect((await notified()).length).toBeGreaterThan(2_000);
  },
);

test.skipIf(!hasBrokers)('nodes with and without EVENTS_URL see each other, and the doctor names both', async () => {
  const { config, database, log } = world.ctx;
  expect(await checkEvents({ config, database })).toMatchObject([
    { level: 'ok', text: expect.stringContaining('NATS delivers') },
  ]);
  expect(await checkEvents({ config: { ...config, eventsUrl: undefined }, database })).toMatchObject([
    { level: 'warning', text: expect.stringContaining('is not set here; other nodes that have it: 3') },
  ]);
  const older = await openNotices({ url: database.url, log });
  expect(await findMixture(database, true)).toContain('other nodes without it, or of an older version: 1');
  await older.stop();
  await expect.poll(() => findMixture(database, true)).toBeUndefined();
  const address = { servers: [], user: 'vitrine', isEncrypted: false, ...config.eventsUrl, password: 'wrong' };
  expect(await checkEvents({ config: { ...config, eventsUrl: address }, database })).toMatchObject([
    { level: 'error', text: expect.stringMatching(/can't be used: .*uthoriz/) },
  ]);
});

test.skipIf(!hasBrokers)(
  'while brokers are killed and come back, events still arrive',
  { timeout: 120_000 },
  async () => {
    const atSecond = await openStream(second(), 'ava@creators.test');
    const reaches = async (text: string) => {
      await tellAva(first(), text);
      await expect.poll(() => atSecond(text), { timeout: 30_000 }).toBe(true);
    };
    await brokers.kill(0);
    await reaches('one is killed');
    await brokers.kill(1);
    await reaches('two are killed');
    await brokers.kill(2);
    await reaches('all are killed');
    await expect.poll(() => isConnected(first()), { timeout: 30_000 }).toBe(0);
    heard.length = 0;
    await reaches('all are away');
    // PostgreSQL may also send, late, what was told while the last broker died.
    const different = async () => [...new Set(await notified())];
    await expect.poll(different, { timeout: 30_000 }).toEqual([`events user ${world.people.users.ava}`]);
    for (const server of [0, 1, 2]) await brokers.restart(server);
    for (const node of nodes) await expect.poll(() => isConnected(node), { timeout: 30_000 }).toBe(1);
    heard.length = 0;
    await reaches('all are back');
    expect(await notified()).toEqual([]);
  },
);

test.skipIf(!hasBrokers)('while all brokers are frozen, events still arrive', { timeout: 120_000 }, async () => {
  const atSecond = await openStream(second(), 'ava@creators.test');
  for (const server of [0, 1, 2]) brokers.freeze(server);
  await tellAva(first(), 'just frozen');
  await expect.poll(() => atSecond('just frozen'), { timeout: 30_000 }).toBe(true);
  await expect.poll(() => isConnected(first()), { timeout: 30_000 }).toBe(0);
  await tellAva(first(), 'long frozen');
  await expect.poll(() => atSecond('long frozen'), { timeout: 30_000 }).toBe(true);
  for (const server of [0, 1, 2]) brokers.thaw(server);
  for (const node of nodes) await expect.poll(() => isConnected(node), { timeout: 30_000 }).toBe(1);
});
