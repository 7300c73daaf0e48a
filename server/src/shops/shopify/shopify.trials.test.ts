import { createApiKey } from '@vitrine/contract/merchants.ts';
import { readOrder, receiveOrder } from '@vitrine/contract/orders.ts';
import { fixDelivery, readDeliveryBody } from '@vitrine/contract/repairs.ts';
import { listDeliveries } from '@vitrine/contract/deliveries.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../world/client.ts';
import { granted } from '../../../world/shelves.ts';
import { openWorld, type World } from '../../../world/world.ts';
import { countRows, makeHit, orderOf, readBooks, sendWebhook, usd } from '../../orders/orders.testing.ts';
import { outcomesOf, shopifyOrder, shopifyRefund } from './shopify.testing.ts';

let world: World;
let staff: Client;
let trial: Client;
beforeAll(async () => {
  world = await openWorld();
  staff = await world.signIn('brand@glow.test');
  const body = { name: 'Trying out', scopes: ['orders:write' as const], is_test: true };
  trial = world.shop(granted(await staff.call(createApiKey, { params: glow, body })).key);
});
afterAll(() => world[Symbol.asyncDispose]());

const glow = { merchant: 'glow-lab' };
const serum = { id: 11, sku: 'serum', title: 'Dew Serum', quantity: 2, price: '50.00' };
const at = (minute: number) => `2026-11-20T12:${String(minute).padStart(2, '0')}:00Z`;

/** A test order with a new click of Ava's: two Dew Serums at 50.00. */
async function trialOrder(id: number, more: Record<string, unknown> = {}) {
  const { clickId } = await makeHit(world, 'avaGlow');
  return shopifyOrder(id, {
    test: true,
    financial_status: 'paid',
    updated_at: at(0),
    note_attributes: [{ name: 'vt_click', value: clickId }],
    discount_codes: [],
    line_items: [serum],
    ...more,
  });
}

async function send(id: string, topic: string, body: unknown): Promise<string | null | undefined> {
  expect(await sendWebhook(world.app, { topic, id, body })).toBe(200);
  return (await outcomesOf(world, [id]))[id];
}

async function sheetOf(orderId: number, mode: 'test' | 'live' = 'test') {
  const params = { ...glow, order_id: String(orderId) };
  return granted(await staff.call(readOrder, { params, query: { mode } }));
}

const netOf = async (orderId: number) => (await sheetOf(orderId)).commission?.net.amount;

describe('webhooks of a test order', () => {
  test('change it, also when an older state comes later, and a repeat changes nothing', async () => {
    const order = await trialOrder(501);
    expect(await send('e1', 'orders/paid', order)).toBe('order_stored');
    expect(await netOf(501)).toBe('1500');
    const changed = { ...order, updated_at: at(5), line_items: [{ ...serum, quantity: 3 }] };
    expect(await send('e2', 'orders/updated', changed)).toBe('order_edited');
    expect(await send('e3', 'orders/updated', { ...changed, updated_at: at(6) })).toBe('order_known');
    expect(await send('e4', 'orders/updated', { ...order, updated_at: at(1) })).toBe('edit_superseded');
    expect(await netOf(501)).toBe('2250');
    expect((await sheetOf(501)).edits).toMatchObject([
      { source: 'shopify', before: usd('10000'), after: usd('15000') },
    ]);
    expect(await send('e5', 'orders/updated', { ...changed, updated_at: at(7), currency: 'EUR' })).toBe(
      'unreadable: currency',
    );
  });

  test('refund it: with its own event, and inside of its state', async () => {
    const order = await trialOrder(502);
    await send('r1', 'orders/paid', order);
    const refund = shopifyRefund(9_502, 502, [{ line_item_id: 11, quantity: 1, subtotal: '50.00' }]);
    expect(await send('r2', 'refunds/create', refund)).toBe('refund_stored');
    expect(await send('r3', 'orders/updated', { ...order, updated_at: at(5), refunds: [refund] })).toBe('order_known');
    expect(await netOf(502)).toBe('750');
    const [listed] = granted(await staff.call(listDeliveries, { params: glow, query: { search: 'r2' } }));
    expect(listed).toMatchObject({ order_id: '502', is_test: true, has_decision: true });
  });

  test('cancel it, and nothing changes it any more', async () => {
    const order = await trialOrder(503);
    await send('c1', 'orders/paid', order);
    expect(await send('c2', 'orders/cancelled', { ...order, cancelled_at: at(8) })).toBe('order_cancelled');
    expect(await send('c3', 'orders/cancelled', { ...order, cancelled_at: at(8) })).toBe('cancellation_known');
    const changed = { ...order, updated_at: at(9), line_items: [{ ...serum, quantity: 3 }] };
    expect(await send('c4', 'orders/updated', changed)).toBe('cancellation_known');
    expect(await netOf(503)).toBe('0');
  });

  test('put it on hold while its payment is disputed', async () => {
    await send('d1', 'orders/paid', await trialOrder(504));
    const dispute = { id: 77, order_id: 504, amount: '50.00', currency: 'USD', status: 'needs_response' };
    expect(await send('d2', 'disputes/create', dispute)).toBe('dispute_opened');
    expect((await sheetOf(504)).is_held).toBe(true);
    expect(await send('d3', 'disputes/update', { ...dispute, status: 'won' })).toBe('dispute_won');
    expect(await sheetOf(504)).toMatchObject({ is_held: false, commission: { net: usd('1500') } });
  });

  test('say when it is paid; before that nobody earns from it', async () => {
    const order = await trialOrder(505, { financial_status: 'pending' });
    expect(await send('p1', 'orders/create', order)).toBe('order_unpaid');
    expect(await sheetOf(505)).toMatchObject({ state: 'received', waits_for: 'payment', commission: null });
    expect(await send('p2', 'orders/paid', { ...order, financial_status: 'paid', updated_at: at(2) })).toBe(
      'order_paid',
    );
    expect(await netOf(505)).toBe('1500');
  });

  test('wait for it if they come before it', async () => {
    const refund = shopifyRefund(9_506, 506, [{ line_item_id: 11, quantity: 1, subtotal: '50.00' }]);
    const order = await trialOrder(506);
    expect(await send('w1', 'refunds/create', refund)).toBeNull();
    await send('w2', 'orders/paid', order);
    expect([await netOf(506), await outcomesOf(world, ['w1'])]).toEqual(['750', { w1: 'refund_stored' }]);
    expect(await send('w3', 'orders/cancelled', { ...(await trialOrder(507)), cancelled_at: at(3) })).toBeNull();
    await send('w4', 'orders/paid', await trialOrder(507));
    expect([await netOf(507), await outcomesOf(world, ['w3'])]).toEqual(['0', { w3: 'order_cancelled' }]);
  });

  test('may bring gift cards, which earn nothing in it either', async () => {
    await send('g1', 'orders/paid', await trialOrder(508, { line_items: [{ ...serum, gift_card: true }] }));
    expect((await sheetOf(508)).explanation?.outcome).toBe('nothing_to_earn');
  });

  test('reach no live order, and those of a live order no test order with its number', async () => {
    await send('l1', 'orders/paid', { ...(await trialOrder(509)), test: false });
    await trial.call(receiveOrder, { body: orderOf(world, '509') });
    const refund = shopifyRefund(9_509, 509, [{ line_item_id: 11, quantity: 1, subtotal: '50.00' }]);
    await send('l2', 'refunds/create', refund);
    expect((await sheetOf(509)).refunds).toEqual([]);
    expect((await sheetOf(509, 'live')).commission?.net).toEqual(usd('750'));
    expect(await send('l3', 'orders/updated', { ...(await trialOrder(509)), updated_at: at(9) })).toBe('order_edited');
    expect((await sheetOf(509, 'live')).edits).toEqual([]);
    await trial.call(receiveOrder, { body: orderOf(world, '510') });
    expect(await send('l4', 'refunds/create', { ...refund, order_id: 510 })).toBeNull();
  });
});

test('what staff enter for a delivery about a test order is about that test order', async () => {
  const before = await countRows(world, 'orders');
  const broken = await trialOrder(520, { line_items: [{ ...serum, price: 'fifty' }] });
  expect(await send('f1', 'orders/paid', broken)).toMatch(/^unreadable/);
  const deliveryOf = async (search: string) => {
    const [found] = granted(await staff.call(listDeliveries, { params: glow, query: { search } }));
    return { ...glow, delivery_id: found?.id ?? '' };
  };
  const order = orderOf(world, '520');
  const meaning = { kind: 'order' as const, order };
  granted(await staff.call(fixDelivery, { params: await deliveryOf('f1'), body: { meaning, reason: 'Typed again' } }));
  expect(await sheetOf(520)).toMatchObject({ is_test: true, source: 'shopify', total: usd('4800') });
  expect(await send('f2', 'orders/paid', await trialOrder(520, { updated_at: null }))).toBe('order_conflict');
  const params = await deliveryOf('f2');
  const { conflict } = granted(await staff.call(readDeliveryBody, { params }));
  expect([conflict?.stored.total, conflict?.sent.total]).toEqual([usd('4800'), usd('10000')]);
  granted(await staff.call(fixDelivery, { params, body: { meaning: { kind: 'new_version' }, reason: 'Newer' } }));
  expect((await sheetOf(520)).total).toEqual(usd('10000'));
  expect(await countRows(world, 'orders')).toBe(before);
  expect((await readBooks(world)).sum).toBe('0');
});
