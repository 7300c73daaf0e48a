import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { receiveOrder } from '@vitrine/contract/orders.ts';
import { client } from '../../world/client.ts';
import { demoApiKey } from '../../world/people.ts';
import { openWorld, type World } from '../../world/world.ts';
import { verifyLedger } from '../ledger/ledger.verify.ts';
import { newId } from '../platform/ids.ts';
import { until } from '../redirector.testing.ts';
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
  /** The connection that waits for the accounts. */
  const waiting = async () => {
    const { rows } = await owner.query<{ pid: number }>(
      'select pid from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
    );
    return rows[0]?.pid;
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
  await until(async () => (await accounts.waiting()) !== undefined);
  await accounts.query('select pg_terminate_backend($1)', [await accounts.waiting()]);
  expect((await interrupted).status).toBeGreaterThanOrEqual(500);
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

test('a click that is stored while a decision is being written is part of that decision', async () => {
  const shop = world.shop(demoApiKey);
  const [first, body] = await makeOrders(world, hitIds(2));
  if (!first || !body) throw new Error('two orders were made');
  await shop.call(receiveOrder, { body: first });
  const accounts = await holdAccounts();
  const answered = shop.call(receiveOrder, { body });
  await until(async () => (await accounts.waiting()) !== undefined);
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
