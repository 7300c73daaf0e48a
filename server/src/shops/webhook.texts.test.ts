import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../world/world.ts';
import { sendWebhook } from '../orders/orders.testing.ts';
import { shopifyOrder } from './shopify/shopify.testing.ts';
import { checkoutOf, connectStripe, eventOf, sendEvent } from './stripe/stripe.testing.ts';
import { connectWooCommerce, sendWooCommerce, wooOrder } from './woocommerce/woocommerce.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await connectWooCommerce(world);
  await connectStripe(world);
});
afterAll(() => world[Symbol.asyncDispose]());

/** What came of the deliveries about an order, with the fields at fault. */
async function outcomesOf(orderId: string) {
  const rows = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('delivery_log').select(['outcome', 'fields']).where('order_id', '=', orderId).execute(),
  );
  return rows.map(({ outcome, fields }) => [outcome, ...fields].join(' '));
}

/** A text of one letter more than fits, whose last letter that fits is the first half of an emoji. */
const tooLong = (most: number) => `${'x'.repeat(most - 1)}😀`;

test('an order with a text that is cut in the middle of a character is stored, whatever the shop', async () => {
  const [item] = shopifyOrder(1).line_items;
  const body = shopifyOrder(61_001, { line_items: [{ ...item, sku: tooLong(200), title: tooLong(300) }] });
  expect(await sendWebhook(world.app, { topic: 'orders/paid', id: 'cut', body })).toBe(200);
  expect(await outcomesOf('61001')).toEqual(['order_stored']);

  const order = wooOrder(61_002);
  const items = (order['line_items'] as object[]).map((each) => ({ ...each, sku: tooLong(200), name: tooLong(300) }));
  await sendWooCommerce(world.app, { topic: 'order.created', body: { ...order, line_items: items } });
  expect(await outcomesOf('61002')).toEqual(['order_stored']);

  const metadata = { title: tooLong(300), sku: tooLong(200), discount_code: tooLong(100) };
  const event = eventOf('evt_cut', 'checkout.session.completed', checkoutOf('61003', { metadata }));
  expect(await sendEvent(world, { body: event })).toBe(200);
  expect(await outcomesOf('pi_61003')).toEqual(['order_stored']);
});

test('a name that every JavaScript object has is no topic, state or currency', async () => {
  for (const [index, name] of ['constructor', 'toString', '__proto__'].entries()) {
    const id = 62_000 + index;
    expect(await sendWebhook(world.app, { topic: name, id: name, body: { id } })).toBe(200);
    await sendWooCommerce(world.app, { topic: name, body: wooOrder(id) });
    const dispute = { id: 1, order_id: id, amount: '1.00', currency: 'USD', status: name };
    await sendWebhook(world.app, { topic: 'disputes/create', id: `dispute ${name}`, body: dispute });
    const unknown = shopifyOrder(id, { currency: name });
    await sendWebhook(world.app, { topic: 'orders/paid', id: `order ${name}`, body: unknown });
    expect((await outcomesOf(String(id))).toSorted()).toEqual(['unreadable currency', 'unreadable status']);
  }
  const waiting = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('webhook_deliveries').select('webhook_id').where('processed_at', 'is', null).execute(),
  );
  expect(waiting).toEqual([]);
});

test('a change that is dated in the far future does not make later changes count as older', async () => {
  const [item] = shopifyOrder(1).line_items;
  const send = (updatedAt: string, price: string) => {
    const body = shopifyOrder(63_000, { updated_at: updatedAt, line_items: [{ ...item, price }] });
    return sendWebhook(world.app, { topic: 'orders/updated', id: `at ${price}`, body });
  };
  await send('2026-11-20T12:00:00Z', '48.00');
  await send('2036-11-20T12:00:00Z', '40.00');
  world.clock.set(new Date('2026-11-22T12:00:00Z'));
  await send('2026-11-22T12:00:00Z', '44.00');
  expect((await outcomesOf('63000')).toSorted()).toEqual(['order_edited', 'order_edited', 'order_unpaid']);
});
