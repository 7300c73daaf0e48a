import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainOrder } from '@vitrine/contract/decisions.ts';
import { cancelOrder, changeOrder, readOrder, receiveOrder, receiveRefund } from '@vitrine/contract/orders.ts';
import { publishTerms } from '@vitrine/contract/terms.ts';
import type { Client } from '../../world/client.ts';
import { demoApiKey } from '../../world/people.ts';
import { openWorld, type World } from '../../world/world.ts';
import { matureCommissions } from '../commissions/commissions.maturity.ts';
import { decideOrder } from './orders.decision.ts';
import { editOrder } from './orders.edits.ts';
import { storeOrder } from './orders.intake.ts';
import { makeHit, orderOf, readBooks, usd } from './orders.testing.ts';

let world: World;
let shop: Client;
beforeAll(async () => {
  world = await openWorld();
  shop = world.shop(demoApiKey);
});
afterAll(() => world[Symbol.asyncDispose]());

const serum = { line_id: '1', sku: 'serum', title: 'Dew Serum', quantity: 1, unit_price: usd('4800') };
const cream = { line_id: '2', sku: 'cream', title: 'Night Cream', quantity: 1, unit_price: usd('2000') };

/** An order of one serum, credited to Ava with 15% of 48.00. */
async function place(orderId: string, more: Parameters<typeof orderOf>[2] = {}): Promise<void> {
  const { clickId } = await makeHit(world, 'avaGlow');
  const body = orderOf(world, orderId, { click_id: clickId, lines: [serum], ...more });
  expect((await shop.call(receiveOrder, { body })).status).toBe(200);
}

function change(orderId: string, lines: (typeof serum)[], changedAt?: string) {
  const at = changedAt === undefined ? {} : { changed_at: changedAt };
  return shop.call(changeOrder, { params: { order_id: orderId }, body: { currency: 'USD', lines, ...at } });
}

/** What an order earns now by line, after all reversals. */
async function earned(orderId: string): Promise<Record<string, bigint>> {
  const { commissions } = await readBooks(world);
  const sums: Record<string, bigint> = {};
  for (const row of commissions.filter((commission) => commission.order_id === orderId))
    sums[row.line_id] = (sums[row.line_id] ?? 0n) + row.amount - row.reversed;
  return sums;
}

async function balance(kind: string): Promise<bigint> {
  const found = (await readBooks(world)).balances.find((row) => row.kind === kind && row.currency === 'USD');
  return found?.balance ?? 0n;
}

test('more of a product earns the difference, a removed line earns nothing, and a new line earns its own', async () => {
  await place('grown');
  const pending = await balance('pending');
  expect((await change('grown', [{ ...serum, quantity: 2 }, cream])).data.total).toEqual(usd('11600'));
  expect(await earned('grown')).toEqual({ 1: 1440n, 2: 300n });
  expect((await change('grown', [cream])).data.total).toEqual(usd('2000'));
  expect(await earned('grown')).toEqual({ 1: 0n, 2: 300n });
  expect((await change('grown', [serum, cream])).data.total).toEqual(usd('6800'));
  expect(await earned('grown')).toEqual({ 1: 720n, 2: 300n });
  expect(await balance('pending')).toBe(pending + 300n);
  expect((await readBooks(world)).sum).toBe('0');
});

test('the explanation shows the lines as they are now and that the shop changed the order', async () => {
  await place('explained');
  await change('explained', [{ ...serum, quantity: 3 }]);
  const { data } = await shop.call(explainOrder, { params: { order_id: 'explained' } });
  expect(data).toMatchObject({
    outcome: 'credited',
    revision: { reason: 'edit', at: world.clock.now().toISOString() },
    commission: usd('2160'),
    net: usd('2160'),
    lines: [{ quantity: 3, base: usd('14400'), commission: usd('2160') }],
  });
  const staff = await world.signIn('brand@glow.test');
  const sheet = await staff.call(readOrder, { params: { merchant: 'glow-lab', order_id: 'explained' } });
  expect(sheet.data.edits).toMatchObject([{ source: 'api', before: usd('4800'), after: usd('14400') }]);
  expect(sheet.data.lines).toMatchObject([{ quantity: 3, net: usd('14400') }]);
});

test('the same state again, and an older one that arrives late, change nothing', async () => {
  await place('late');
  const at = (minutes: number) => new Date(world.clock.now().getTime() + minutes * 60_000).toISOString();
  await change('late', [{ ...serum, quantity: 2 }], at(5));
  const before = await readBooks(world);
  await change('late', [{ ...serum, quantity: 2 }], at(6));
  await change('late', [{ ...serum, quantity: 9 }], at(4));
  await change('late', [{ ...serum, quantity: 9 }], at(5.5));
  expect(await readBooks(world)).toEqual(before);
});

test('one change sent a hundred times at once is applied once', async () => {
  await place('hundred');
  const answers = await Promise.all(Array.from({ length: 100 }, () => change('hundred', [{ ...serum, quantity: 2 }])));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await earned('hundred')).toEqual({ 1: 1440n });
  const rows = (await readBooks(world)).commissions.filter(({ order_id: id }) => id === 'hundred');
  expect(rows).toHaveLength(2);
});

test('refunds from before a change still count, up to what is left of the line', async () => {
  await place('refunded', { lines: [{ ...serum, quantity: 2 }] });
  const refund = { refund_id: 'r', lines: [{ line_id: '1', amount: usd('4800') }] };
  await shop.call(receiveRefund, { params: { order_id: 'refunded' }, body: refund });
  await change('refunded', [{ ...serum, quantity: 3 }]);
  const afterMore = await earned('refunded');
  await change('refunded', [{ ...serum, unit_price: usd('1000') }]);
  const more = { refund_id: 's', lines: [{ line_id: '1', amount: usd('1') }] };
  const refused = await shop.call(receiveRefund, { params: { order_id: 'refunded' }, body: more });
  expect(afterMore).toEqual({ 1: 1440n });
  expect(await earned('refunded')).toEqual({ 1: 0n });
  expect(refused.problem?.errors).toEqual({
    'lines.0.amount.amount': ['must not be above 0, the amount left on this line'],
  });
});

test('a refund of items is worth what they cost now, whichever of it and a change came first', async () => {
  const refund = (orderId: string, quantity: number) =>
    shop.call(receiveRefund, {
      params: { order_id: orderId },
      body: { refund_id: 'r', lines: [{ line_id: '1', quantity }] },
    });
  const dear = [{ ...serum, quantity: 4, unit_price: usd('9600') }];
  await place('refund-first', { lines: [{ ...serum, quantity: 2 }] });
  await refund('refund-first', 1);
  await change('refund-first', dear);
  await place('change-first', { lines: [{ ...serum, quantity: 2 }] });
  await change('change-first', dear);
  await refund('change-first', 1);
  // 15% of three of four items at 96.00.
  expect([await earned('refund-first'), await earned('change-first')]).toEqual([{ 1: 4320n }, { 1: 4320n }]);
});

test('after its return window, the difference is available or is deducted', async () => {
  await place('mature');
  world.clock.advance(31 * 86_400_000);
  await matureCommissions(world.ctx);
  const [pending, current] = [await balance('pending'), await balance('current')];
  await change('mature', [{ ...serum, unit_price: usd('2400') }]);
  await matureCommissions(world.ctx);
  expect([await balance('pending'), await balance('current')]).toEqual([pending, current - 360n]);
});

test('a cancelled order cannot be changed, and is cancelled once', async () => {
  await place('cancelled');
  const cancel = () => shop.call(cancelOrder, { params: { order_id: 'cancelled' } });
  expect([(await cancel()).status, (await cancel()).status]).toEqual([200, 200]);
  expect((await change('cancelled', [{ ...serum, quantity: 2 }])).problem?.code).toBe('order_cancelled');
  expect(await earned('cancelled')).toEqual({ 1: 0n });
});

test('an order that is not known, another currency and a change from the future are refused by their fields', async () => {
  expect((await change('never', [serum])).status).toBe(404);
  await place('refused');
  const euros = { ...serum, unit_price: { amount: '4800', currency: 'EUR' } };
  const body = { currency: 'EUR', lines: [euros] };
  const foreign = await shop.call(changeOrder, { params: { order_id: 'refused' }, body });
  expect(foreign.problem?.errors).toEqual({ currency: ['must be USD, as when the order came'] });
  const future = await change('refused', [serum], new Date(world.clock.now().getTime() + 2 * 86_400_000).toISOString());
  expect(future.problem?.errors).toEqual({ changed_at: ['must not be more than a day in the future'] });
});

test('an order is changed under the terms of its first decision, also when the brand has new terms', async () => {
  await place('terms');
  const staff = await world.signIn('brand@glow.test');
  const body = { note: 'Higher', rules: [{ kind: 'percentage' as const, rate: 5000 }] };
  await staff.call(publishTerms, { params: { merchant: 'glow-lab' }, body });
  world.clock.advance(1_000);
  await change('terms', [{ ...serum, quantity: 2 }]);
  expect(await earned('terms')).toEqual({ 1: 1440n });
});

test('an order whose first known state has no lines gets the lines of a later one', async () => {
  const merchantId = world.people.merchants.glow;
  const now = world.clock.now();
  const state = { orderId: 'emptied', source: 'shopify' as const, currency: 'USD', body: {} };
  const { clickId } = await makeHit(world, 'avaGlow');
  const customer = { exact: null, canonical: null };
  const order = { ...state, placedAt: now, clickId, discountCodes: [], customer, country: '', lines: [] };
  await storeOrder(world.ctx, merchantId, order, { changedAt: now });
  await decideOrder(world.ctx, merchantId, 'emptied');
  const line = { lineId: '1', sku: 'serum', title: 'Dew Serum', quantity: 1, unitPrice: 4800n, discount: 0n };
  const edit = { ...state, lines: [line], editedAt: new Date(now.getTime() + 1_000) };
  expect(await editOrder(world.ctx, merchantId, 'emptied', edit)).toBe('order_edited');
  expect(await earned('emptied')).toEqual({ 1: 720n });
});
