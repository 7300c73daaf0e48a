import { readOrder } from '@vitrine/contract/orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../world/shelves.ts';
import { openWorld, type World } from '../../../world/world.ts';
import { sendWebhook } from '../../orders/orders.testing.ts';
import { outcomesOf, shopifyOrder } from './shopify.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

test('the sample that “Send test” sends is a test, whatever its event', async () => {
  const sample = '820982911946154508';
  const withSample = (body: unknown) => JSON.stringify(body).replace('"sample"', sample);
  const bodies: Record<string, [string, string]> = {
    's-1': ['orders/create', withSample(shopifyOrder(1, { id: 'sample', cancelled_at: '2021-12-31T19:00:00-05:00' }))],
    's-2': ['orders/cancelled', withSample({ id: 'sample', cancelled_at: '2021-12-31T19:00:00-05:00' })],
    's-3': ['refunds/create', withSample({ id: 8900, order_id: 'sample', refund_line_items: [] })],
  };
  for (const [id, [topic, body]] of Object.entries(bodies))
    expect([id, await sendWebhook(world.app, { topic, id, body })]).toEqual([id, 200]);
  expect(await outcomesOf(world, Object.keys(bodies))).toEqual({
    's-1': 'test_event',
    's-2': 'test_event',
    's-3': 'test_event',
  });
});

test('a refund of a product is not shown as an amount that was spread', async () => {
  await sendWebhook(world.app, { topic: 'orders/paid', id: 'named-1', body: shopifyOrder(5150) });
  const refund = {
    id: 901,
    order_id: 5150,
    refund_line_items: [{ line_item_id: 11, quantity: 1, subtotal: '48.00', total_tax: '0.00' }],
    order_adjustments: [],
    transactions: [{ kind: 'refund', status: 'success', amount: '48.00', currency: 'USD' }],
  };
  await sendWebhook(world.app, { topic: 'refunds/create', id: 'named-2', body: refund });
  const staff = await world.signIn('brand@glow.test');
  const order = granted(await staff.call(readOrder, { params: { merchant: 'glow-lab', order_id: '5150' } }));
  expect(order.refunds).toMatchObject([{ amount: { amount: '4800' }, is_spread: false }]);
});
