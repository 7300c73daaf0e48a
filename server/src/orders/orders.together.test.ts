import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OrderBody } from '@vitrine/contract/orders.ts';
import { openWorld, type World } from '../../world/world.ts';
import type { Context } from '../context.ts';
import { openMerchantAccount } from '../creators/creators.service.ts';
import { verifyLedger } from '../ledger/ledger.verify.ts';
import { clickOfUuid } from '../hits/click-id.ts';
import { createUser } from '../passwords/passwords.service.ts';
import { newId } from '../platform/ids.ts';
import { until } from '../redirector.testing.ts';
import { hashCustomer } from './orders.customer.ts';
import { decideOrder } from './orders.decision.ts';
import { storeOrder } from './orders.intake.ts';
import { decideWaiting } from './orders.jobs.ts';
import { parseOrder } from './orders.meaning.ts';
import { countRows, makeHit, orderOf, readBooks } from './orders.testing.ts';
import { decideTogether } from './orders.together.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const creators = ['ida', 'kim', 'lou'] as const;

type Program = { world: World; accounts: Record<(typeof creators)[number], string> };
let program: Program;
beforeEach(async () => {
  program = await openProgram();
});
afterEach(() => program.world[Symbol.asyncDispose]());

/** Three creators of one brand, whose terms are older than the clicks. */
async function openProgram(): Promise<Program> {
  const world = await openWorld();
  const open = async (handle: (typeof creators)[number]) => {
    const user = { email: `${handle}@creators.test`, password: 'a password of theirs', handle, displayName: handle };
    const userId = await createUser(world.ctx, { ...user, role: 'creator' });
    return openMerchantAccount(world.ctx, world.people.merchants.glow, userId);
  };
  const accounts = { ida: await open('ida'), kim: await open('kim'), lou: await open('lou') };
  world.clock.advance(dayMs);
  return { world, accounts };
}

/** Stores an order without deciding it. */
async function store({ world }: Program, orderId: string, more: Partial<OrderBody>, { isUnpaid = false } = {}) {
  const merchantId = world.people.merchants.glow;
  const body = orderOf(world, orderId, { customer: { email: `${orderId}@mail.test` }, ...more });
  const customer = hashCustomer(world.ctx, merchantId, body.customer?.email);
  const order = parseOrder(body, { ...body }, customer, world.clock.now());
  await storeOrder(world.ctx, merchantId, order, { isUnpaid });
}

/** A click on a creator's link some minutes ago. */
async function click(
  { world, accounts }: Program,
  of: (typeof creators)[number],
  { minutesAgo, hitId, browser }: { minutesAgo: number; hitId?: string; browser: string },
): Promise<string> {
  const at = new Date(world.clock.now().getTime() - minutesAgo * minuteMs);
  const made = await makeHit(world, { merchantAccountId: accounts[of] }, { at, browser, hitId: hitId ?? newId(at) });
  return made.clickId;
}

/** In how many transactions all decisions were written. */
async function transactionsOfDecisions({ world }: Program): Promise<number> {
  return asOwner(world, async (owner) => {
    const { rows } = await owner.query<{ count: number }>(
      'select count(distinct xmin::text)::int as count from decisions',
    );
    return rows[0]?.count ?? 0;
  });
}

async function asOwner<Result>(world: World, work: (owner: pg.Client) => Promise<Result>): Promise<Result> {
  const owner = new pg.Client({ connectionString: world.ctx.database.url });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

function valueOf(result: PromiseSettledResult<unknown> | undefined): unknown {
  if (result?.status !== 'fulfilled') throw new Error('the order was not decided', { cause: result?.reason });
  return result.value;
}

/** Of every kind that a decision treats differently. The same in every world. */
async function storeOneOfEach(of: Program, hitIds: readonly string[]): Promise<string[]> {
  for (const [nth, hitId] of hitIds.entries()) {
    const creator = creators[nth % creators.length] ?? 'ida';
    const clickId = await click(of, creator, { minutesAgo: 10 * (nth + 1), hitId, browser: `browser ${nth}` });
    await store(of, `clicked ${nth}`, { click_id: clickId });
  }
  await store(of, 'without a click', {});
  await store(of, 'with an unknown code', { discount_codes: ['NOBODYS'] });
  await store(of, 'with a code', { discount_codes: ['AVA10'] });
  await store(of, 'before its click', {
    click_id: clickOfUuid(newId(new Date(of.world.clock.now().getTime() - 1_000))),
  });
  await store(of, 'unpaid', { discount_codes: ['AVA10'] }, { isUnpaid: true });
  await store(of, 'decided', { discount_codes: ['AVA10'] });
  await decideOrder(of.world.ctx, of.world.people.merchants.glow, 'decided');
  return [
    ...hitIds.map((_, nth) => `clicked ${nth}`),
    'without a click',
    'with an unknown code',
    'with a code',
    'before its click',
    'unpaid',
    'decided',
    'never sent',
  ];
}

/** The accounts of the same creators have other ids in another world, so their balances come in another sequence. */
async function booksOf({ world }: Program) {
  const { balances, ...rest } = await readBooks(world);
  return { ...rest, balances: balances.map(({ kind, balance }) => `${kind} ${balance}`).toSorted() };
}

test('orders that are decided together get what each would have got alone', async () => {
  const other = await openProgram();
  await using _ = other.world;
  const hitIds = Array.from({ length: 7 }, (_each, nth) =>
    newId(new Date(program.world.clock.now().getTime() - (nth + 1) * 10 * minuteMs)),
  );
  const ids = await storeOneOfEach(program, hitIds);
  expect(await storeOneOfEach(other, hitIds)).toEqual(ids);

  const { glow } = program.world.people.merchants;
  const together = await decideTogether(program.world.ctx, glow, ids);
  for (const id of ids) {
    const alone = await decideOrder(other.world.ctx, other.world.people.merchants.glow, id);
    const own = Object(valueOf(together.get(id))).explanation;
    expect(own?.outcome, id).toEqual(alone?.explanation.outcome);
    expect(own?.steps, id).toEqual(alone?.explanation.steps);
  }
  expect(await booksOf(program)).toEqual(await booksOf(other));
  expect(await verifyLedger(program.world.ctx.database.url)).toMatchObject({ agrees: true });
  // Those with a click, the three without one; by themselves, the one that waits and the one from before.
  expect(await transactionsOfDecisions(program)).toBe(3);
});

test('a click that is stored while orders are written together is part of its order’s decision', async () => {
  const { world, accounts } = program;
  const { glow } = world.people.merchants;
  const clicks = [
    await click(program, 'ida', { minutesAgo: 20, browser: 'of one' }),
    await click(program, 'ida', { minutesAgo: 20, browser: 'of another' }),
  ];
  for (const [nth, clickId] of clicks.entries()) await store(program, `order ${nth}`, { click_id: clickId });
  await store(program, 'earlier', { click_id: await click(program, 'ida', { minutesAgo: 20, browser: 'of a third' }) });
  await decideOrder(world.ctx, glow, 'earlier');

  const owner = new pg.Client({ connectionString: world.ctx.database.url });
  await owner.connect();
  await owner.query('begin');
  await owner.query('select from ledger_accounts where merchant_account_id = $1 for update', [accounts.ida]);
  const deciding = decideTogether(world.ctx, glow, ['order 0', 'order 1']);
  await until(async () => {
    await owner.query('select pg_stat_clear_snapshot()');
    const { rows } = await owner.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows.length > 0;
  });
  const later = await click(program, 'kim', { minutesAgo: 1, browser: 'of another' });
  await owner.query('rollback');
  await owner.end();

  const results = await deciding;
  const candidatesOf = (orderId: string) =>
    (Object(valueOf(results.get(orderId))).explanation.candidates as { reference: string }[]).map(
      (each) => each.reference,
    );
  expect(candidatesOf('order 0')).toEqual([clicks[0]]);
  expect(candidatesOf('order 1')).toContain(later);
  expect(await countRows(world, 'decisions')).toBe(3);
});

test('an order that something else is changing holds up none of those that are decided with it', async () => {
  const { world } = program;
  const { glow } = world.people.merchants;
  for (const nth of [0, 1, 2]) {
    const clickId = await click(program, 'ida', { minutesAgo: 20, browser: `browser ${nth}` });
    await store(program, `order ${nth}`, { click_id: clickId });
  }
  const owner = new pg.Client({ connectionString: world.ctx.database.url });
  await owner.connect();
  await owner.query('begin');
  await owner.query("select from orders where order_id = 'order 1' for update");
  const deciding = decideTogether(world.ctx, glow, ['order 0', 'order 1', 'order 2']);
  await until(async () => (await countRows(world, 'decisions')) === 2);
  await owner.query('rollback');
  await owner.end();
  for (const each of (await deciding).values()) expect(valueOf(each)).toBeDefined();
  expect(await countRows(world, 'decisions')).toBe(3);
});

test('several nodes that decide orders of the same creators together never wait for each other in a circle', async () => {
  const { world } = program;
  const { glow } = world.people.merchants;
  const second = await world.secondNode();
  const nodes: Context[] = [world.ctx, second.ctx];
  // Each part has orders of all creators, and begins with another creator than the part before.
  const parts: string[][] = [[], [], [], []];
  for (const [nth, part] of parts.entries())
    for (let place = 0; place < 12; place += 1) {
      const minutesAgo = 7 * (12 * nth + place + 1);
      const orderId = `order ${nth} ${String(place).padStart(2, '0')}`;
      const clickId = await click(program, creators[(place + nth) % creators.length] ?? 'ida', {
        minutesAgo,
        browser: `browser of ${orderId}`,
      });
      await store(program, orderId, { click_id: clickId });
      part.push(orderId);
    }
  const results = await Promise.all(
    parts.map((part, nth) => decideTogether(nodes[nth % nodes.length] ?? world.ctx, glow, part)),
  );
  for (const result of results) for (const each of result.values()) expect(valueOf(each)).toBeDefined();
  expect(await transactionsOfDecisions(program)).toBe(parts.length);
  expect(await verifyLedger(world.ctx.database.url)).toMatchObject({ agrees: true });
});

test('a worker decides the orders that were left to it in few transactions', async () => {
  const { world } = program;
  for (let nth = 0; nth < 40; nth += 1) {
    const clickId = await click(program, 'ida', { minutesAgo: 7 * (nth + 1), browser: `browser ${nth}` });
    await store(program, `order ${nth}`, { click_id: clickId });
  }
  world.clock.advance(minuteMs);
  expect(await decideWaiting(world.ctx)).toBe(40);
  expect(await countRows(world, 'decisions')).toBe(40);
  expect(await transactionsOfDecisions(program)).toBe(3);
});

/** More undecided orders of the brand: copies of one that is stored. */
async function storeCopies({ world }: Program, orderId: string, count: number): Promise<void> {
  await asOwner(world, (owner) =>
    owner.query(
      `with copies as (select $1 || ' ' || nth as id from generate_series(1, $2::int) as nth), stored as (
        insert into orders select (jsonb_populate_record(orders, jsonb_build_object('order_id', copies.id))).*
        from orders, copies where order_id = $1 returning order_id)
      insert into order_lines select (jsonb_populate_record(order_lines, jsonb_build_object('order_id', stored.order_id))).*
      from order_lines, stored where order_lines.order_id = $1`,
      [orderId, count],
    ),
  );
}

test('a brand with thousands of orders that were left holds up no other', async () => {
  const { world } = program;
  const asked: string[] = [];
  world.ctx.jobs.soon = async (task) => void asked.push(task);
  await store(program, 'one of many', {});
  await storeCopies(program, 'one of many', 1_100);
  world.clock.advance(1_000);
  const { northwind } = world.people.merchants;
  const body = orderOf(world, 'the other brand’s');
  await storeOrder(
    world.ctx,
    northwind,
    parseOrder(body, { ...body }, hashCustomer(world.ctx, northwind, undefined), world.clock.now()),
  );
  world.clock.advance(minuteMs);

  expect(await decideWaiting(world.ctx)).toBe(1_000);
  expect(asked).toEqual(['decide_waiting']);
  // Sorted by when their transactions began to write.
  const brands = await asOwner(world, async (owner) => {
    const { rows } = await owner.query<{ merchant_id: string }>(
      'select merchant_id from decisions order by xmin::text::bigint',
    );
    return rows.map((row) => row.merchant_id);
  });
  expect(brands.indexOf(northwind)).toBeGreaterThanOrEqual(0);
  // It is begun among the first, beside others.
  expect(brands.indexOf(northwind)).toBeLessThan(500);

  expect(await decideWaiting(world.ctx)).toBe(102);
  expect(asked).toHaveLength(1);
});
