import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCommissions } from '@vitrine/contract/commissions.ts';
import { explainOrder } from '@vitrine/contract/decisions.ts';
import { createApiKey } from '@vitrine/contract/merchants.ts';
import {
  cancelOrder,
  changeOrder,
  listOrders,
  listShopOrders,
  type OrderBody,
  readOrder,
  readShopOrder,
  receiveOrder,
  receiveRefund,
} from '@vitrine/contract/orders.ts';
import { listShopPayouts } from '@vitrine/contract/payouts.ts';
import type { Client } from '../../world/client.ts';
import { demoApiKey } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { clickOfUuid } from '../hits/click-id.ts';
import { newId } from '../platform/ids.ts';
import { decideTestOrders } from './orders.jobs.ts';
import { makeHit, orderOf, usd } from './orders.testing.ts';
import { mostReports } from './orders.trials.content.ts';
import { mostTestOrders } from './orders.trials.ts';
import { storeOrder } from './orders.intake.ts';
import { parseOrder } from './orders.meaning.ts';

let world: World;
let live: Client;
let trial: Client;
let staff: Client;
let keyHint: boolean[];
let database: pg.Client;
beforeAll(async () => {
  world = await openWorld();
  live = world.shop(demoApiKey);
  staff = await world.signIn('brand@glow.test');
  const body = { name: 'Trying out', scopes: ['orders:write' as const, 'orders:read' as const], is_test: true };
  const { key, api_key: made } = granted(await staff.call(createApiKey, { params: { merchant: 'glow-lab' }, body }));
  keyHint = [key.startsWith('vtk_test_'), made.is_test, made.hint === `${key.slice(0, 13)}…`];
  trial = world.shop(key);
  database = new pg.Client({ connectionString: world.ctx.database.url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await world[Symbol.asyncDispose]();
});

test('a test key can be told from a live one', () => {
  expect(keyHint).toEqual([true, true, true]);
});

const glow = { merchant: 'glow-lab' };
const lines = [
  { line_id: '1', sku: 'serum', title: 'Dew Serum', quantity: 3, unit_price: usd('3333') },
  { line_id: '2', sku: 'other', title: 'Other', quantity: 1, unit_price: usd('2000') },
];

async function place(orderId: string, from: Client = trial, more: Partial<OrderBody> = {}) {
  const { clickId } = await makeHit(world, 'avaGlow');
  return from.call(receiveOrder, { body: orderOf(world, orderId, { click_id: clickId, lines, ...more }) });
}

/** A sum over the content of all tables but those of tests, of keys, and of requests. */
async function everythingElse(): Promise<string> {
  const { rows } = await database.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
     and relname not in ('test_orders', 'early_reports', 'delivery_log', 'api_keys', 'sessions', 'idempotency_keys') order by relname`,
  );
  const sums = rows.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from ${name} t`,
  );
  return JSON.stringify((await database.query(`${sums.join(' union all ')} order by name`)).rows);
}

test('a test order is decided and explained, refunded, changed and cancelled, and nothing else moves', async () => {
  await place('before', live);
  const { clickId } = await makeHit(world, 'avaGlow');
  const before = await everythingElse();
  const body = orderOf(world, 'trial', { click_id: clickId, lines });
  const sent = await trial.call(receiveOrder, { body });
  expect([sent.status, sent.data.is_test, sent.data.decision?.outcome]).toEqual([200, true, 'credited']);
  expect(sent.data.decision).toMatchObject({ credited_to: { who: 'ava' }, commission: usd('1800') });
  expect((await trial.call(receiveOrder, { body })).data).toEqual(sent.data);
  const params = { order_id: 'trial' };
  const refund = { refund_id: 'a', lines: [{ line_id: '1', quantity: 1 }] };
  const refunded = await trial.call(receiveRefund, { params, body: refund });
  expect(refunded.data).toMatchObject({ refunded: usd('3333'), reversed: usd('500') });
  expect((await trial.call(receiveRefund, { params, body: refund })).data).toEqual(refunded.data);
  const spread = await trial.call(receiveRefund, { params, body: { refund_id: 'b', amount: usd('8666') } });
  expect(spread.data).toMatchObject({ refunded: usd('8666'), reversed: usd('1300') });
  const more = lines.map((line) => ({ ...line, quantity: 4 }));
  const changed = await trial.call(changeOrder, { params, body: { currency: 'USD', lines: more } });
  expect(changed.data.decision).toMatchObject({ commission: usd('3200') });
  const cancelled = await trial.call(cancelOrder, { params });
  expect(cancelled.data.decision).toMatchObject({ reversal: 'reversed', net: usd('0') });
  const late = await trial.call(changeOrder, { params, body: { currency: 'USD', lines } });
  expect(late.problem.code).toBe('order_cancelled');
  expect((await trial.call(receiveRefund, { params: { order_id: 'later' }, body: refund })).status).toBe(202);
  expect(await everythingElse()).toBe(before);
});

test('a test order is in the console only under test orders, and no creator sees it', async () => {
  await place('shown');
  const list = async (outcome?: 'test') =>
    granted(await staff.call(listOrders, { params: glow, query: outcome ? { outcome } : {} })).map(
      (row) => row.order_id,
    );
  expect(await list()).not.toContain('shown');
  expect(await list('test')).toContain('shown');
  const params = { ...glow, order_id: 'shown' };
  expect((await staff.call(readOrder, { params })).status).toBe(404);
  const sheet = granted(await staff.call(readOrder, { params, query: { mode: 'test' } }));
  expect(sheet).toMatchObject({ is_test: true, commission: { net: usd('1800') }, commissions: [] });
  const ava = await world.signIn('ava@creators.test');
  expect((await ava.call(listCommissions)).data.map((row) => row.order_id)).not.toContain('shown');
});

test('the same order_id of a test key and of a live key are two orders', async () => {
  expect((await place('both', live)).data.is_test).toBeUndefined();
  expect((await place('both', trial, { lines: lines.slice(0, 1) })).data.is_test).toBe(true);
  await trial.call(cancelOrder, { params: { order_id: 'both' } });
  const own = granted(await live.call(readShopOrder, { params: { order_id: 'both' } }));
  expect([own.refunded, own.commission?.net]).toEqual([usd('0'), usd('1800')]);
  expect(granted(await trial.call(readShopOrder, { params: { order_id: 'both' } })).refunded).toEqual(usd('9999'));
  expect((await live.call(readShopOrder, { params: { order_id: 'shown' } })).status).toBe(404);
  expect(granted(await trial.call(listShopOrders)).every((row) => row.is_test)).toBe(true);
});

test('a refund that comes before a test order waits for it, and not for the live one', async () => {
  const params = { order_id: 'waits' };
  const body = { refund_id: 'a', lines: [{ line_id: '2', quantity: 1 }] };
  expect((await trial.call(receiveRefund, { params, body })).status).toBe(202);
  await place('waits', live);
  expect(granted(await live.call(readShopOrder, { params })).refunded).toEqual(usd('0'));
  await place('waits');
  expect(granted(await trial.call(readShopOrder, { params })).refunded).toEqual(usd('2000'));
});

test('a live key does not reach a test order: a change is not found, and a refund or a cancellation waits', async () => {
  await place('trial-only');
  const params = { order_id: 'trial-only' };
  const answers = [
    await live.call(changeOrder, { params, body: { currency: 'USD', lines } }),
    await live.call(receiveRefund, { params, body: { refund_id: 'r', lines: [{ line_id: '1', quantity: 1 }] } }),
    await live.call(cancelOrder, { params }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 202, 202]);
  const { data } = await trial.call(readShopOrder, { params });
  expect(data).toMatchObject({ refunded: usd('0'), refunds: [], edits: [] });
});

test('a test order takes a thousand refunds and changes; one more is refused by its field, and a cancellation is not', async () => {
  await place('grown');
  const params = { order_id: 'grown' };
  await database.query(
    `update test_orders set content = jsonb_set(content, '{edits}', (select jsonb_agg(jsonb_build_object('source', 'api',
      'changed_at', '2026-11-20T12:00:00Z', 'received_at', '2026-11-20T12:00:00Z', 'before', '1', 'after', '1'))
      from generate_series(1, $1))) where order_id = 'grown'`,
    [mostReports - 1],
  );
  const refund = (refundId: string) =>
    trial.call(receiveRefund, { params, body: { refund_id: refundId, lines: [{ line_id: '1', quantity: 1 }] } });
  const change = (more: object) =>
    trial.call(changeOrder, { params, body: { currency: 'USD', lines: lines.map((line) => ({ ...line, ...more })) } });
  const answers = [await refund('last'), await refund('more'), await refund('last'), await change({ quantity: 9 })];
  expect(answers.map(({ status, problem }) => [status, problem?.errors])).toEqual([
    [200, undefined],
    [422, { order_id: ['must be a test order with fewer than 1000 refunds, changes and disputes; send a new order'] }],
    [200, undefined],
    [422, { order_id: ['must be a test order with fewer than 1000 refunds, changes and disputes; send a new order'] }],
  ]);
  expect([(await change({})).status, (await trial.call(cancelOrder, { params })).status]).toEqual([200, 200]);
});

test('a hundred deliveries at once are one test order, and another body is a conflict', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  const body = orderOf(world, 'crowd', { click_id: clickId });
  const answers = await Promise.all(Array.from({ length: 100 }, () => trial.call(receiveOrder, { body })));
  expect(new Set(answers.map(({ status, data }) => `${status} ${JSON.stringify(data)}`)).size).toBe(1);
  expect((await trial.call(receiveOrder, { body: orderOf(world, 'crowd') })).problem.code).toBe('order_conflict');
});

test('a test order waits for a fresh click and is decided when it is clear that none comes', async () => {
  const clickId = clickOfUuid(newId(world.clock.now()));
  const sent = await trial.call(receiveOrder, { body: orderOf(world, 'fresh', { click_id: clickId }) });
  expect([sent.data.state, sent.data.decision]).toEqual(['waiting', null]);
  world.clock.advance(11 * 60_000);
  await decideTestOrders(world.ctx);
  const read = granted(await trial.call(readShopOrder, { params: { order_id: 'fresh' } }));
  expect([read.state, read.explanation?.outcome]).toEqual(['decided', 'unknown_click']);
});

test('a trial order of any kind of shop is kept apart in the same way', async () => {
  const before = await everythingElse();
  const order = parseOrder(orderOf(world, 'from-shop'), {}, { exact: null, canonical: null }, world.clock.now());
  const store = () => storeOrder(world.ctx, world.people.merchants.glow, { ...order, source: 'shopify', isTest: true });
  expect([await store(), await store()]).toEqual(['stored', 'known']);
  expect(await everythingElse()).toBe(before);
});

test('a test key sees nothing of real orders: no decision, no commission, no payout', async () => {
  const body = {
    name: 'Reads all',
    scopes: ['orders:read' as const, 'commissions:read' as const, 'payouts:read' as const],
    is_test: true,
  };
  const { key } = granted(await staff.call(createApiKey, { params: glow, body }));
  const reader = world.shop(key);
  await place('real', live);
  const explain = (orderId: string) => reader.call(explainOrder, { params: { order_id: orderId } });
  expect((await explain('real')).status).toBe(404);
  expect((await reader.call(listCommissions)).status).toBe(403);
  expect((await reader.call(listShopPayouts)).status).toBe(403);
  await place('real', trial, { lines: lines.slice(0, 1) });
  const { data } = await explain('real');
  expect([data.outcome, data.lines.length]).toEqual(['credited', 1]);
});

test('a brand keeps its ten thousand newest test orders, and no other brand loses any', async () => {
  const { glow: mine, northwind } = world.people.merchants;
  await database.query(
    `insert into test_orders (merchant_id, order_id, source, currency, placed_at, received_at, changed_at, state, content, body_hash, hash_version)
      select merchant, 'flood ' || n, 'api', 'USD', '2026-01-01'::timestamptz + n * interval '1 second', now(), now(), 'received', '{}', '', 1
      from unnest($1::uuid[]) merchant, generate_series(1, $2::integer) n`,
    [[mine, northwind], mostTestOrders],
  );
  const countOf = async (merchantId: string) => {
    const { rows } = await database.query('select count(*)::integer as count from test_orders where merchant_id = $1', [
      merchantId,
    ]);
    return rows[0].count;
  };
  await place('newest of all');
  expect([await countOf(mine), await countOf(northwind)]).toEqual([mostTestOrders, mostTestOrders]);
  expect((await place('older than all', trial, { placed_at: '2025-01-01T00:00:00Z' })).status).toBe(200);
  expect(granted(await trial.call(readShopOrder, { params: { order_id: 'newest of all' } })).is_test).toBe(true);
});
