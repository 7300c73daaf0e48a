import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDeliveries } from '@vitrine/contract/deliveries.ts';
import { explainOrder } from '@vitrine/contract/decisions.ts';
import type { CallOf } from '@vitrine/contract/endpoint.ts';
import {
  dismissDeliveries,
  dismissDelivery,
  fixDelivery,
  readDeliveryBody,
  replayDeliveries,
  replayIncomingDelivery,
} from '@vitrine/contract/repairs.ts';
import type { Client } from '../../world/client.ts';
import { demoApiKey } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { clickOfUuid } from '../hits/click-id.ts';
import { countRows, readBooks, sendWebhook, usd, type Webhook } from '../orders/orders.testing.ts';
import { newId } from '../platform/ids.ts';
import { processDeliveries } from './shops.jobs.ts';
import { shopifyOrder, shopifyRefund } from './shopify/shopify.testing.ts';

let world: World;
let staff: Client;
beforeAll(async () => {
  world = await openWorld();
  staff = await world.signIn('brand@glow.test');
});
afterAll(() => world[Symbol.asyncDispose]());

type Fix = NonNullable<CallOf<typeof fixDelivery>['body']>;

const glow = { merchant: 'glow-lab' };
const code = { discount_codes: [{ code: 'AVA10' }] };
const reason = 'the shop sent it wrong';
const of = (id: string) => ({ ...glow, delivery_id: id });
const send = (webhook: Partial<Webhook>) =>
  sendWebhook(world.app, { topic: 'orders/paid', id: 'one', body: {}, ...webhook });

/** Sends a webhook and returns its entry in the log. */
async function sent(webhook: Partial<Webhook> & { id: string }) {
  await send(webhook);
  const [entry] = granted(await staff.call(listDeliveries, { params: glow, query: { search: webhook.id } }));
  if (!entry) throw new Error(`${webhook.id} is not in the log`);
  return entry;
}

const entriesOf = async (search: string) =>
  granted(await staff.call(listDeliveries, { params: glow, query: { search } }));
const openOnes = async () =>
  granted(await staff.call(listDeliveries, { params: glow, query: { outcome: 'problem', limit: 100 } }));
const fix = (id: string, body: Fix, as = staff) => as.call(fixDelivery, { params: of(id), body });
const replay = (id: string) => staff.call(replayIncomingDelivery, { params: of(id) });

async function booksOf(orderId: string) {
  const { commissions } = await readBooks(world);
  return commissions
    .filter((commission) => commission.order_id === orderId)
    .map(({ line_id, amount, reversed }) => [line_id, amount, reversed]);
}

/** Two serums at 48.00 less 6.00, which is 13.50 of commission. */
const anOrder = (orderId: string, more: Partial<Extract<Fix['meaning'], { kind: 'order' }>['order']> = {}): Fix => ({
  reason,
  meaning: {
    kind: 'order',
    order: {
      order_id: orderId,
      currency: 'USD',
      placed_at: '2026-11-20T12:00:00Z',
      discount_codes: ['AVA10'],
      lines: [
        {
          line_id: '11',
          sku: 'serum',
          title: 'Dew Serum',
          quantity: 2,
          unit_price: usd('4800'),
          discount: usd('600'),
        },
      ],
      ...more,
    },
  },
});

test('a delivery with an invalid field is seen with that field, fixed by hand, and earns to the cent', async () => {
  const body = shopifyOrder(2001, { ...code, currency: 7 });
  const entry = await sent({ id: 'fix-1', body });
  expect(entry).toMatchObject({ outcome: 'unreadable', fields: ['currency'], is_open: true, closed: null, replays: 0 });
  expect(entry.bytes).toBe(Buffer.from(JSON.stringify(body)).length);
  const seen = granted(await staff.call(readDeliveryBody, { params: of(entry.id) }));
  const [fault] = seen.faults;
  expect(fault).toMatchObject({ field: 'currency', expected: 'currency', value: '7' });
  expect(fault?.part.lines.slice(fault.part.from, fault.part.to)).toEqual(['  "currency": 7,']);
  expect(seen.draft).toMatchObject({ kind: 'order', order_id: '2001', currency: null, discount_codes: ['AVA10'] });
  for (const personal of ['robin', 'marlow', 'shopper.test', 'pine street', '5550100', 'secret-token', 'customer_'])
    expect([personal, JSON.stringify(seen).toLowerCase().includes(personal)]).toEqual([personal, false]);

  const fixed = granted(await fix(entry.id, anOrder('2001')));
  expect(fixed).toMatchObject({
    outcome: 'unreadable',
    is_open: false,
    closed: { as: 'fixed', reason, at: world.clock.now().toISOString() },
  });
  expect(fixed.closed?.by).toMatch(/\S/);
  expect(await booksOf('2001')).toEqual([['11', 1350n, 0n]]);
  expect((await world.shop(demoApiKey).call(explainOrder, { params: { order_id: '2001' } })).data).toMatchObject({
    outcome: 'credited',
    credited_to: { who: 'ava' },
  });
  expect((await openOnes()).map(({ id }) => id)).not.toContain(entry.id);
  expect((await fix(entry.id, anOrder('2001-again'))).problem.code).toBe('delivery_closed');
  expect((await replay(entry.id)).problem.code).toBe('delivery_closed');
  const audited = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('audit_entries').selectAll().where('subject_id', '=', entry.id).execute(),
  );
  expect(audited).toMatchObject([{ action: 'delivery.fixed', details: { kind: 'order', order_id: '2001' } }]);
});

test('the field at fault of a line is shown with its line', async () => {
  const line = { id: 12, sku: 'balm', title: 'Lip Balm', quantity: 1, price: 'twelve' };
  const entry = await sent({ id: 'part-1', body: shopifyOrder(2002, { line_items: [line] }) });
  const seen = granted(await staff.call(readDeliveryBody, { params: of(entry.id) }));
  const [fault] = seen.faults;
  expect(fault).toMatchObject({ expected: 'amount', value: '"twelve"', part: { path: 'line_items.0' } });
  expect(fault?.part.lines.slice(fault.part.from, fault.part.to)).toEqual(['  "price": "twelve",']);
  expect(seen.draft.lines).toEqual([
    { line_id: '12', sku: 'balm', title: 'Lip Balm', quantity: 1, unit_price: null, discount: '0' },
  ]);
});

test('an order that is entered by hand is checked like one of the API, and by the shopper’s hashes of the delivery', async () => {
  const own = { email: null, contact_email: '', customer: { email: 'Ava@creators.test' } };
  const entry = await sent({ id: 'fix-2', body: shopifyOrder(2003, { ...own, currency: 7 }) });
  const bad = await fix(entry.id, anOrder('2003', { currency: 'EUR' }));
  expect(bad.status).toBe(422);
  expect(Object.keys(bad.problem.errors ?? {})).toEqual([
    'meaning.order.lines.0.unit_price.currency',
    'meaning.order.lines.0.discount.currency',
  ]);
  expect(await entriesOf('fix-2')).toMatchObject([{ is_open: true, closed: null }]);
  granted(await fix(entry.id, anOrder('2003')));
  const held = await world.shop(demoApiKey).call(explainOrder, { params: { order_id: '2003' } });
  expect(held.data.outcome).toBe('held_self_purchase');
});

test('of a hundred fixes of one delivery at once, one is applied', async () => {
  const entry = await sent({ id: 'fix-3', body: shopifyOrder(2004, { currency: 7 }) });
  const before = await countRows(world, 'orders');
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => fix(entry.id, anOrder(`2004-${n}`))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ problem }) => problem.code))).toEqual(
    new Set(['delivery_closed']),
  );
  expect(await countRows(world, 'orders')).toBe(before + 1);
});

test('a fix that a dying process left unfinished is finished by the sweep, once', async () => {
  const entry = await sent({ id: 'fix-4', body: shopifyOrder(2005, { currency: 7 }) });
  const before = await countRows(world, 'orders');
  const { findClick } = world.ctx;
  world.ctx.findClick = () => Promise.reject(new Error('the process died'));
  const clickId = clickOfUuid(newId(world.clock.now()));
  expect((await fix(entry.id, anOrder('2005', { click_id: clickId }))).status).toBe(500);
  world.ctx.findClick = findClick;
  expect(await entriesOf('fix-4')).toMatchObject([{ is_open: false, closed: { as: 'fixed', at: null } }]);
  expect((await fix(entry.id, anOrder('2005-other'))).problem.code).toBe('delivery_closed');
  world.clock.advance(61_000);
  const second = await world.secondNode();
  await Promise.all([processDeliveries(world.ctx), processDeliveries(second.ctx)]);
  world.clock.advance(11 * 60_000);
  await processDeliveries(world.ctx);
  const [finished] = await entriesOf('fix-4');
  expect(finished?.closed?.at).not.toBeNull();
  const audited = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('audit_entries').select(['action', 'actor_id']).where('subject_id', '=', entry.id).execute(),
  );
  expect(audited).toEqual([{ action: 'delivery.fixed', actor_id: world.people.users.glowStaff }]);
  expect(await countRows(world, 'orders')).toBe(before + 1);
});

test('a refund whose order never came is replayed when the order is there, and a hundred replays have one effect', async () => {
  const refund = shopifyRefund(31, 2006, [{ line_item_id: 11, quantity: 1, subtotal: '45.00' }]);
  await send({ id: 'late-refund', topic: 'refunds/create', body: refund });
  world.clock.advance(31 * 86_400_000);
  await processDeliveries(world.ctx);
  staff = await world.signIn('brand@glow.test');
  const [given] = await entriesOf('late-refund');
  expect(given).toMatchObject({ outcome: 'order_never_came', is_open: true });
  const at = world.clock.now().toISOString();
  await send({ id: 'late-order', body: shopifyOrder(2006, { ...code, processed_at: at, created_at: at }) });
  expect(await booksOf('2006')).toEqual([
    ['11', 1350n, 0n],
    ['12', 200n, 0n],
  ]);
  const before = await countRows(world, 'ledger_transactions');
  const answers = await Promise.all(Array.from({ length: 100 }, () => replay(given?.id ?? '')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await entriesOf('late-refund')).toMatchObject([{ outcome: 'refund_stored', is_open: false, replays: 1 }]);
  expect(await booksOf('2006')).toEqual([
    ['11', 1350n, 675n],
    ['12', 200n, 0n],
  ]);
  expect(await countRows(world, 'ledger_transactions')).toBe(before + 1);
});

test('a replay that a dying process left is finished by another node', async () => {
  const at = world.clock.now().toISOString();
  const body = shopifyOrder(2007, { ...code, processed_at: at, currency: 7 });
  const entry = await sent({ id: 'dying', body });
  // The shop's software was wrong, and what it sent can be read since.
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .updateTable('webhook_deliveries')
      .set({ body: JSON.stringify({ ...body, currency: 'USD', vitrine: { click_id: null, customer_hash: null } }) })
      .where('webhook_id', '=', 'dying')
      .execute(),
  );
  const dying = await world.secondNode();
  const { as } = dying.ctx.database;
  // It dies when it has begun, before it stores the order.
  dying.ctx.database.as = async (scope, work) => {
    const hasBegun = scope.role === 'app' && (await entriesOf('dying'))[0]?.outcome === 'waiting';
    return hasBegun ? new Promise(() => undefined) : as(scope, work);
  };
  const token = await world.token('brand@glow.test');
  void dying.app.inject({
    method: 'POST',
    url: `/api/v1/brand/glow-lab/deliveries/${entry.id}/replay`,
    headers: { authorization: `Bearer ${token}` },
  });
  await expect.poll(async () => (await entriesOf('dying'))[0]?.outcome).toBe('waiting');
  dying.ctx.database.as = as;
  world.clock.advance(10_000);
  await processDeliveries(world.ctx);
  expect(await entriesOf('dying')).toMatchObject([{ outcome: 'order_stored', is_open: false }]);
  expect((await booksOf('2007')).map(([line, amount]) => [line, amount])).toEqual([
    ['11', 1350n],
    ['12', 200n],
  ]);
});

test('two versions of one order are shown side by side, and the new one can be accepted', async () => {
  const at = world.clock.now().toISOString();
  const first = shopifyOrder(2008, { ...code, processed_at: at });
  await send({ id: 'v-1', body: first });
  const [serum] = first.line_items;
  const changed = { ...first, line_items: [{ ...serum, quantity: 1, discount_allocations: [] }] };
  const entry = await sent({ id: 'v-2', body: changed });
  expect(entry).toMatchObject({ outcome: 'order_conflict', is_open: true });
  const { conflict } = granted(await staff.call(readDeliveryBody, { params: of(entry.id) }));
  expect(conflict?.stored.lines.map(({ line_id, quantity }) => [line_id, quantity])).toEqual([
    ['11', 2],
    ['12', 1],
  ]);
  expect(conflict?.sent).toMatchObject({ total: usd('4800'), lines: [{ line_id: '11', quantity: 1 }] });
  granted(await fix(entry.id, { reason, meaning: { kind: 'new_version' } }));
  expect(await entriesOf('v-2')).toMatchObject([{ is_open: false, closed: { as: 'fixed' } }]);
  const { data } = await world.shop(demoApiKey).call(explainOrder, { params: { order_id: '2008' } });
  expect(data.lines.map(({ line_id, commission }) => [line_id, commission?.amount])).toEqual([
    ['11', '720'],
    ['12', '0'],
  ]);
  const other = await sent({ id: 'v-3', body: shopifyOrder(2009, { currency: 7 }) });
  expect((await fix(other.id, { reason, meaning: { kind: 'new_version' } })).status).toBe(422);
});

test('a refund and a cancellation can be entered, only for an order that has arrived', async () => {
  const at = world.clock.now().toISOString();
  await send({ id: 'hand-order', body: shopifyOrder(2010, { ...code, processed_at: at }) });
  const [first, second] = [
    await sent({ id: 'hand-1', topic: 'refunds/create', body: { id: 41, order_id: 2010, refund_line_items: 'all' } }),
    await sent({ id: 'hand-2', topic: 'orders/cancelled', body: { id: 2010, cancelled_at: 'yesterday' } }),
  ];
  const refund = { refund_id: '41', lines: [{ line_id: '11', quantity: 1 }] };
  const nowhere = await fix(first.id, { reason, meaning: { kind: 'refund', order_id: '2010-x', refund } });
  expect(nowhere.problem.errors).toEqual({ 'meaning.order_id': ['must be the number of an order that has arrived'] });
  const tooMuch = { refund_id: '41', lines: [{ line_id: '11', quantity: 3 }] };
  const refused = await fix(first.id, { reason, meaning: { kind: 'refund', order_id: '2010', refund: tooMuch } });
  expect(Object.keys(refused.problem.errors ?? {})).toEqual(['meaning.refund.lines.0.quantity']);
  granted(await fix(first.id, { reason, meaning: { kind: 'refund', order_id: '2010', refund } }));
  expect(await booksOf('2010')).toEqual([
    ['11', 1350n, 675n],
    ['12', 200n, 0n],
  ]);
  // The shop sends the same refund again, correctly: nothing is reversed twice.
  const items = [{ line_item_id: 11, quantity: 1, subtotal: '45.00' }];
  expect(await sent({ id: 'hand-3', topic: 'refunds/create', body: shopifyRefund(41, 2010, items) })).toMatchObject({
    outcome: 'refund_known',
  });
  granted(await fix(second.id, { reason, meaning: { kind: 'cancellation', order_id: '2010' } }));
  expect(await booksOf('2010')).toEqual([
    ['11', 1350n, 1350n],
    ['12', 200n, 200n],
  ]);
});

test('of a body that is not JSON, only its size and the place of the fault are kept', async () => {
  const raw = '{\n  "id": 2011,\n  "email": "robin@shopper.test"\n  "currency": "USD"\n}';
  const entry = await sent({ id: 'malformed', body: raw });
  expect(entry).toMatchObject({
    outcome: 'malformed_body',
    bytes: raw.length,
    fault: { line: 4, column: 3 },
    is_open: true,
  });
  const stored = await world.ctx.database.as({ role: 'system' }, async (tx) =>
    JSON.stringify([
      await tx.selectFrom('webhook_deliveries').selectAll().execute(),
      await tx.selectFrom('delivery_log').selectAll().execute(),
    ]),
  );
  expect(stored).not.toContain('robin@shopper.test');
  expect((await staff.call(readDeliveryBody, { params: of(entry.id) })).problem.code).toBe('delivery_without_body');
  expect((await replay(entry.id)).problem.code).toBe('delivery_without_body');
  const at = world.clock.now().toISOString();
  granted(await fix(entry.id, anOrder('2011', { placed_at: at })));
  expect(await booksOf('2011')).toEqual([['11', 1350n, 0n]]);
});

test('open deliveries are dismissed and replayed, one or all of a kind', async () => {
  granted(await staff.call(dismissDeliveries, { params: glow, body: { reason } }));
  expect(await openOnes()).toEqual([]);
  const ids = ['all-1', 'all-2', 'all-3'];
  for (const [n, id] of ids.entries()) await send({ id, body: shopifyOrder(2020 + n, { currency: 7 }) });
  await send({ id: 'all-4', body: '{' });
  const [last] = await entriesOf('all-4');
  const dismissed = granted(await staff.call(dismissDelivery, { params: of(last?.id ?? ''), body: { reason } }));
  expect(dismissed).toMatchObject({ outcome: 'malformed_body', is_open: false, closed: { as: 'dismissed', reason } });
  const again = await staff.call(dismissDelivery, { params: of(last?.id ?? ''), body: { reason } });
  expect(again.problem.code).toBe('delivery_closed');
  expect(new Set((await openOnes()).map(({ delivery_id: id }) => id))).toEqual(new Set(ids));
  const all = { params: glow, body: { outcome: 'unreadable' as const } };
  // Their bodies are as invalid as before, so they stay open.
  expect(granted(await staff.call(replayDeliveries, all))).toEqual({ replayed: 3, left: 0 });
  expect((await openOnes()).map(({ replays, outcome }) => [replays, outcome])).toEqual(
    ids.map(() => [1, 'unreadable']),
  );
  const one = { params: glow, body: { search: 'all-1', reason } };
  expect(granted(await staff.call(dismissDeliveries, one))).toEqual({ dismissed: 1, left: 0 });
  const closed = granted(
    await staff.call(listDeliveries, { params: glow, query: { outcome: 'closed', search: 'all-' } }),
  );
  expect(new Set(closed.map(({ delivery_id: id }) => id))).toEqual(new Set(['all-1', 'all-4']));
  // A dismissed one can still be replayed, and is open again then.
  const [first] = await entriesOf('all-1');
  expect(granted(await replay(first?.id ?? ''))).toMatchObject({ is_open: true, closed: null, replays: 2 });
});

test('of more than fifty that are replayed at once, the sweep applies the rest', async () => {
  granted(await staff.call(dismissDeliveries, { params: glow, body: { reason } }));
  const at = world.clock.now().toISOString();
  for (let n = 0; n < 60; n += 1)
    await send({ id: `many-${n}`, body: shopifyOrder(3000 + n, { ...code, processed_at: at, currency: 7 }) });
  await world.ctx.database.pool.query(
    `update webhook_deliveries set body = jsonb_set(body, '{currency}', '"USD"') where webhook_id like 'many-%'`,
  );
  expect(granted(await staff.call(replayDeliveries, { params: glow, body: {} }))).toEqual({ replayed: 60, left: 0 });
  const outcomes = async () => {
    const entries = granted(await staff.call(listDeliveries, { params: glow, query: { search: 'many-', limit: 100 } }));
    return Object.entries(Object.groupBy(entries, ({ outcome }) => outcome)).map(([name, of]) => [name, of.length]);
  };
  expect(new Set(await outcomes())).toEqual(
    new Set([
      ['waiting', 10],
      ['order_stored', 50],
    ]),
  );
  world.clock.advance(10_000);
  await processDeliveries(world.ctx);
  expect(await outcomes()).toEqual([['order_stored', 60]]);
});

test("nothing can be done about another brand's deliveries, or about entries that are no problem", async () => {
  const at = world.clock.now().toISOString();
  const good = await sent({ id: 'good', body: shopifyOrder(2030, { ...code, processed_at: at }) });
  expect(granted(await replay(good.id))).toMatchObject({ outcome: 'order_stored', replays: 0 });
  expect((await fix(good.id, anOrder('2030-x'))).problem.code).toBe('delivery_closed');
  const bad = await sent({ id: 'bad', body: shopifyOrder(2031, { currency: 7 }) });
  const northwind = await world.signIn('brand@northwind.test');
  for (const merchant of ['glow-lab', 'northwind-outfitters']) {
    const params = { merchant, delivery_id: bad.id };
    const calls = [
      northwind.call(readDeliveryBody, { params }),
      northwind.call(replayIncomingDelivery, { params }),
      northwind.call(fixDelivery, { params, body: anOrder('2031-x') }),
      northwind.call(dismissDelivery, { params, body: { reason } }),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  }
  expect(await entriesOf('bad')).toMatchObject([{ is_open: true, replays: 0 }]);
});
