import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallOf } from '@vitrine/contract/endpoint.ts';
import { explainOrder, type Explanation } from '@vitrine/contract/decisions.ts';
import { changeOrder, receiveOrder, receiveRefund } from '@vitrine/contract/orders.ts';
import { listOwnRates, publishTerms, simulateTerms } from '@vitrine/contract/terms.ts';
import { type Client, client } from '../../world/client.ts';
import { demoApiKey } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { verifyLedger } from '../ledger/ledger.verify.ts';
import { roundTripsOf } from '../platform/database/statements.testing.ts';
import { decideRecent } from './orders.jobs.ts';
import { countRows, makeHit, orderOf, readBooks, usd } from './orders.testing.ts';

// Rates by tier, caps, and rules for new customers: what an order earns, and why.

const dayMs = 86_400_000;
const params = { merchant: 'glow-lab' };
type Rules = NonNullable<CallOf<typeof publishTerms>['body']>['rules'];

let world: World;
let shop: Client;
beforeEach(async () => {
  world = await openWorld();
  shop = world.shop(demoApiKey);
});
afterEach(() => world[Symbol.asyncDispose]());

/** Publishes rules and waits until they are in effect, on the first day of a month. */
async function under(rules: Rules): Promise<void> {
  const staff = await world.signIn('brand@glow.test');
  granted(await staff.call(publishTerms, { params, body: { rules } }));
  const later = new Date(world.clock.now().getTime() + 45 * dayMs);
  world.clock.set(new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth(), 2, 12)));
}

let hits = 0;

/** An order of one line with this price, by a customer of its own. */
async function order(orderId: string, price: string, more: Parameters<typeof orderOf>[2] = {}): Promise<Explanation> {
  hits += 1;
  world.clock.advance(7 * 60_000);
  const { clickId } = await makeHit(world, 'avaGlow', { browser: `browser ${hits}` });
  world.clock.advance((5 + (hits % 7)) * 60_000 + hits * 1_000);
  const lines = [{ line_id: '1', sku: 'serum', title: 'Dew Serum', quantity: 1, unit_price: usd(price) }];
  const customer = { email: `${orderId}@mail.test` };
  const body = orderOf(world, orderId, { click_id: clickId, customer, lines, ...more });
  const { decision } = granted(await shop.call(receiveOrder, { body }));
  if (!decision) throw new Error('the order was not decided');
  return decision;
}

const explained = async (orderId: string) => granted(await shop.call(explainOrder, { params: { order_id: orderId } }));

function refund(orderId: string, amount: string, refundId = 'r1') {
  const lines = [{ line_id: '1', amount: usd(amount) }];
  return shop.call(receiveRefund, { params: { order_id: orderId }, body: { refund_id: refundId, lines } });
}

function change(orderId: string, price: string) {
  const lines = [{ line_id: '1', sku: 'serum', title: 'Dew Serum', quantity: 1, unit_price: usd(price) }];
  return shop.call(changeOrder, { params: { order_id: orderId }, body: { currency: 'USD', lines } });
}

/** What is left of an order's commissions. */
async function left(orderId: string): Promise<bigint> {
  const { commissions } = await readBooks(world);
  return commissions
    .filter((row) => row.order_id === orderId)
    .reduce((sum, row) => sum + row.amount - row.reversed, 0n);
}

const bySales: Rules = [
  {
    kind: 'sales_tiers',
    rate: 1_000,
    tiers: [
      { from: usd('100000'), rate: 1_200 },
      { from: usd('200000'), rate: 1_500 },
    ],
  },
];

test('an order earns by the net sales of the month before it, as a whole', async () => {
  await under(bySales);
  const [first, second, third] = [await order('a', '99999'), await order('b', '50000'), await order('c', '10000')];
  expect([first, second, third].map(({ commission }) => commission?.amount)).toEqual(['10000', '5000', '1200']);
  expect(third.reached).toEqual({ month: expect.any(String), net_sales: usd('149999'), orders: 2 });
  expect(third.lines[0]).toMatchObject({ tier_rate: 1_200, rule: { kind: 'sales_tiers', rate: 1_000 } });
  expect(first.reached?.net_sales).toEqual(usd('0'));
  // A refund counts for later orders only.
  expect((await refund('a', '99999')).status).toBe(200);
  const fourth = await order('d', '10000');
  expect([fourth.commission?.amount, fourth.reached?.net_sales.amount, fourth.reached?.orders]).toEqual([
    '1000',
    '60000',
    2,
  ]);
  expect((await explained('c')).commission).toEqual(usd('1200'));
});

test('what was reached begins at zero each month, in the brand’s time zone', async () => {
  await under(bySales);
  const { glow: merchantId } = world.people.merchants;
  await world.ctx.database.as({ role: 'app', merchantId }, (tx) =>
    tx.updateTable('merchants').set({ time_zone: 'Asia/Tokyo' }).where('id', '=', merchantId).execute(),
  );
  const month = world.clock.now().getUTCMonth();
  const year = world.clock.now().getUTCFullYear();
  await order('early', '150000');
  world.clock.set(new Date(Date.UTC(year, month + 1, 0, 14, 0)));
  const late = await order('late', '10000');
  expect([late.commission?.amount, late.reached?.month]).toEqual([
    '1200',
    `${year}-${String(month + 1).padStart(2, '0')}`,
  ]);
  // Half past midnight of the first in Tokyo, still the last day of the month in UTC.
  world.clock.set(new Date(Date.UTC(year, month + 1, 0, 15, 30)));
  const next = await order('next', '10000');
  expect([next.commission?.amount, next.reached?.net_sales.amount, next.reached?.orders]).toEqual(['1000', '0', 0]);
});

test('an order earns by the number of orders before it', async () => {
  await under([{ kind: 'order_tiers', rate: 1_000, tiers: [{ from: 2, rate: 2_000 }] }]);
  const earned = [];
  for (const id of ['a', 'b', 'c']) earned.push((await order(id, '10000')).commission?.amount);
  expect(earned).toEqual(['1000', '1000', '2000']);
});

test('an edit of an order uses what was measured when it was decided', async () => {
  await under(bySales);
  await order('edited', '10000');
  await order('other', '150000');
  expect((await change('edited', '20000')).status).toBe(200);
  expect(await left('edited')).toBe(2_000n);
  const explanation = await explained('edited');
  expect(explanation.reached).toMatchObject({ net_sales: usd('0'), orders: 0 });
  expect(explanation.lines[0]?.tier_rate).toBe(1_000);
});

test('a creator sees how far they are this month', async () => {
  await under(bySales);
  await order('a', '74000');
  const ava = await world.signIn('ava@creators.test');
  const accountId = world.people.accounts.avaGlow;
  const rates = granted(await ava.call(listOwnRates, { params: { merchant_account_id: accountId } }));
  expect(rates[0]?.reached).toMatchObject({ net_sales: usd('74000'), orders: 1 });
});

test('a rule for new customers is for their first order; the next rule is for all others', async () => {
  await under([
    { kind: 'percentage', rate: 1_000 },
    { kind: 'percentage', rate: 2_000, new_customers_only: true },
  ]);
  const customer = { email: 'Shopper@mail.test' };
  const first = await order('first', '10000', { customer });
  const again = await order('again', '10000', { customer: { email: 'shopper@mail.test ' } });
  const nobody = await order('nobody', '10000', { customer: {} });
  expect([first, again, nobody].map(({ commission }) => commission?.amount)).toEqual(['2000', '1000', '1000']);
  const steps = [first, again, nobody].map(({ steps: all }) => all.find(({ rule }) => rule === 'new_customer'));
  expect(steps.map((step) => [step?.verdict, step?.facts['customer']])).toEqual([
    ['passed', 'new'],
    ['failed', 'returning'],
    ['failed', 'unknown'],
  ]);
  // An edit doesn't ask again.
  expect((await change('first', '20000')).status).toBe(200);
  expect(await left('first')).toBe(4_000n);
});

test('a cap per order cuts the last lines, and says so', async () => {
  await under([{ kind: 'percentage', rate: 5_000, max_per_order: usd('5000') }]);
  const line = (id: string, price: string) => ({
    line_id: id,
    sku: 'serum',
    title: 'Dew Serum',
    quantity: 1,
    unit_price: usd(price),
  });
  const capped = await order('capped', '0', { lines: [line('1', '6000'), line('2', '6000'), line('3', '100')] });
  expect(capped.lines.map(({ commission, capped: cuts }) => [commission?.amount, cuts])).toEqual([
    ['3000', undefined],
    ['2000', [{ by: 'order', amount: usd('1000') }]],
    ['0', [{ by: 'order', amount: usd('50') }]],
  ]);
  expect(capped.steps.find(({ rule }) => rule === 'caps')?.facts).toEqual({
    per_order: '1050',
    per_month: '0',
    currency: 'USD',
  });
  expect(await left('capped')).toBe(5_000n);
});

test('a cap per month is for one creator and rule, and what a refund frees is for later orders', async () => {
  await under([{ kind: 'percentage', rate: 1_000, max_per_month: usd('1500') }]);
  const earned = [];
  for (const id of ['a', 'b', 'c']) earned.push((await order(id, '10000')).commission?.amount ?? null);
  expect(earned).toEqual(['1000', '500', null]);
  expect((await explained('c')).outcome).toBe('nothing_to_earn');
  expect((await explained('c')).lines[0]?.capped).toEqual([{ by: 'month', amount: usd('1000') }]);
  expect((await refund('a', '4000')).status).toBe(200);
  expect((await order('d', '10000')).commission?.amount).toBe('400');
  // The order that was cut before stays cut, also when it is edited.
  expect((await change('b', '20000')).status).toBe(200);
  expect([await left('a'), await left('b'), await left('d')]).toEqual([600n, 500n, 400n]);
  // The refunded order may grow again only as far as there is room.
  expect((await change('a', '20000')).status).toBe(200);
  const total = (await left('a')) + (await left('b')) + (await left('d'));
  expect(total <= 1_500n).toBe(true);
});

test('a new version of the same rule counts on', async () => {
  const rule = { kind: 'percentage' as const, rate: 1_000, max_per_month: usd('1500') };
  await under([rule]);
  await order('a', '10000');
  const staff = await world.signIn('brand@glow.test');
  const raised = [
    { category: 'Other', kind: 'percentage' as const, rate: 1_000 },
    { ...rule, rate: 2_000 },
  ];
  const { effective_at: from } = granted(await staff.call(publishTerms, { params, body: { rules: raised } }));
  expect(from).toBe(world.clock.now().toISOString());
  expect((await order('b', '10000')).commission?.amount).toBe('500');
});

test('forty orders of one creator at once never exceed a cap per month', async () => {
  await under([
    {
      kind: 'order_tiers',
      rate: 1_000,
      tiers: [{ from: 5, rate: 2_000 }],
      max_per_order: usd('1500'),
      max_per_month: usd('30333'),
    },
  ]);
  const now = world.clock.now().getTime();
  const bodies = await Promise.all(
    Array.from({ length: 40 }, async (_, nth) => {
      const at = new Date(now - (nth + 1) * 7 * 60_000);
      const { clickId } = await makeHit(world, 'avaGlow', { at, browser: `browser ${nth}` });
      return orderOf(world, `order-${nth}`, {
        click_id: clickId,
        customer: { email: `shopper${nth}@mail.test` },
        placed_at: new Date(now - nth * 1_000).toISOString(),
        lines: [{ line_id: '1', sku: 'serum', title: 'Dew Serum', quantity: 1, unit_price: usd('10000') }],
      });
    }),
  );
  const second = await world.secondNode();
  const there = client(second.app, demoApiKey);
  const answers = await Promise.all(
    bodies.map((body, nth) => (nth % 2 === 0 ? shop : there).call(receiveOrder, { body })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  // On a busy machine, some are left to a worker.
  world.clock.advance(10_000);
  await decideRecent(world.ctx);
  // 5 × 10.00, 16 × 15.00, and the 13.33 that were left; nothing for 18 orders.
  const { commissions } = await readBooks(world);
  const amounts = commissions.map(({ amount }) => amount).toSorted((a, b) => Number(a - b));
  const expected = [...Array<bigint>(5).fill(1_000n), 1_333n, ...Array<bigint>(16).fill(1_500n)];
  expect(amounts).toEqual(expected);
  // Each was measured after the one before: no two with the same number of orders, until the cap was reached.
  const reached = answers.flatMap(({ data }) => (data.decision?.commission ? [data.decision.reached?.orders] : []));
  expect(new Set(reached).size).toBe(reached.length);
  expect(await countRows(world, 'decisions')).toBe(40);
  expect(await verifyLedger(world.ctx.database.url)).toMatchObject({ agrees: true });
}, 60_000);

test('an order under such a rule takes at most one more round trip, and under others nothing more', async () => {
  const tripsOf = async (orderId: string) => {
    const { clickId } = await makeHit(world, 'avaGlow', { browser: `browser of ${orderId}` });
    const body = orderOf(world, orderId, { click_id: clickId, customer: { email: `${orderId}@mail.test` } });
    const trips = await roundTripsOf(world.ctx.database.pool, async () => {
      expect((await shop.call(receiveOrder, { body })).data.decision?.outcome).toBe('credited');
    });
    const statements = trips.flat();
    return { trips: trips.length, statements: statements.length, isLocked: statements.some((text) => lock.test(text)) };
  };
  const lock = /pg_advisory_xact_lock\(7305121/;
  await under([{ kind: 'percentage', rate: 9_000 }]);
  const plain = await tripsOf('plain');
  expect(plain).toMatchObject({ trips: 6, isLocked: false });
  await under([
    { kind: 'sales_tiers', rate: 9_000, tiers: [{ from: usd('1'), rate: 9_500 }], max_per_month: usd('9000000') },
    { kind: 'percentage', rate: 9_100, new_customers_only: true },
  ]);
  const tiered = await tripsOf('tiered');
  expect(tiered.isLocked).toBe(true);
  expect(tiered.trips).toBeLessThanOrEqual(7);
  expect(tiered.statements).toBe(plain.statements + 3);
});

test('the simulator pays by tiers, caps and customers like the decisions did', async () => {
  const rules: Rules = [
    { kind: 'sales_tiers', rate: 1_000, tiers: [{ from: usd('20000'), rate: 3_000 }], max_per_month: usd('7000') },
    { kind: 'percentage', rate: 500, new_customers_only: true, max_per_order: usd('300') },
  ];
  await under(rules);
  for (const id of ['a', 'b', 'c', 'd', 'e'])
    await order(id, '10000', { customer: { email: `${id.charCodeAt(0) % 2}@mail.test` } });
  const next = new Date(Date.UTC(world.clock.now().getUTCFullYear(), world.clock.now().getUTCMonth() + 1, 3));
  world.clock.set(next);
  const staff = await world.signIn('brand@glow.test');
  const { was, would_be: wouldBe, orders } = granted(await staff.call(simulateTerms, { params, body: { rules } }));
  expect([orders, wouldBe]).toEqual([5, was]);
  const flat = granted(
    await staff.call(simulateTerms, {
      params,
      body: { rules: [{ kind: 'order_tiers', rate: 1_000, tiers: [{ from: 4, rate: 5_000 }] }] },
    }),
  );
  expect(flat.would_be).toEqual(usd(String(4 * 1_000 + 5_000)));
});
