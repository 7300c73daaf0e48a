import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { receiveOrder } from '@vitrine/contract/orders.ts';
import { readOverview } from '@vitrine/contract/overview.ts';
import { client } from '../../world/client.ts';
import { demoApiKey } from '../../world/people.ts';
import { openWorld, type World } from '../../world/world.ts';
import { verifyLedger } from '../ledger/ledger.verify.ts';
import { newId } from '../platform/ids.ts';
import { until } from '../redirector.testing.ts';
import { decideRecent } from './orders.jobs.ts';
import { countRows, makeHit, orderOf, readBooks } from './orders.testing.ts';

// Many orders of one creator at the same time: they need the same ledger accounts.

const minuteMs = 60_000;
let world: World;
beforeEach(async () => {
  world = await openDayOld();
});
afterEach(() => world[Symbol.asyncDispose]());

/** A world whose terms are older than the clicks. */
async function openDayOld(): Promise<World> {
  const opened = await openWorld();
  opened.clock.advance(24 * 60 * minuteMs);
  return opened;
}

/** Clicks of different people on Ava's links, each with the order that it led to. The same in every world. */
async function makeOrders(of: World, hitIds: readonly string[]) {
  const orders = [];
  for (const [nth, hitId] of hitIds.entries()) {
    const at = new Date(of.clock.now().getTime() - (nth + 1) * 7 * minuteMs);
    const { clickId } = await makeHit(of, 'avaGlow', { at, hitId, browser: `browser ${nth}` });
    const placedAt = new Date(of.clock.now().getTime() - nth * 1_000);
    orders.push(
      orderOf(of, `order-${nth}`, {
        click_id: clickId,
        customer: { email: `shopper${nth}@mail.test` },
        placed_at: placedAt.toISOString(),
      }),
    );
  }
  return orders;
}

function hitIds(count: number): string[] {
  return Array.from({ length: count }, (_, nth) =>
    newId(new Date(world.clock.now().getTime() - (nth + 1) * 7 * minuteMs)),
  );
}

async function entriesOf(of: World) {
  return of.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('ledger_entries')
      .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
      .select(['kind', 'amount', 'account_seq', 'ledger_entries.currency'])
      .orderBy('kind')
      .orderBy('account_seq')
      .execute(),
  );
}

test('forty orders of one creator at once are decided and posted as one after the other', async () => {
  await using other = await openDayOld();
  const ids = hitIds(40);
  const inSequence = [];
  for (const body of await makeOrders(other, ids))
    inSequence.push((await other.shop(demoApiKey).call(receiveOrder, { body })).data);
  const shop = world.shop(demoApiKey);
  const bodies = await makeOrders(world, ids);
  const atOnce = await Promise.all(bodies.map(async (body) => (await shop.call(receiveOrder, { body })).data));
  expect(atOnce).toEqual(inSequence);
  expect(new Set(atOnce.map(({ decision }) => decision?.outcome))).toEqual(new Set(['credited']));
  expect(await readBooks(world)).toEqual(await readBooks(other));
  expect(await entriesOf(world)).toEqual(await entriesOf(other));
  expect(await verifyLedger(world.ctx.database.url)).toMatchObject({ agrees: true });
});

test('ten orders of one creator, each sent eight times at once to two nodes, are ten', async () => {
  const second = await world.secondNode();
  const [here, there] = [world.shop(demoApiKey), client(second.app, demoApiKey)];
  const bodies = await makeOrders(world, hitIds(10));
  const sent = Array.from({ length: 8 }, (_, nth) =>
    bodies.map((body) => ({ body, shop: nth % 2 === 0 ? here : there })),
  ).flat();
  const answers = await Promise.all(sent.map(({ body, shop }) => shop.call(receiveOrder, { body })));
  expect(new Set(answers.map((answer) => JSON.stringify(answer.data))).size).toBe(10);
  for (const table of ['orders', 'decisions', 'commissions', 'ledger_transactions'] as const)
    expect(await countRows(world, table), table).toBe(10);
});

/** Holds Ava's ledger accounts, so that the next decision for her stops in the middle of what it writes. */
async function holdAccounts() {
  const owner = new pg.Client({ connectionString: world.ctx.database.url });
  await owner.connect();
  await owner.query('begin');
  await owner.query('select from ledger_accounts where merchant_account_id = $1 for update', [
    world.people.accounts.avaGlow,
  ]);
  /** The connections that wait for the accounts, also in line behind others. */
  const waiting = async () => {
    // A transaction sees one snapshot of them.
    await owner.query('select pg_stat_clear_snapshot()');
    const { rows } = await owner.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows.map(({ pid }) => pid);
  };
  return {
    query: owner.query.bind(owner),
    waiting,
    release: async () => {
      await owner.query('rollback');
      await owner.end();
    },
  };
}

test('a decision whose connection is lost in the middle of writing leaves nothing, and the next delivery makes it', async () => {
  const shop = world.shop(demoApiKey);
  const [first, body] = await makeOrders(world, hitIds(2));
  if (!first || !body) throw new Error('two orders were made');
  await shop.call(receiveOrder, { body: first });
  const accounts = await holdAccounts();
  const interrupted = shop.call(receiveOrder, { body });
  await until(async () => (await accounts.waiting()).length > 0);
  await accounts.query('select pg_terminate_backend($1)', await accounts.waiting());
  expect(await interrupted).toMatchObject({ status: 200, data: { state: 'received', decision: null } });
  await accounts.release();
  const counts = async () => [
    await countRows(world, 'orders'),
    await countRows(world, 'decisions'),
    await countRows(world, 'commissions'),
    await countRows(world, 'ledger_transactions'),
  ];
  expect(await counts()).toEqual([2, 1, 1, 1]);
  expect((await shop.call(receiveOrder, { body })).data.decision?.outcome).toBe('credited');
  expect(await counts()).toEqual([2, 2, 2, 2]);
});

test('an order that can’t be decided now is acknowledged, and decided by a worker', async () => {
  const shop = world.shop(demoApiKey);
  const [first, body] = await makeOrders(world, hitIds(2));
  if (!first || !body) throw new Error('two orders were made');
  await shop.call(receiveOrder, { body: first });
  const accounts = await holdAccounts();
  const answer = await shop.call(receiveOrder, { body });
  expect(answer).toMatchObject({ status: 200, data: { state: 'received', waits_for: null, decision: null } });
  await accounts.release();
  world.clock.advance(10_000);
  await decideRecent(world.ctx);
  expect((await shop.call(receiveOrder, { body })).data.decision?.outcome).toBe('credited');
});

test('many orders that wait for one creator’s ledger are all acknowledged, and others are answered meanwhile', async () => {
  const shop = world.shop(demoApiKey);
  const [first, ...bodies] = await makeOrders(world, hitIds(41));
  if (!first) throw new Error('orders were made');
  await shop.call(receiveOrder, { body: first });
  const ava = await world.signIn('ava@creators.test');
  const accounts = await holdAccounts();
  const sent = bodies.map((body) => shop.call(receiveOrder, { body }));
  const half = Math.ceil(world.ctx.database.pool.options.max / 2);
  await until(async () => (await accounts.waiting()).length >= half);
  expect((await ava.call(readOverview, { query: { days: 7 } })).status).toBe(200);
  expect((await accounts.waiting()).length).toBeLessThanOrEqual(half);
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(bodies.map(() => 200));
  await accounts.release();
  world.clock.advance(10_000);
  await decideRecent(world.ctx);
  expect(await countRows(world, 'decisions')).toBe(41);
  expect((await verifyLedger(world.ctx.database.url)).agrees).toBe(true);
});

test('a click that is stored while a decision is being written is part of that decision', async () => {
  const shop = world.shop(demoApiKey);
  const [first, body] = await makeOrders(world, hitIds(2));
  if (!first || !body) throw new Error('two orders were made');
  await shop.call(receiveOrder, { body: first });
  const accounts = await holdAccounts();
  const answered = shop.call(receiveOrder, { body });
  await until(async () => (await accounts.waiting()).length > 0);
  const later = await makeHit(world, 'avaGlow', {
    at: new Date(world.clock.now().getTime() - minuteMs),
    browser: 'browser 1',
    hitId: newId(new Date(world.clock.now().getTime() - minuteMs)),
  });
  await accounts.release();
  const { decision } = (await answered).data;
  expect(decision?.candidates.map(({ reference }) => reference)).toContain(later.clickId);
  expect(await countRows(world, 'decisions')).toBe(2);
});
