import { afterAll, beforeAll, expect, test } from 'vitest';
import { receiveOrder, receiveRefund } from '@vitrine/contract/orders.ts';
import type { Client } from '../../world/client.ts';
import { client } from '../../world/client.ts';
import { demoApiKey } from '../../world/people.ts';
import { openWorld, type World } from '../../world/world.ts';
import { addApiKey } from '../merchants/merchants.service.ts';
import { newId } from '../platform/ids.ts';
import { clickOfUuid } from '../hits/click-id.ts';
import { decideWaiting, reviewOrders } from './orders.jobs.ts';
import { parseOrder } from './orders.meaning.ts';
import { storeOrder } from './orders.intake.ts';
import { acceptCurrencies, countRows, makeHit, orderOf, readBooks, usd } from './orders.testing.ts';

let world: World;
let shop: Client;
beforeAll(async () => {
  world = await openWorld();
  shop = world.shop(demoApiKey);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

async function commissionsOf(orderId: string) {
  return (await readBooks(world)).commissions.filter((commission) => commission.order_id === orderId);
}

test('an order that names a click earns its creator what the terms say, line by line', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  const lines = [
    { line_id: '1', sku: 'serum', title: 'Dew Serum', quantity: 2, unit_price: usd('4800'), discount: usd('960') },
    { line_id: '2', sku: 'balm', title: 'Lip Balm', quantity: 3, unit_price: usd('1250') },
    { line_id: '3', sku: 'brush', title: 'Powder Brush', quantity: 1, unit_price: usd('3000') },
    { line_id: '4', sku: 'gift', title: 'A free gift', quantity: 1, unit_price: usd('0') },
  ];
  const answer = await shop.call(receiveOrder, { body: orderOf(world, 'click', { click_id: clickId, lines }) });
  expect(answer.status).toBe(200);
  expect(answer.data).toMatchObject({ state: 'decided', total: usd('15390') });
  expect(answer.data.decision).toMatchObject({
    outcome: 'credited',
    credited_to: { who: 'ava', mine: false },
    commission: usd('2496'),
    matures_at: '2026-12-20T12:00:00.000Z',
  });
  expect(
    answer.data.decision?.lines.map((line) => [line.base.amount, line.rule?.applies_to, line.commission?.amount]),
  ).toEqual([
    ['8640', 'default', '1296'],
    ['3750', 'product', '600'],
    ['3000', 'category', '600'],
    ['0', 'default', '0'],
  ]);
  expect(await commissionsOf('click')).toHaveLength(3);
});

test('two hundred deliveries at once over two nodes are one order, one decision and one commission', async () => {
  const second = await world.secondNode();
  const other = client(second.app, demoApiKey);
  const { clickId } = await makeHit(world, 'avaGlow');
  const body = orderOf(world, 'storm', { click_id: clickId });
  const before = await countRows(world, 'ledger_transactions');
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => (index % 2 ? shop : other).call(receiveOrder, { body })),
  );
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => JSON.stringify(answer.data))).size).toBe(1);
  expect(await commissionsOf('storm')).toEqual([
    { order_id: 'storm', line_id: '1', amount: 720n, reversed: 0n, state: 'pending', held_reason: null },
  ]);
  expect(await countRows(world, 'ledger_transactions')).toBe(before + 1);
  expect((await readBooks(world)).sum).toBe('0');
});

test('an order with the same content written differently is the same order, also after a refund and 400 days', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  const body = orderOf(world, 'again', { click_id: clickId });
  const first = await shop.call(receiveOrder, { body });
  await shop.call(receiveRefund, {
    params: { order_id: 'again' },
    body: { refund_id: 'r', lines: [{ line_id: '1', quantity: 1 }] },
  });
  const start = world.clock.now();
  world.clock.advance(400 * 86_400_000);
  const turned = Object.fromEntries(
    Object.entries({ ...body, discount_codes: [], placed_at: body.placed_at.replace('.000Z', 'Z') }).toReversed(),
  );
  const raw = await world.app.inject({
    method: 'POST',
    url: '/api/v1/orders',
    headers: { authorization: `Bearer ${demoApiKey}`, 'content-type': 'application/json' },
    payload: JSON.stringify(turned, null, 7).replace('"quantity": 1', '"quantity": 1.00'),
  });
  world.clock.set(start);
  expect(raw.statusCode).toBe(200);
  expect(raw.json().data).toEqual(first.data);
});

test('a different body with the same order_id is refused and changes nothing', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  await shop.call(receiveOrder, { body: orderOf(world, 'taken', { click_id: clickId }) });
  const before = await readBooks(world);
  const lines = [{ line_id: '1', sku: 'serum', title: 'Dew Serum', quantity: 2, unit_price: usd('4800') }];
  const answers = await Promise.all(
    [
      orderOf(world, 'taken', { click_id: clickId, lines }),
      orderOf(world, 'taken'),
      orderOf(world, 'taken', { click_id: clickId, placed_at: '2026-11-20T11:59:59Z' }),
      orderOf(world, 'taken', { click_id: clickId, customer: { email: 'x@shopper.test' } }),
    ].map((body) => shop.call(receiveOrder, { body })),
  );
  expect(answers.map((answer) => [answer.status, answer.problem.code])).toEqual(
    Array.from({ length: 4 }, () => [409, 'order_conflict']),
  );
  expect(await readBooks(world)).toEqual(before);
});

const line = { line_id: '1', sku: 'serum', title: 'Dew Serum', quantity: 1, unit_price: usd('4800') };
test.each([
  { name: 'an empty body', body: {}, fields: ['order_id', 'currency', 'lines', 'placed_at'] },
  { name: 'no lines', more: { lines: [] }, fields: ['lines'] },
  { name: 'an id that cannot be part of a URL', more: { order_id: 'a/../b' }, fields: ['order_id'] },
  {
    name: 'an unknown currency',
    more: { currency: 'XQQ', lines: [{ ...line, unit_price: { amount: '1', currency: 'XQQ' } }] },
    fields: ['currency'],
  },
  { name: 'a lowercase currency', more: { currency: 'usd' }, fields: ['currency'] },
  {
    name: 'a price in another currency',
    more: { lines: [{ ...line, unit_price: { amount: '1', currency: 'EUR' } }] },
    fields: ['lines.0.unit_price.currency'],
  },
  {
    name: 'a discount in another currency',
    more: { lines: [{ ...line, discount: { amount: '1', currency: 'EUR' } }] },
    fields: ['lines.0.discount.currency'],
  },
  {
    name: 'a negative price',
    more: { lines: [{ ...line, unit_price: usd('-1') }] },
    fields: ['lines.0.unit_price.amount'],
  },
  {
    name: 'a fraction of a cent',
    more: { lines: [{ ...line, unit_price: usd('12.5') }] },
    fields: ['lines.0.unit_price.amount'],
  },
  {
    name: 'an amount as a number',
    more: { lines: [{ ...line, unit_price: { amount: 4800, currency: 'USD' } }] },
    fields: ['lines.0.unit_price.amount'],
  },
  {
    name: 'a price above ten billion',
    more: { lines: [{ ...line, unit_price: usd('1000000000001') }] },
    fields: ['lines.0.unit_price.amount'],
  },
  {
    name: 'a line above ten billion',
    more: { lines: [{ ...line, quantity: 1_000_000, unit_price: usd('1000001') }] },
    fields: ['lines.0.unit_price.amount'],
  },
  {
    name: 'a total above ten billion',
    more: {
      lines: [
        { ...line, unit_price: usd('1000000000000') },
        { ...line, line_id: '2', unit_price: usd('1') },
      ],
    },
    fields: ['lines'],
  },
  { name: 'half an item', more: { lines: [{ ...line, quantity: 0.5 }] }, fields: ['lines.0.quantity'] },
  { name: 'no items', more: { lines: [{ ...line, quantity: 0 }] }, fields: ['lines.0.quantity'] },
  {
    name: 'a discount above the price',
    more: { lines: [{ ...line, discount: usd('4801') }] },
    fields: ['lines.0.discount.amount'],
  },
  { name: 'a duplicate line_id', more: { lines: [line, line] }, fields: ['lines.1.line_id'] },
  { name: 'an invalid time', more: { placed_at: 'yesterday' }, fields: ['placed_at'] },
  { name: 'a time without a zone', more: { placed_at: '2026-11-20T12:00:00' }, fields: ['placed_at'] },
  { name: 'an impossible offset', more: { placed_at: '2026-11-20T12:00:00+25:00' }, fields: ['placed_at'] },
  { name: 'an sku with a NUL character', more: { lines: [{ ...line, sku: 'a\u0000b' }] }, fields: ['lines.0.sku'] },
  {
    name: 'an unknown field beside an error',
    more: { colour: 'red', currency: 'usd', lines: [{ ...line, unit_price: { ...usd('1'), tax: 1 } }] },
    fields: ['currency'],
  },
  { name: 'a time before 1970', more: { placed_at: '1969-12-31T23:59:59Z' }, fields: ['placed_at'] },
  { name: 'a time two days ahead', more: { placed_at: '2026-11-22T12:00:00Z' }, fields: ['placed_at'] },
  { name: 'a click id with a NUL character', more: { click_id: 'a\u0000b' }, fields: ['click_id'] },
  { name: 'a code with a NUL character', more: { discount_codes: ['ok', 'a\u0000b'] }, fields: ['discount_codes.1'] },
  {
    name: 'two errors',
    more: { placed_at: '2027-11-22T12:00:00Z', lines: [{ ...line, discount: usd('9999') }] },
    fields: ['lines.0.discount.amount', 'placed_at'],
  },
])('an order with $name is refused by field, and nothing is stored', async ({ body, more, fields }) => {
  const before = [await countRows(world, 'orders'), await countRows(world, 'order_lines')];
  // Invalid by the contract's types.
  const wrong = (body ?? { ...orderOf(world, 'wrong'), ...more }) as never;
  const answer = await shop.call(receiveOrder, { body: wrong });
  expect([answer.status, Object.keys(answer.problem.errors ?? {}).toSorted()]).toEqual([422, fields.toSorted()]);
  expect([await countRows(world, 'orders'), await countRows(world, 'order_lines')]).toEqual(before);
});

test('the largest possible amount is accepted', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  const answer = await shop.call(receiveOrder, {
    body: orderOf(world, 'largest', { click_id: clickId, lines: [{ ...line, unit_price: usd('1000000000000') }] }),
  });
  expect(answer.data.decision?.commission).toEqual(usd('150000000000'));
});

test('an order in another currency earns in that currency, and flat amounts do not apply to it', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  const yen = (amount: string) => ({ amount, currency: 'JPY' });
  await acceptCurrencies(world, ['JPY']);
  const lines = [
    { ...line, unit_price: yen('4810') },
    { ...line, line_id: '2', sku: 'balm', unit_price: yen('1000') },
  ];
  const answer = await shop.call(receiveOrder, {
    body: orderOf(world, 'yen', { currency: 'JPY', click_id: clickId, lines }),
  });
  expect(answer.data.decision?.lines.map((entry) => [entry.rule?.applies_to, entry.commission])).toEqual([
    ['default', yen('722')],
    ['default', yen('150')],
  ]);
  expect(answer.data.decision?.steps).toContainEqual({
    rule: 'flat_amounts_apply',
    verdict: 'failed',
    facts: { currency: 'JPY', terms_currency: 'USD' },
  });
});

test.each([
  { name: 'has no click and no code', more: {}, outcome: 'no_touch' },
  { name: 'has an invalid click id', more: { click_id: 'hello' }, outcome: 'unknown_click' },
  { name: 'has an unknown code', more: { discount_codes: ['SUMMER'] }, outcome: 'unknown_code' },
  { name: 'has a code in lowercase', more: { discount_codes: ['ava10'] }, outcome: 'credited' },
])('an order that $name is decided as $outcome', async ({ name, more, outcome }) => {
  const answer = await shop.call(receiveOrder, { body: orderOf(world, name, more) });
  expect([answer.status, answer.data.state, answer.data.decision?.outcome]).toEqual([200, 'decided', outcome]);
});

test("another brand's click is unknown here", async () => {
  const { clickId } = await makeHit(world, 'noorNorthwind', { at: new Date(world.clock.now().getTime() - 3_600_000) });
  const answer = await shop.call(receiveOrder, { body: orderOf(world, 'foreign', { click_id: clickId }) });
  expect(answer.data.decision?.outcome).toBe('unknown_click');
});

test('an order waits for a fresh click that has not arrived, and is decided when it arrives', async () => {
  const hitId = newId(world.clock.now());
  const body = orderOf(world, 'early', { click_id: clickOfUuid(hitId) });
  const waiting = await shop.call(receiveOrder, { body });
  expect([waiting.data.state, waiting.data.decision?.outcome]).toEqual(['waiting', 'waiting_for_click']);
  await makeHit(world, 'avaGlow', { hitId });
  expect(await reviewOrders(world.ctx)).toBe(1);
  const decided = await shop.call(receiveOrder, { body });
  expect([decided.data.state, decided.data.decision?.outcome, decided.data.decision?.credited_to?.who]).toEqual([
    'decided',
    'credited',
    'ava',
  ]);
});

test("a click that is still in this node's journal credits its order at once, and storing it decides nothing again", async () => {
  const hitId = newId(world.clock.now());
  const clickId = clickOfUuid(hitId);
  const findClick = world.ctx.findClick;
  world.ctx.findClick = async (id) =>
    id === clickId
      ? {
          hitId,
          merchantId: world.people.merchants.glow,
          merchantAccountId: world.people.accounts.avaGlow,
          creatorId: world.people.users['ava'] ?? '',
          linkId: newId(world.clock.now()),
          at: world.clock.now(),
          class: 'human',
          browser: Buffer.from('browser of the journal'),
          browserMark: 'signed',
        }
      : undefined;
  const body = orderOf(world, 'in the journal', { click_id: clickId });
  const atOnce = await shop.call(receiveOrder, { body });
  world.ctx.findClick = findClick;
  expect([atOnce.data.state, atOnce.data.decision?.outcome]).toEqual(['decided', 'credited']);
  // Another node, which can't read this journal, reviews the order and leaves it unchanged.
  await makeHit(world, 'avaGlow', {
    at: new Date(world.clock.now().getTime() - 1_000),
    browser: 'browser of the journal',
  });
  await reviewOrders(world.ctx);
  expect(await commissionsOf('in the journal')).toMatchObject([{ amount: 720n, state: 'pending' }]);
  await makeHit(world, 'avaGlow', { hitId, class: 'duplicate', browser: 'browser of the journal' });
  await reviewOrders(world.ctx);
  expect(await commissionsOf('in the journal')).toMatchObject([{ amount: 720n, reversed: 0n, state: 'pending' }]);
});

test('a click that has not arrived after ten minutes is unknown, and a refund meanwhile is applied', async () => {
  const start = world.clock.now();
  const never = orderOf(world, 'never', { click_id: clickOfUuid(newId(start)) });
  const hitId = newId(start);
  const late = orderOf(world, 'late', { click_id: clickOfUuid(hitId), lines: [{ ...line, quantity: 2 }] });
  await shop.call(receiveOrder, { body: never });
  await shop.call(receiveOrder, { body: late });
  const refund = await shop.call(receiveRefund, {
    params: { order_id: 'late' },
    body: { refund_id: 'r1', lines: [{ line_id: '1', quantity: 1 }] },
  });
  expect([refund.status, refund.data.refunded, refund.data.reversed]).toEqual([200, usd('4800'), usd('0')]);
  await makeHit(world, 'avaGlow', { hitId });
  world.clock.advance(10 * 60_000 - 1);
  await decideWaiting(world.ctx);
  expect((await shop.call(receiveOrder, { body: never })).data.state).toBe('waiting');
  expect(await commissionsOf('late')).toMatchObject([{ amount: 1440n, reversed: 720n, state: 'pending' }]);
  world.clock.advance(1);
  await decideWaiting(world.ctx);
  world.clock.set(start);
  expect((await shop.call(receiveOrder, { body: never })).data.decision?.outcome).toBe('unknown_click');
});

test('an order whose node died between storing and deciding is decided by the next delivery or by the sweep', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  const merchantId = world.people.merchants.glow;
  for (const orderId of ['killed-1', 'killed-2']) {
    const body = orderOf(world, orderId, { click_id: clickId });
    expect(
      await storeOrder(
        world.ctx,
        merchantId,
        parseOrder(body, body, { exact: null, canonical: null }, world.clock.now()),
      ),
    ).toBe('stored');
  }
  await decideWaiting(world.ctx);
  expect(await commissionsOf('killed-1')).toHaveLength(0);
  const again = await shop.call(receiveOrder, { body: orderOf(world, 'killed-1', { click_id: clickId }) });
  expect(again.data.decision?.outcome).toBe('credited');
  const start = world.clock.now();
  world.clock.advance(6_000);
  await Promise.all([decideWaiting(world.ctx), decideWaiting(world.ctx)]);
  world.clock.set(start);
  expect(await commissionsOf('killed-2')).toHaveLength(1);
});

test('only a key that can write orders can send them', async () => {
  const { key } = await addApiKey(world.ctx, world.people.merchants.glow, { name: 'Reader', scopes: ['orders:read'] });
  expect((await world.shop(key).call(receiveOrder, { body: orderOf(world, 'reader') })).status).toBe(403);
  expect(
    (
      await world.shop(key).call(receiveRefund, {
        params: { order_id: 'click' },
        body: { refund_id: 'x', lines: [{ line_id: '1', quantity: 1 }] },
      })
    ).status,
  ).toBe(403);
  expect((await world.anonymous.call(receiveOrder, { body: orderOf(world, 'anonymous') })).status).toBe(401);
  const ava = await world.signIn('ava@creators.test');
  expect((await ava.call(receiveOrder, { body: orderOf(world, 'creator') })).status).toBe(403);
});

test('two brands may use the same order_id', async () => {
  const northwind = world.shop('vtk_demo_northwind');
  expect((await northwind.call(receiveOrder, { body: orderOf(world, 'click') })).data.decision?.outcome).toBe(
    'no_touch',
  );
});
