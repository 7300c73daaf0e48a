import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listDeliveries } from '@vitrine/contract/deliveries.ts';
import {
  cancelOrder,
  type RefundBody,
  receiveOrder,
  receiveRefund,
  refundOrder,
  type waitingReport,
} from '@vitrine/contract/orders.ts';
import type * as z from 'zod/mini';
import { type Client, client } from '../../world/client.ts';
import { demoApiKey } from '../../world/people.ts';
import { openWorld, type World } from '../../world/world.ts';
import { verifyLedger } from '../ledger/ledger.verify.ts';
import { mostWaiting } from './orders.early.ts';
import { giveUpEarlyReports } from './orders.jobs.ts';
import { countRows, makeHit, orderOf, readBooks, sendWebhook, usd } from './orders.testing.ts';

let world: World;
let shop: Client;
let staff: Client;
beforeAll(async () => {
  world = await openWorld();
  shop = world.shop(demoApiKey);
  staff = await world.signIn('brand@glow.test');
});
afterAll(() => world[Symbol.asyncDispose]());

const dayMs = 86_400_000;
const lines = [
  { line_id: '1', sku: 'serum', title: 'Dew Serum', quantity: 3, unit_price: usd('3333') },
  { line_id: '2', sku: 'other', title: 'Other', quantity: 1, unit_price: usd('2000') },
];

async function place(orderId: string, from: Client = shop) {
  const { clickId } = await makeHit(world, 'avaGlow');
  return from.call(receiveOrder, { body: orderOf(world, orderId, { click_id: clickId, lines }) });
}

function refund(orderId: string, body: RefundBody, from: Client = shop) {
  return from.call(receiveRefund, { params: { order_id: orderId }, body });
}

const cancel = (orderId: string) => shop.call(cancelOrder, { params: { order_id: orderId } });
const one = (refundId: string): RefundBody => ({ refund_id: refundId, lines: [{ line_id: '1', quantity: 1 }] });

async function leftOf(orderId: string) {
  const { commissions } = await readBooks(world);
  return Object.fromEntries(
    commissions.filter((each) => each.order_id === orderId).map((each) => [each.line_id, each.amount - each.reversed]),
  );
}

async function deliveriesOf(orderId: string) {
  const { data } = await staff.call(listDeliveries, { params: { merchant: 'glow-lab' }, query: { search: orderId } });
  return data.map(({ source, topic, outcome, fields }) => ({ source, topic, outcome, fields }));
}

describe('a report that comes before its order', () => {
  test('is kept, and applied once when the order comes', async () => {
    const early = await refund('early', one('a'));
    expect([early.status, early.data]).toEqual([
      202,
      {
        refund_id: 'a',
        order_id: 'early',
        state: 'waiting',
        received_at: '2026-11-20T12:00:00.000Z',
        waits_until: '2026-12-20T12:00:00.000Z',
      },
    ]);
    expect(await deliveriesOf('early')).toEqual([{ source: 'api', topic: 'refund', outcome: 'waiting', fields: [] }]);
    const answer = await place('early');
    expect([answer.status, answer.data.decision?.outcome]).toEqual([200, 'credited']);
    expect(await leftOf('early')).toEqual({ 1: 1000n, 2: 300n });
    expect((await refund('early', one('a'))).data.reversed).toEqual(usd('500'));
    await shop.call(receiveOrder, { body: orderOf(world, 'early') });
    expect(await leftOf('early')).toEqual({ 1: 1000n, 2: 300n });
    expect((await deliveriesOf('early')).map(({ outcome }) => outcome)).toEqual(['refund_stored']);
  });

  test('may be a cancellation, which leaves nothing, also beside refunds that came after it', async () => {
    const before: unknown = (await cancel('undone')).data;
    expect(before).toMatchObject({ order_id: 'undone', state: 'waiting' } satisfies Partial<
      z.output<typeof waitingReport>
    >);
    expect((await refund('undone', one('a'))).status).toBe(202);
    expect((await cancel('undone')).data).toEqual(before);
    await place('undone');
    expect(await leftOf('undone')).toEqual({ 1: 0n, 2: 0n });
    expect((await deliveriesOf('undone')).map(({ outcome }) => outcome).toSorted()).toEqual([
      'order_cancelled',
      'refund_stored',
    ]);
  });

  test('is applied once when it and its order come eight times at once over two nodes', async () => {
    const other = client((await world.secondNode()).app, demoApiKey);
    const { clickId } = await makeHit(world, 'avaGlow');
    const body = orderOf(world, 'rush', { click_id: clickId, lines });
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) => {
        const node = index % 4 < 2 ? shop : other;
        return index % 2 ? node.call(receiveOrder, { body }) : refund('rush', one('a'), node);
      }),
    );
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 202)).toEqual([]);
    expect(await leftOf('rush')).toEqual({ 1: 1000n, 2: 300n });
    expect((await refund('rush', one('a'))).data.reversed).toEqual(usd('500'));
  });

  test('with the same refund_id and another body is refused', async () => {
    await refund('clash', one('a'));
    const other = await refund('clash', { refund_id: 'a', lines: [{ line_id: '1', quantity: 2 }] });
    expect([other.status, other.problem.code]).toEqual([409, 'refund_conflict']);
  });

  test('is listed with its field at fault if the order does not allow it, and the order is stored', async () => {
    await refund('faulty', { refund_id: 'a', lines: [{ line_id: 'nine', quantity: 1 }] });
    await refund('faulty', one('b'));
    expect((await place('faulty')).status).toBe(200);
    expect(await leftOf('faulty')).toEqual({ 1: 1000n, 2: 300n });
    expect(await deliveriesOf('faulty')).toEqual(
      expect.arrayContaining([
        { source: 'api', topic: 'refund', outcome: 'unreadable', fields: ['lines.0.line_id'] },
        { source: 'api', topic: 'refund', outcome: 'refund_stored', fields: [] },
      ]),
    );
  });

  test('waits for an order from a webhook too', async () => {
    await refund('88001', { refund_id: 'a', amount: usd('4800') });
    const { clickId } = await makeHit(world, 'avaGlow');
    const body = {
      id: 88_001,
      currency: 'USD',
      processed_at: '2026-11-20T12:00:00Z',
      note_attributes: [{ name: 'vt_click', value: clickId }],
      line_items: [{ id: 11, sku: 'serum', title: 'Dew Serum', quantity: 1, price: '48.00' }],
    };
    expect(await sendWebhook(world.app, { topic: 'orders/paid', id: 'late', body })).toBe(200);
    expect(await leftOf('88001')).toEqual({ 11: 0n });
  });

  test('stays apart from the same order_id of another brand, and is no refund for the console', async () => {
    await refund('shared', one('a'));
    const other = world.shop('vtk_demo_northwind');
    const theirs = await makeHit(world, 'noorNorthwind');
    await other.call(receiveOrder, { body: orderOf(world, 'theirs', { click_id: theirs.clickId, lines }) });
    const before = await readBooks(world, 'northwind');
    const answers = [await refund('theirs', one('a')), await cancel('theirs')];
    expect(answers.map(({ status, data }) => [status, Object.keys(data).includes('waits_until')])).toEqual([
      [202, true],
      [202, true],
    ]);
    expect(await readBooks(world, 'northwind')).toEqual(before);
    expect((await refund('shared', one('a'), other)).status).toBe(202);
    await place('shared');
    expect(await leftOf('shared')).toEqual({ 1: 1000n, 2: 300n });
    const typed = await staff.call(refundOrder, {
      params: { merchant: 'glow-lab', order_id: 'nowhere' },
      body: { refund_id: 'a', lines: [{ line_id: '1', quantity: 1 }] },
    });
    expect(typed.status).toBe(404);
  });

  test('is refused if ten thousand wait already, of the same kind of key', async () => {
    const northwind = world.shop('vtk_demo_northwind');
    await world.ctx.database.as({ role: 'system' }, (tx) =>
      sql`insert into early_reports (merchant_id, order_id, is_test, kind, report_id, body, body_hash, received_at)
        select ${world.people.merchants.northwind}, 'flood ' || n, false, 'refund', 'a', '{}', '', now()
        from generate_series(1, ${mostWaiting - 1} - (select count(*)::integer from early_reports
          where merchant_id = ${world.people.merchants.northwind} and settled_at is null)) n`.execute(tx),
    );
    expect((await refund('last', one('a'), northwind)).status).toBe(202);
    const refused = await refund('one more', one('a'), northwind);
    expect([refused.status, refused.problem.code, refused.headers['retry-after']]).toEqual([
      429,
      'rate_limited',
      '3600',
    ]);
    expect(refused.problem.message).toContain('Send their orders first');
    expect((await refund('last', one('a'), northwind)).status).toBe(202);
    expect((await refund('of another brand', one('a'))).status).toBe(202);
  });

  test('is given up after 30 days, where the brand sees it, and waits again if it is sent again', async () => {
    await refund('never', one('a'));
    const start = world.clock.now();
    world.clock.advance(30 * dayMs - 1);
    staff = await world.signIn('brand@glow.test');
    await giveUpEarlyReports(world.ctx);
    expect((await deliveriesOf('never')).map(({ outcome }) => outcome)).toEqual(['waiting']);
    world.clock.advance(1);
    staff = await world.signIn('brand@glow.test');
    await giveUpEarlyReports(world.ctx);
    expect((await deliveriesOf('never')).map(({ outcome }) => outcome)).toEqual(['order_never_came']);
    expect((await refund('never', one('a'))).status).toBe(202);
    expect((await deliveriesOf('never')).map(({ outcome }) => outcome)).toEqual(['waiting', 'order_never_came']);
    world.clock.set(start);
    staff = await world.signIn('brand@glow.test');
  });
});

describe('a refund of an amount', () => {
  test('is spread over the lines by what remains on each, to the cent', async () => {
    await place('spread');
    const first = await refund('spread', { refund_id: 'a', amount: usd('1000') });
    expect(first.data).toMatchObject({
      refunded: usd('1000'),
      lines: [
        { line_id: '1', refunded: usd('833') },
        { line_id: '2', refunded: usd('167') },
      ],
    });
    expect((await refund('spread', { refund_id: 'a', amount: usd('1000') })).data).toEqual(first.data);
    const rest = await refund('spread', { refund_id: 'b', amount: usd('10999') });
    expect(rest.data.refunded).toEqual(usd('10999'));
    expect(await leftOf('spread')).toEqual({ 1: 0n, 2: 0n });
    expect(await verifyLedger(world.ctx.database.url)).toMatchObject({ agrees: true });
  });

  test.each([
    ['more than is left', { amount: usd('12000') }, 'amount.amount'],
    ['another currency', { amount: { amount: '1', currency: 'EUR' } }, 'amount.currency'],
    ['lines and an amount', { amount: usd('1'), lines: [{ line_id: '1', quantity: 1 }] }, 'body'],
    ['nothing', {}, 'body'],
    ['lines and shipping', { shipping: true, lines: [{ line_id: '1', quantity: 1 }] }, 'body'],
  ])('with %s is refused by its field, and nothing is stored', async (name, body, field) => {
    await place(`wrong ${name}`);
    const before = await countRows(world, 'refunds');
    const answer = await refund(`wrong ${name}`, { refund_id: 'a', ...body });
    expect([answer.status, Object.keys(answer.problem.errors ?? {})]).toEqual([422, [field]]);
    expect(await countRows(world, 'refunds')).toBe(before);
  });
});

test('a refund of only the shipping is stored once and touches no commission', async () => {
  await place('shipped');
  const body = { refund_id: 'a', shipping: true, amount: usd('490') };
  const answer = await refund('shipped', body);
  expect(answer.data).toEqual({
    refund_id: 'a',
    order_id: 'shipped',
    refunded: usd('0'),
    reversed: usd('0'),
    lines: [],
  });
  expect((await refund('shipped', body)).data).toEqual(answer.data);
  expect((await refund('shipped', { ...body, amount: usd('491') })).problem.code).toBe('refund_conflict');
  expect(await leftOf('shipped')).toEqual({ 1: 1500n, 2: 300n });
});
