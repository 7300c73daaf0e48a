import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCatalogue } from '@vitrine/contract/catalogue.ts';
import { changeProduct } from '@vitrine/contract/catalogue.products.ts';
import { declineCommission, releaseCommission } from '@vitrine/contract/commissions.ts';
import { readBrandOverview } from '@vitrine/contract/merchants.ts';
import { explainOrder } from '@vitrine/contract/decisions.ts';
import { listOrders, readOrder, receiveOrder, receiveRefund, refundOrder } from '@vitrine/contract/orders.ts';
import type { Client } from '../../world/client.ts';
import { openWorld, type World } from '../../world/world.ts';
import { makeHit, orderOf, readBooks, usd } from './orders.testing.ts';

let world: World;
let staff: Client;
let shop: Client;
beforeAll(async () => {
  world = await openWorld();
  staff = await world.signIn('brand@glow.test');
  shop = world.shop('vtk_demo_glow_lab');
});
afterAll(() => world[Symbol.asyncDispose]());

const glow = { merchant: 'glow-lab' };

async function sell(orderId: string, quantity = 1): Promise<void> {
  const { clickId } = await makeHit(world, 'avaGlow');
  const [line] = orderOf(world, orderId).lines;
  if (!line) throw new Error('an order has a line');
  const answer = await shop.call(receiveOrder, {
    body: orderOf(world, orderId, { click_id: clickId, lines: [{ ...line, quantity }] }),
  });
  expect(answer.data.decision?.outcome).toBe('credited');
}

/** Puts an order's commission on hold, as its decision does for a self-purchase. */
async function holdCommission(orderId: string): Promise<string> {
  const row = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .updateTable('commissions')
      .set({ held_reason: 'self_purchase', hold_expires_at: new Date('2027-01-01T00:00:00.000Z') })
      .where('order_id', '=', orderId)
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return row.id;
}

test("a refund entered by staff is processed like the shop's, once, under their name (S27)", async () => {
  await sell('C-1', 3);
  const params = { ...glow, order_id: 'C-1' };
  const body = { refund_id: 'console-1', lines: [{ line_id: '1', quantity: 1 }], note: 'Broken in the post' };
  const first = await staff.call(refundOrder, { params, body });
  expect(first.data.refunded).toEqual(usd('4800'));
  expect((await staff.call(refundOrder, { params, body })).data).toEqual(first.data);
  const again = await staff.call(refundOrder, {
    params,
    body: { refund_id: 'console-1', lines: [{ line_id: '1', quantity: 2 }] },
  });
  expect([again.status, again.problem.code]).toEqual([409, 'refund_conflict']);
  const tooMuch = await shop.call(receiveRefund, {
    params: { order_id: 'C-1' },
    body: { refund_id: 'R', lines: [{ line_id: '1', quantity: 3 }] },
  });
  expect(tooMuch.problem.errors).toEqual({
    'lines.0.quantity': ['must not be above 2, the quantity left on this line'],
  });
  const sheet = (await staff.call(readOrder, { params })).data;
  expect(sheet).toMatchObject({
    total: usd('14400'),
    refunded: usd('4800'),
    lines: [{ quantity: 3, refunded_quantity: 1 }],
    refunds: [{ refund_id: 'console-1', source: 'console', amount: usd('4800') }],
    commissions: [{ creator: 'ava', state: 'pending' }],
    explanation: { outcome: 'credited' },
  });
  const entries = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('audit_entries').selectAll().where('action', '=', 'order.refunded').execute(),
  );
  expect(entries).toMatchObject([
    { actor_id: world.people.users.glowStaff, subject_id: 'C-1', details: { note: 'Broken in the post' } },
  ]);
});

test('a held commission that its brand declines is reversed completely, and a later refund reverses nothing more (S27)', async () => {
  await sell('C-2');
  const params = { ...glow, commission_id: await holdCommission('C-2') };
  const short = await staff.call(declineCommission, { params, body: { reason: 'no' } });
  expect(short.problem.errors).toEqual({ reason: ['must have at least 10 characters'] });
  const reason = 'Ordered by the creator with her own card';
  expect((await staff.call(declineCommission, { params, body: { reason } })).data).toMatchObject({
    state: 'reversed',
    held_reason: null,
  });
  expect((await staff.call(declineCommission, { params, body: { reason } })).problem.code).toBe('commission_not_held');
  const explanation = (
    await (await world.signIn('ava@creators.test')).call(explainOrder, { params: { order_id: 'C-2' } })
  ).data;
  expect(explanation.lines[0]).toMatchObject({ reversed: explanation.commission, reversals: [{ reason: 'declined' }] });
  const refund = await staff.call(refundOrder, {
    params: { ...glow, order_id: 'C-2' },
    body: { refund_id: 'console-2', lines: [{ line_id: '1', quantity: 1 }] },
  });
  expect(refund.data.reversed).toEqual(usd('0'));
  expect((await readBooks(world)).sum).toBe('0');
});

test('a released commission continues, with the reason in the audit log (S27)', async () => {
  await sell('C-3');
  const params = { ...glow, commission_id: await holdCommission('C-3') };
  const body = { reason: 'We know this shopper' };
  expect((await staff.call(releaseCommission, { params, body })).data.state).toBe('pending');
  const [entry] = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('audit_entries').select('details').where('action', '=', 'commission.released').execute(),
  );
  expect(entry?.details).toMatchObject({ order_id: 'C-3', reason: 'We know this shopper' });
});

test('orders are found by the beginning of their number and by outcome (S27)', async () => {
  await shop.call(receiveOrder, { body: orderOf(world, 'D-1') });
  const ids = async (query: { search?: string; outcome?: 'no_touch' | 'held' }) =>
    (await staff.call(listOrders, { params: glow, query })).data.map((order) => order.order_id);
  expect((await ids({ search: 'c-' })).sort()).toEqual(['C-1', 'C-2', 'C-3']);
  expect(await ids({ outcome: 'no_touch' })).toEqual(['D-1']);
  expect(await ids({ outcome: 'held' })).toEqual([]);
  await holdCommission('C-1');
  expect(await ids({ outcome: 'held' })).toEqual(['C-1']);
});

test("the brand's first page counts its to-dos and its creators' sales (S27)", async () => {
  await sell('E-1', 2);
  await holdCommission('E-1');
  const { data } = await staff.call(readBrandOverview, { params: glow });
  expect(data.held.count).toBe(2);
  expect(data.creators).toBe(1);
  expect(data.top_creators).toMatchObject([{ handle: 'ava', orders: data.orders.now, sales: data.sales.now }]);
  expect(data.sales_by_day).toHaveLength(30);
  const sum = data.sales_by_day.reduce((all, { amount }) => all + BigInt(amount.amount), 0n);
  expect(sum.toString()).toBe(data.sales.now.amount);
});

test('a product is archived and restored (S27)', async () => {
  const list = async () => (await staff.call(listCatalogue, { params: glow })).data;
  const [product, ...others] = await list();
  const params = { ...glow, product_id: product?.id ?? '' };
  await staff.call(changeProduct, { params, body: { archived: true } });
  expect(await list()).toHaveLength(others.length);
  await staff.call(changeProduct, { params, body: { archived: false } });
  expect(await list()).toHaveLength(others.length + 1);
});
