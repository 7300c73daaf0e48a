import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallOf } from '@vitrine/contract/endpoint.ts';
import { changeOrder, receiveOrder, receiveRefund } from '@vitrine/contract/orders.ts';
import { publishTerms } from '@vitrine/contract/terms.ts';
import { demoApiKey } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { verifyLedger } from '../ledger/ledger.verify.ts';
import { makeHit, orderOf, readBooks, usd } from './orders.testing.ts';

// Whatever happens in a month, the same orders, refunds and changes in the same order pay the same cent; no order changes
// what another one earns; and no cap is ever exceeded.

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

type Rules = NonNullable<CallOf<typeof publishTerms>['body']>['rules'];
const [perOrder, perMonth] = [2_500n, 6_000n];
const rules: Rules = [
  {
    kind: 'sales_tiers',
    rate: 1_033,
    tiers: [
      { from: usd('9999'), rate: 1_517 },
      { from: usd('20000'), rate: 2_201 },
    ],
    max_per_order: usd(String(perOrder)),
    max_per_month: usd(String(perMonth)),
  },
  { sku: 'balm', kind: 'order_tiers', rate: 707, tiers: [{ from: 3, rate: 1_409 }] },
];

const anyLines = fc.uniqueArray(
  fc.record({
    line_id: fc.constantFrom('1', '2'),
    sku: fc.constantFrom('serum', 'balm'),
    price: fc.integer({ min: 1, max: 15_000 }),
  }),
  { minLength: 1, maxLength: 2, selector: (line) => line.line_id },
);
const anyStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('order' as const), lines: anyLines }) },
  fc.record({
    kind: fc.constant('refund' as const),
    of: fc.nat({ max: 9 }),
    line_id: fc.constantFrom('1', '2'),
    amount: fc.integer({ min: 1, max: 9_000 }),
  }),
  fc.record({ kind: fc.constant('change' as const), of: fc.nat({ max: 9 }), lines: anyLines }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer Each> ? Each : never;

const linesOf = (lines: Extract<Step, { kind: 'order' }>['lines']) =>
  lines.map(({ line_id, sku, price }) => ({ line_id, sku, title: sku, quantity: 1, unit_price: usd(String(price)) }));

/** Performs a step in a month, and returns the order that it was about. */
async function perform(month: string, step: Step, place: number, orders: string[]): Promise<string | undefined> {
  const shop = world.shop(demoApiKey);
  world.clock.advance((11 + place * 7) * 60_000);
  if (step.kind === 'order') {
    const orderId = `${month}-${orders.length}`;
    const { clickId } = await makeHit(world, 'avaGlow', { browser: orderId });
    world.clock.advance((3 + place * 5) * 60_000 + place * 1_111);
    const body = orderOf(world, orderId, { click_id: clickId, lines: linesOf(step.lines) });
    granted(await shop.call(receiveOrder, { body }));
    orders.push(orderId);
    return orderId;
  }
  const orderId = orders[step.of % Math.max(1, orders.length)];
  if (orderId === undefined) return undefined;
  const params = { order_id: orderId };
  // A refund of more than is left, or of a line that isn't there, is refused.
  if (step.kind === 'change')
    await shop.call(changeOrder, { params, body: { currency: 'USD', lines: linesOf(step.lines) } });
  else
    await shop.call(receiveRefund, {
      params,
      body: { refund_id: `r${place}`, lines: [{ line_id: step.line_id, amount: usd(String(step.amount)) }] },
    });
  return orderId;
}

/** What is left of each order's commissions, and of those by the capped rule. */
async function readMonth(month: string) {
  const merchantId = world.people.merchants.glow;
  return world.ctx.database.as({ role: 'system' }, async (tx) => {
    const rows = await tx
      .selectFrom('commissions')
      .select(['order_id', 'rule_position', 'amount', 'reversed', 'replaced_at'])
      .where('merchant_id', '=', merchantId)
      .where('order_id', 'like', `${month}-%`)
      .execute();
    const left = new Map<string, bigint>();
    for (const row of rows) left.set(row.order_id, (left.get(row.order_id) ?? 0n) + row.amount - row.reversed);
    const capped = rows.filter((row) => row.rule_position === 0 && row.replaced_at === null);
    const inOrders = Map.groupBy(capped, (row) => row.order_id);
    return {
      left,
      paid: capped.reduce((sum, row) => sum + row.amount - row.reversed, 0n),
      most: [...inOrders.values()].map((own) => own.reduce((sum, row) => sum + row.amount, 0n)),
    };
  });
}

let months = 0;

async function play(steps: readonly Step[]): Promise<bigint[]> {
  months += 1;
  const month = `m${months}`;
  const now = world.clock.now();
  world.clock.set(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 2, 12)));
  const orders: string[] = [];
  let before = new Map<string, bigint>();
  for (const [place, step] of steps.entries()) {
    const changed = await perform(month, step, place, orders);
    const { left, paid, most } = await readMonth(month);
    expect(paid <= perMonth).toBe(true);
    expect(most.every((amount) => amount <= perOrder)).toBe(true);
    const moved = orders.filter((id) => id !== changed && left.get(id) !== before.get(id));
    expect(moved).toEqual([]);
    before = left;
  }
  return orders.map((id) => before.get(id) ?? 0n);
}

test('the same month twice pays the same cent, and no cap is exceeded', async () => {
  const staff = await world.signIn('brand@glow.test');
  granted(await staff.call(publishTerms, { params: { merchant: 'glow-lab' }, body: { rules } }));
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 12 }), async (steps) => {
      expect(await play(steps)).toEqual(await play(steps));
    }),
    { numRuns: 25 },
  );
  expect(await readBooks(world)).toMatchObject({ sum: '0' });
  expect(await verifyLedger(world.ctx.database.url)).toMatchObject({ agrees: true });
}, 300_000);
