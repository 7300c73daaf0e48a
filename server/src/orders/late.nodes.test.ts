import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Redirector, startRedirector } from '../redirector.ts';
import { verifyClicks } from '../figures/figures.verify.ts';
import { clickOf, silent, until, visit } from '../redirector.testing.ts';
import { explainOrder } from '@vitrine/contract/decisions.ts';
import { receiveOrder } from '@vitrine/contract/orders.ts';
import { demoApiKey } from '../../world/people.ts';
import { asOwner } from '../ledger/ledger.testing.ts';
import { verifyLedger } from '../ledger/ledger.verify.ts';
import { longPatience } from '../../world/patience.ts';
import { openWorld, type World } from '../../world/world.ts';
import { decideRecent, decideWaiting, reviewOrders } from './orders.jobs.ts';
import { countRows, orderOf, readBooks } from './orders.testing.ts';

// Clicks that a real redirector has on its disk while the database refuses them, and orders at this node.

const drainLock = 7_305_118;
let world: World;
const undo: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  world = await openWorld();
});
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
  await world[Symbol.asyncDispose]();
});

async function codeOf(account: string): Promise<string> {
  const { rows } = await asOwner(world.ctx.database.url, async (client) => {
    await client.query('set role vitrine_system');
    return client.query<{ code: string }>('select code from links where merchant_account_id = $1 limit 1', [account]);
  });
  return rows[0]?.code ?? '';
}

async function openRedirector(name: string): Promise<{ redirector: Redirector; click(code: string): Promise<string> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-late-'));
  undo.push(() => rm(dataDir, { recursive: true, force: true }));
  const redirector = await startRedirector({
    dataDir,
    nodeId: name,
    publicUrl: 'http://portal.example',
    trustProxy: ['127.0.0.1'],
    variants: world.ctx.config.variants,
    browserMarks: world.ctx.browserMarks,
    pg: { url: world.ctx.database.url },
    log: silent,
    metrics: new Registry(),
    clock: world.clock,
    patience: longPatience,
  });
  undo.push(() => redirector.stop());
  const server = createServer((request, response) => {
    if (!redirector.lane(request, response)) response.writeHead(418).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  undo.push(async () => server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    redirector,
    click: async (code) => clickOf(await visit(`http://127.0.0.1:${port}`, `/s/${code}`)),
  };
}

/** Keeps every journal from being drained until the returned function is called. */
async function holdDrain(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: world.ctx.database.url });
  await client.connect();
  await client.query('select pg_advisory_lock($1)', [drainLock]);
  let isHeld = true;
  const release = async () => {
    if (isHeld) await client.end();
    isHeld = false;
  };
  undo.push(release);
  return release;
}

async function expectAllAgrees(): Promise<void> {
  expect(await verifyLedger(world.ctx.database.url)).toMatchObject({ agrees: true });
  expect(await asOwner(world.ctx.database.url, verifyClicks)).toMatchObject({ agrees: true });
}

const send = (orderId: string, clickId: string) =>
  world.shop(demoApiKey).call(receiveOrder, { body: orderOf(world, orderId, { click_id: clickId }) });

test("a click in this node's journal credits an order, and storing it later changes nothing", async () => {
  const node = await openRedirector('node-1');
  world.ctx.findClick = (clickId) => node.redirector.findClick(clickId);
  const code = await codeOf(world.people.accounts.avaGlow);
  const release = await holdDrain();
  const clickId = await node.click(code);
  const answer = await send('local', clickId);
  expect([answer.data.state, answer.data.decision?.outcome]).toEqual(['decided', 'credited']);
  await release();
  await node.redirector.drainNow();
  expect(await reviewOrders(world.ctx)).toBe(1);
  expect(await countRows(world, 'decisions')).toBe(1);
  expect((await readBooks(world)).commissions).toMatchObject([{ amount: 720n, reversed: 0n, state: 'pending' }]);
  await expectAllAgrees();
});

test.each([{ minutes: 11 }, { minutes: 3 * 24 * 60 }])(
  "with another node's journal away for $minutes minutes, the order waits, is decided without the click, and is corrected",
  async ({ minutes }) => {
    const other = await openRedirector('node-2');
    const code = await codeOf(world.people.accounts.avaGlow);
    const release = await holdDrain();
    const clickId = await other.click(code);
    expect((await send('remote', clickId)).data.state).toBe('waiting');
    world.clock.advance(minutes * 60_000);
    await decideWaiting(world.ctx);
    const { data } = await world.shop(demoApiKey).call(explainOrder, { params: { order_id: 'remote' } });
    expect(data.outcome).toBe('unknown_click');
    const notices: string[] = [];
    world.ctx.notices.listen('order_reviews', (payload) => notices.push(payload));
    await release();
    await other.redirector.drainNow();
    await until(() => notices.length > 0);
    expect(await reviewOrders(world.ctx)).toBe(1);
    expect((await readBooks(world)).commissions).toMatchObject([{ amount: 720n, reversed: 0n, state: 'pending' }]);
    await expectAllAgrees();
  },
);

test('an order that waits for its click is looked at every few seconds, also if nobody hears that the click is stored', async () => {
  const asked: [string, number | undefined][] = [];
  world.ctx.jobs.soon = async (task, afterMs) => void asked.push([task, afterMs]);
  const other = await openRedirector('node-2');
  const release = await holdDrain();
  const clickId = await other.click(await codeOf(world.people.accounts.avaGlow));
  expect((await send('recent', clickId)).data.state).toBe('waiting');
  expect(asked.splice(0)).toEqual([['decide_recent', 5_000]]);
  await decideRecent(world.ctx);
  expect(asked.splice(0), 'it still waits').toEqual([['decide_recent', 5_000]]);
  await release();
  await other.redirector.drainNow();
  await decideRecent(world.ctx);
  expect((await readBooks(world)).commissions).toMatchObject([{ amount: 720n, reversed: 0n, state: 'pending' }]);
  asked.splice(0);
  await decideRecent(world.ctx);
  expect(asked, 'none waits').toEqual([]);
  await expectAllAgrees();
});

test('an order whose click does not come within two minutes is looked at with all others', async () => {
  const other = await openRedirector('node-2');
  const release = await holdDrain();
  const clickId = await other.click(await codeOf(world.people.accounts.avaGlow));
  await send('old', clickId);
  const asked: string[] = [];
  world.ctx.jobs.soon = async (task) => void asked.push(task);
  world.clock.advance(2 * 60_000 + 1);
  await decideRecent(world.ctx);
  expect(asked).toEqual([]);
  await release();
  await other.redirector.drainNow();
  expect(await decideWaiting(world.ctx)).toBe(1);
  await expectAllAgrees();
});
