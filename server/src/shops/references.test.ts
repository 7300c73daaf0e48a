import { explainOrder, listUnearnedOrders } from '@vitrine/contract/decisions.ts';
import { listDeliveries } from '@vitrine/contract/deliveries.ts';
import { createApiKey } from '@vitrine/contract/merchants.ts';
import { importOrders } from '@vitrine/contract/order-files.ts';
import { changeOrder, listOrders, listShopOrders, readOrder, receiveOrder } from '@vitrine/contract/orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../world/client.ts';
import { demoApiKey } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { makeHit, orderOf, sendWebhook } from '../orders/orders.testing.ts';
import { referenceIn } from './shop.texts.ts';
import { shopifyOrder } from './shopify/shopify.testing.ts';
import { checkoutOf, connectStripe, eventOf, invoiceOf, sendEvent, stripeSeconds } from './stripe/stripe.testing.ts';
import { connectWooCommerce, sendWooCommerce, wooOrder } from './woocommerce/woocommerce.testing.ts';

let world: World;
let staff: Client;
let shop: Client;
beforeAll(async () => {
  world = await openWorld();
  await connectWooCommerce(world);
  await connectStripe(world);
  staff = await world.signIn('brand@glow.test');
  shop = world.shop(demoApiKey);
});
afterAll(() => world[Symbol.asyncDispose]());

const glow = { merchant: 'glow-lab' };
const referenceOf = async (orderId: string, mode: 'live' | 'test' = 'live') =>
  granted(await staff.call(readOrder, { params: { ...glow, order_id: orderId }, query: { mode } })).reference;
const found = async (search: string, outcome?: 'test') =>
  granted(await staff.call(listOrders, { params: glow, query: { search, ...(outcome && { outcome }) } })).map(
    ({ order_id: orderId, reference }) => [orderId, reference],
  );

test('an order of Shopify has its name as reference, and a later name replaces it', async () => {
  await sendWebhook(world.app, { topic: 'orders/paid', id: 'paid', body: shopifyOrder(7001, { name: '#1001' }) });
  expect(await referenceOf('7001')).toBe('#1001');
  const renamed = shopifyOrder(7001, { name: '#1001-B', updated_at: '2026-11-20T08:00:00-05:00' });
  await sendWebhook(world.app, { topic: 'orders/updated', id: 'updated', body: renamed });
  expect(await referenceOf('7001')).toBe('#1001-B');
  const unnamed = shopifyOrder(7001, { name: null, updated_at: '2026-11-20T09:00:00-05:00' });
  await sendWebhook(world.app, { topic: 'orders/updated', id: 'unnamed', body: unnamed });
  expect(await referenceOf('7001')).toBe('#1001-B');
  const old = shopifyOrder(7001, { name: '#0', updated_at: '2026-11-20T08:30:00-05:00' });
  await sendWebhook(world.app, { topic: 'orders/updated', id: 'old', body: old });
  expect(await referenceOf('7001')).toBe('#1001-B');
});

test('a reference that is no text makes no order unreadable', async () => {
  await sendWebhook(world.app, { topic: 'orders/paid', id: 'odd', body: shopifyOrder(7002, { name: { a: 1 } }) });
  expect(await referenceOf('7002')).toBeNull();
});

test('an order of WooCommerce has its number as reference', async () => {
  await sendWooCommerce(world.app, { topic: 'order.created', body: wooOrder(7003, { number: 'SHOP-2026-17' }) });
  expect(await referenceOf('7003')).toBe('SHOP-2026-17');
});

test('an invoice of Stripe has its number as reference, and a checkout has none', async () => {
  const send = (id: string, type: string, object: Record<string, unknown>) =>
    sendEvent(world, { body: eventOf(id, type, object) });
  const sale = checkoutOf('plan', { mode: 'subscription', payment_intent: null, subscription: 'sub_plan' });
  await send('plan-checkout', 'checkout.session.completed', sale);
  const invoice = invoiceOf('plan', 'sub_plan', { number: 'F3A1-0001', created: stripeSeconds(world) });
  await send('plan-paid', 'invoice.paid', invoice);
  expect(await referenceOf(invoice['id'])).toBe('F3A1-0001');
  const single = checkoutOf('single');
  await send('single-checkout', 'checkout.session.completed', single);
  expect(await referenceOf(single['payment_intent'])).toBeNull();
});

test('the API takes a reference with an order and with a change of it', async () => {
  const sent = granted(await shop.call(receiveOrder, { body: orderOf(world, 'API-1', { reference: ' No. 5 ' }) }));
  expect(sent.reference).toBe('No. 5');
  const { currency, lines } = orderOf(world, 'API-1');
  const change = async (reference?: string | null) =>
    granted(
      await shop.call(changeOrder, {
        params: { order_id: 'API-1' },
        body: { currency, lines, ...(reference !== undefined && { reference }) },
      }),
    ).reference;
  expect(await change('No. 6')).toBe('No. 6');
  expect([await change(), await change(null)]).toEqual(['No. 6', 'No. 6']);
  const again = await shop.call(receiveOrder, { body: orderOf(world, 'API-1', { reference: 'No. 7' }) });
  expect([again.status, again.data.reference]).toEqual([200, 'No. 6']);
  const listed = granted(await shop.call(listShopOrders, {}));
  expect(listed.find(({ order_id: orderId }) => orderId === 'API-1')?.reference).toBe('No. 6');
});

test.each([
  ['', 'must not be empty'],
  ['x'.repeat(101), 'must have at most 100 characters'],
  ['1\n2', 'must be on one line'],
  ['a\u202eb', 'must not contain control characters'],
])('the API refuses the reference %j', async (reference, reason) => {
  const answer = await shop.call(receiveOrder, { body: orderOf(world, 'API-2', { reference }) });
  expect([answer.status, answer.problem.errors]).toEqual([422, { reference: [reason] }]);
});

test('a file names orders in a column of its own', async () => {
  const csv = ['order id,order number,date,price', 'F-900,#900,2026-11-20T12:00:00Z,10.00'].join('\n');
  const done = granted(await staff.call(importOrders, { params: glow, body: { csv, preview: false } }));
  expect(done.columns.filter(({ field }) => field === 'order_id' || field === 'reference')).toEqual([
    { field: 'order_id', heading: 'order id' },
    { field: 'reference', heading: 'order number' },
  ]);
  expect(await referenceOf('F-900')).toBe('#900');
});

test('a test order keeps its reference through a change', async () => {
  const key = { name: 'Trying out', scopes: ['orders:write' as const], is_test: true };
  const trial = world.shop(granted(await staff.call(createApiKey, { params: glow, body: key })).key);
  const body = orderOf(world, 'TRY-1', { reference: '#T1' });
  expect(granted(await trial.call(receiveOrder, { body })).reference).toBe('#T1');
  const { currency, lines } = body;
  const changed = await trial.call(changeOrder, { params: { order_id: 'TRY-1' }, body: { currency, lines } });
  expect(granted(changed).reference).toBe('#T1');
  expect(await referenceOf('TRY-1', 'test')).toBe('#T1');
  expect(await found('t1', 'test')).toEqual([['TRY-1', '#T1']]);
});

test('staff find an order and its deliveries by its reference, with # or without', async () => {
  await sendWebhook(world.app, { topic: 'orders/paid', id: 'search', body: shopifyOrder(7010, { name: '#2002' }) });
  for (const search of ['#2002', '2002', '7010']) expect(await found(search)).toEqual([['7010', '#2002']]);
  const deliveries = granted(await staff.call(listDeliveries, { params: glow, query: { search: '2002' } }));
  expect(deliveries.map((each) => [each.order_id, each.order_reference])).toEqual([['7010', '#2002']]);
});

test('a creator sees the reference of an order that involves them', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  await shop.call(receiveOrder, { body: orderOf(world, 'SEEN-1', { reference: '#77', click_id: clickId }) });
  const ava = await world.signIn('ava@creators.test');
  const explained = await ava.call(explainOrder, { params: { order_id: 'SEEN-1' }, query: glow });
  expect(granted(explained).reference).toBe('#77');
  const unearned = await ava.call(listUnearnedOrders, {
    params: { merchant_account_id: world.people.accounts.avaGlow },
  });
  expect(granted(unearned)).toEqual([]);
});

test.each([
  ['  #1001  ', '#1001'],
  [1234, '1234'],
  ['a\u0000b\tc\u202ed', 'a b c d'],
  ['😀'.repeat(101), '😀'.repeat(100)],
  ['   ', null],
  [null, null],
])('a shop’s %j is the reference %j', (sent, reference) => {
  expect(referenceIn(sent)).toBe(reference);
});
