import { afterAll, beforeAll, expect, test } from 'vitest';
import { listShopOrders, receiveOrder, refundOrder } from '@vitrine/contract/orders.ts';
import type { Client } from '../../world/client.ts';
import { demoApiKey } from '../../world/people.ts';
import { openWorld, type World } from '../../world/world.ts';
import { makeHit, orderOf, readBooks, usd } from './orders.testing.ts';

// Shops' software writes times, products and fields in its own way.

let world: World;
let shop: Client;
beforeAll(async () => {
  world = await openWorld();
  shop = world.shop(demoApiKey);
});
afterAll(() => world[Symbol.asyncDispose]());

const line = { line_id: '1', sku: 'serum', title: 'Dew Serum', quantity: 1, unit_price: usd('4800') };

test('an order may have a time with an offset, which is the same moment', async () => {
  const sent = await shop.call(receiveOrder, {
    body: orderOf(world, 'offset', { placed_at: '2026-11-20T13:00:00+01:00' }),
  });
  expect([sent.status, sent.data.placed_at]).toEqual([200, '2026-11-20T12:00:00.000Z']);
  const again = await shop.call(receiveOrder, {
    body: orderOf(world, 'offset', { placed_at: '2026-11-20T12:00:00Z' }),
  });
  expect([again.status, again.data]).toEqual([200, sent.data]);
});

test('an order may leave out the sku of a line, which then earns by the rules for all products', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  const { sku: _, ...unnamed } = line;
  const answers = [];
  for (const each of [unnamed, { ...line, sku: null }, { ...line, sku: '' }])
    answers.push(
      await shop.call(receiveOrder, { body: orderOf(world, 'no-sku', { click_id: clickId, lines: [each] }) }),
    );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers[0]?.data.decision?.outcome).toBe('credited');
  expect(
    (await readBooks(world)).commissions.filter((each) => each.order_id === 'no-sku').map(({ amount }) => amount),
  ).toEqual([720n]);
  expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
});

test('an order may have fields that we do not know: they are named, not stored, and do not make it another order', async () => {
  const known = orderOf(world, 'extra');
  const [first] = known.lines;
  const body = {
    ...known,
    shipping_address: { name: 'Rita Shopper' },
    lines: [{ ...first, colour: 'red', unit_price: { ...first?.unit_price, formatted: '48' } }],
  } as never;
  const sent = await shop.call(receiveOrder, { body });
  expect([sent.status, sent.meta]).toEqual([
    200,
    { ignored_fields: ['lines.0.unit_price.formatted', 'lines.0.colour', 'shipping_address'] },
  ]);
  const again = await shop.call(receiveOrder, { body: known });
  expect([again.status, again.data, again.meta]).toEqual([200, sent.data, undefined]);
  const { body: stored } = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('orders').select('body').where('order_id', '=', 'extra').executeTakeFirstOrThrow(),
  );
  expect(stored).toEqual(JSON.parse(JSON.stringify(known)));
});

test('an order may have very many unknown fields: the answer stays short', async () => {
  const known = orderOf(world, 'crowded');
  const extra = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`field_${index}`, 1]));
  const sent = await shop.call(receiveOrder, { body: { ...known, ...extra } });
  expect([sent.status, sent.meta]).toMatchObject([200, { ignored_fields: { length: 20 }, more_ignored_fields: 130 }]);
});

test('a console call still refuses unknown fields', async () => {
  const staff = await world.signIn('brand@glow.test');
  const body = { refund_id: 'strict', lines: [{ line_id: '1', quantity: 1 }], colour: 'red' } as never;
  const answer = await staff.call(refundOrder, { params: { merchant: 'glow-lab', order_id: 'extra' }, body });
  expect([answer.status, answer.problem.errors]).toEqual([422, { colour: ['is not a known field'] }]);
});

test('a list since a year that the database does not have is refused by its field', async () => {
  const answer = await shop.call(listShopOrders, { query: { since: '0000-01-01T00:00:00Z' } });
  expect([answer.status, Object.keys(answer.problem.errors ?? {})]).toEqual([422, ['since']]);
});
