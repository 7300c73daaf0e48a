import { explainOrder } from '@vitrine/contract/decisions.ts';
import { listDeliveries } from '@vitrine/contract/deliveries.ts';
import { importOrders } from '@vitrine/contract/order-files.ts';
import { readOrder } from '@vitrine/contract/orders.ts';
import { fixDelivery, readDeliveryBody } from '@vitrine/contract/repairs.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Client } from '../../../world/client.ts';
import { demoApiKey } from '../../../world/people.ts';
import { granted } from '../../../world/shelves.ts';
import { openWorld, type World } from '../../../world/world.ts';
import { countRows, sendWebhook } from '../../orders/orders.testing.ts';
import { shopifyOrder } from '../shopify/shopify.testing.ts';

// A file names an order as people do, Shopify by an id of its own. Both are one order, and earn once.

let world: World;
let staff: Client;
beforeEach(async () => {
  await world?.[Symbol.asyncDispose]();
  world = await openWorld();
  staff = await world.signIn('brand@glow.test');
});
afterAll(() => world[Symbol.asyncDispose]());

const glow = { merchant: 'glow-lab' };
const file = [
  'order_id,placed_at,sku,title,quantity,unit_price,discount_code,refunded',
  '#1001,2026-11-20T12:00:00Z,serum,Dew Serum,2,48.00,AVA10,20.00',
].join('\n');

async function importFile(preview = false) {
  const { orders } = granted(await staff.call(importOrders, { params: glow, body: { csv: file, preview } }));
  return orders.map(({ order_id, state }) => [order_id, state]);
}

async function sendOrder(): Promise<void> {
  const body = shopifyOrder(5501, { name: '#1001', discount_codes: [{ code: 'AVA10' }] });
  expect(await sendWebhook(world.app, { topic: 'orders/paid', id: 'twin', body })).toBe(200);
}

async function commissionsOf(orderId: string) {
  const { data } = await world.shop(demoApiKey).call(explainOrder, { params: { order_id: orderId } });
  return data.lines.map(({ line_id, commission }) => [line_id, commission?.amount]);
}

test('an order that came from the shop is already there when a file has it', async () => {
  await sendOrder();
  expect(await importFile(true)).toEqual([['#1001', 'known']]);
  expect(await importFile()).toEqual([['#1001', 'known']]);
  expect(await countRows(world, 'orders')).toBe(1);
  const order = granted(await staff.call(readOrder, { params: { ...glow, order_id: '5501' } }));
  expect(order.refunds).toEqual([]);
});

test('an order that came by a file waits for a person when the shop sends it, whose version can be accepted', async () => {
  expect(await importFile()).toEqual([['#1001', 'new']]);
  await sendOrder();
  expect(await countRows(world, 'orders')).toBe(1);
  const [entry] = granted(await staff.call(listDeliveries, { params: glow }));
  expect(entry).toMatchObject({ outcome: 'order_conflict', is_open: true });
  const params = { ...glow, delivery_id: entry?.id ?? '' };
  const { conflict } = granted(await staff.call(readDeliveryBody, { params }));
  expect(conflict?.stored.lines.map(({ line_id, quantity }) => [line_id, quantity])).toEqual([['1', 2]]);
  const body = { reason: 'the shop knows better', meaning: { kind: 'new_version' } } as const;
  granted(await staff.call(fixDelivery, { params, body }));
  expect(await countRows(world, 'orders')).toBe(1);
  expect((await commissionsOf('#1001')).map(([line]) => line)).toEqual(['1', '11', '12']);
});
