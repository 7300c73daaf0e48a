import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../world/world.ts';
import { editOrder } from './orders.edits.ts';
import { storeOrder } from './orders.intake.ts';
import type { NewOrder } from './orders.meaning.ts';

// Shops say when an order changed, and what is older than the last change counts no more.

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const farAhead = new Date('9999-12-31T23:59:59Z');
const linesOf = (unitPrice: bigint) => [
  { lineId: '1', sku: 'serum', title: 'Dew Serum', quantity: 1, unitPrice, discount: 0n },
];
const orderOf = (orderId: string): NewOrder => ({
  orderId,
  source: 'woocommerce',
  currency: 'USD',
  placedAt: world.clock.now(),
  clickId: null,
  discountCodes: [],
  customer: { exact: null, canonical: null },
  country: '',
  lines: linesOf(4_800n),
  body: {},
});
const change = (orderId: string, unitPrice: bigint, editedAt: Date) =>
  editOrder(world.ctx, world.people.merchants.glow, orderId, {
    source: 'woocommerce',
    currency: 'USD',
    lines: linesOf(unitPrice),
    editedAt,
    body: {},
  });

test('an order that a shop says was changed in 9999 can still be changed', async () => {
  const { glow } = world.people.merchants;
  expect(await storeOrder(world.ctx, glow, orderOf('ahead'), { changedAt: farAhead })).toBe('stored');
  world.clock.advance(60_000);
  expect(await change('ahead', 4_000n, world.clock.now())).toBe('order_edited');
});

test('a change of 9999 counts as one of its arrival', async () => {
  const { glow } = world.people.merchants;
  await storeOrder(world.ctx, glow, orderOf('changed'));
  expect(await change('changed', 4_000n, farAhead)).toBe('order_edited');
  world.clock.advance(60_000);
  expect(await change('changed', 3_000n, world.clock.now())).toBe('order_edited');
});

test('a time of 9999 that was stored before such times were not believed blocks nothing', async () => {
  const { glow } = world.people.merchants;
  await storeOrder(world.ctx, glow, orderOf('old'));
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.updateTable('orders').set({ edited_at: farAhead }).where('order_id', '=', 'old').execute(),
  );
  expect(await change('old', 4_000n, world.clock.now())).toBe('order_edited');
});
