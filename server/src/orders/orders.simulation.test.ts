import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallOf } from '@vitrine/contract/endpoint.ts';
import { receiveOrder } from '@vitrine/contract/orders.ts';
import { publishTerms, simulateTerms } from '@vitrine/contract/terms.ts';
import { earnedBy } from '@vitrine/contract/values/rate-arithmetic.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { makeHit, orderOf } from './orders.testing.ts';

const params = { merchant: 'glow-lab' };
const dayMs = 86_400_000;
type Rules = NonNullable<CallOf<typeof publishTerms>['body']>['rules'];
const rules: Rules = [
  { kind: 'percentage', rate: 1_500 },
  { sku: 'balm', kind: 'flat', amount: { amount: '200', currency: 'USD' } },
];

let world: World;
let staff: Client;
const prices: { sku: string; units: bigint; quantity: number }[] = fc.sample(
  fc.record({
    sku: fc.constantFrom('serum', 'balm', 'unknown'),
    units: fc.bigInt({ min: 1n, max: 20_000n }),
    quantity: fc.integer({ min: 1, max: 5 }),
  }),
  { numRuns: 30, seed: 83 },
);

beforeAll(async () => {
  world = await openWorld();
  staff = await world.signIn('brand@glow.test');
  granted(await staff.call(publishTerms, { params, body: { rules } }));
  world.clock.advance(30 * dayMs);
  for (const [index, { sku, units, quantity }] of prices.entries()) {
    const { clickId } = await makeHit(world, 'avaGlow');
    const price = { amount: units.toString(), currency: 'USD' };
    const lines = [{ line_id: '1', sku, title: 'Sold', quantity, unit_price: price }];
    const body = orderOf(world, `simulated-${index}`, { click_id: clickId, lines });
    granted(await world.shop('vtk_demo_glow_lab').call(receiveOrder, { body }));
  }
  // Into the next month, in which the orders are last month's.
  world.clock.advance(31 * dayMs);
  staff = await world.signIn('brand@glow.test');
}, 60_000);
afterAll(() => world[Symbol.asyncDispose]());

const simulate = async (of: Rules) => granted(await staff.call(simulateTerms, { params, body: { rules: of } }));

test('the terms that the orders were decided by would have paid the same cent', async () => {
  const { was, would_be: wouldBe, orders, creators } = await simulate(rules);
  expect(orders).toBe(prices.length);
  expect(wouldBe).toEqual(was);
  expect(creators).toEqual([expect.objectContaining({ creator: 'ava', orders, was, would_be: was })]);
});

test('other terms would have paid what they say for each line', async () => {
  const { was, would_be: wouldBe } = await simulate([{ kind: 'percentage', rate: 1_234 }]);
  const rate = { kind: 'percentage' as const, rate: 1_234, amount: null };
  const expected = prices.reduce(
    (sum, { units, quantity }) => sum + earnedBy(rate, { net: units * BigInt(quantity), quantity }),
    0n,
  );
  expect(wouldBe.amount).toBe(expected.toString());
  expect(was.amount).not.toBe(wouldBe.amount);
});

test('a month without orders is nothing, and bad rules are refused', async () => {
  world.clock.advance(62 * dayMs);
  staff = await world.signIn('brand@glow.test');
  expect(await simulate(rules)).toMatchObject({ orders: 0, creators: [], was: { amount: '0' } });
  const answer = await staff.call(simulateTerms, {
    params,
    body: { rules: [{ creator: 'nobody', kind: 'percentage', rate: 1 }] },
  });
  expect(answer.status).toBe(422);
});
