import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { appliedOf, earnedBy, isNoLess, type SoldLine } from '@vitrine/contract/values/rate-arithmetic.ts';
import type { Rate } from '@vitrine/contract/values/rates.ts';
import { anyRate, ratesByKind } from './rates.testing.ts';

const percentage = (rate: number) => ({ kind: 'percentage' as const, rate, amount: null });
const flat = (amount: string) => ({ kind: 'flat' as const, rate: null, amount: { amount, currency: 'USD' } });

const net = fc.oneof(fc.bigInt({ min: 0n, max: 10_000n }), fc.bigInt({ min: 0n, max: 9_007_199_254_740_991n }));
const quantity = fc.integer({ min: 1, max: 1_000 });

test.each([
  { net: 4_800n, rate: 1_500, earned: 720n },
  { net: 33n, rate: 1_500, earned: 5n },
  { net: 30n, rate: 1_500, earned: 5n },
  { net: 29n, rate: 1_500, earned: 4n },
  { net: 1n, rate: 5_000, earned: 1n },
  { net: 0n, rate: 10_000, earned: 0n },
])('a line of $net at $rate parts of 10,000 earns $earned', ({ net: price, rate, earned }) => {
  expect(earnedBy(percentage(rate), { net: price, quantity: 1 })).toBe(earned);
});

test('a percentage is within half a minor unit of the exact share', () => {
  fc.assert(
    fc.property(net, fc.integer({ min: 0, max: 10_000 }), (price, rate) => {
      const off = 2n * (earnedBy(percentage(rate), { net: price, quantity: 1 }) * 10_000n - price * BigInt(rate));
      expect(off > -10_000n && off <= 10_000n).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test("a fixed amount is paid per item, and never more than the line's price", () => {
  expect([
    earnedBy(flat('200'), { net: 1_250n, quantity: 1 }),
    earnedBy(flat('200'), { net: 2_500n, quantity: 2 }),
    earnedBy(flat('200'), { net: 150n, quantity: 3 }),
  ]).toEqual([200n, 400n, 150n]);
});

describe.each([...ratesByKind])('a rate of the kind %s', (_kind, rates) => {
  test('earns between zero and the price of the line', () => {
    fc.assert(
      fc.property(rates, net, quantity, (rate, price, items) => {
        const earned = earnedBy(rate, { net: price, quantity: items });
        expect(earned >= 0n && earned <= price).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('never earns less on a line with a higher price', () => {
    fc.assert(
      fc.property(rates, net, net, quantity, (rate, one, other, items) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        expect(earnedBy(rate, { net: low, quantity: items }) <= earnedBy(rate, { net: high, quantity: items })).toBe(
          true,
        );
      }),
      { numRuns: 2_000 },
    );
  });

  test('is no lower than itself', () => {
    fc.assert(
      fc.property(rates, (rate) => {
        expect(isNoLess(rate, rate)).toBe(true);
      }),
    );
  });

  test('is no lower than another only if no line earns less under it', () => {
    fc.assert(
      fc.property(rates, anyRate, net, quantity, (before, after, price, items) => {
        fc.pre(isNoLess(after, before));
        const line = { net: price, quantity: items };
        expect(earnedBy(after, line) >= earnedBy(before, line)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

test.each([
  { name: 'an amount becomes 100%', before: flat('900'), after: percentage(10_000), isKept: true },
  { name: '0% becomes an amount', before: percentage(0), after: flat('1'), isKept: true },
  { name: 'an amount of 0 becomes a percentage', before: flat('0'), after: percentage(1), isKept: true },
  { name: 'a percentage becomes an amount', before: percentage(1), after: flat('900'), isKept: false },
  { name: 'an amount becomes a percentage', before: flat('1'), after: percentage(9_999), isKept: false },
  { name: 'an amount decreases', before: flat('10'), after: flat('9'), isKept: false },
  { name: 'a percentage increases', before: percentage(900), after: percentage(1_000), isKept: true },
])('$name: no lower is $isKept', ({ before, after, isKept }) => {
  expect(isNoLess(after, before)).toBe(isKept);
});

const usd = (amount: string) => ({ amount, currency: 'USD' });
const bySales: Rate = {
  kind: 'sales_tiers',
  rate: 1_000,
  amount: null,
  tiers: [
    { from: usd('100000'), rate: 1_200 },
    { from: usd('500000'), rate: 1_500 },
  ],
};
const byOrders: Rate = { kind: 'order_tiers', rate: 1_000, amount: null, tiers: [{ from: 10, rate: 1_200 }] };

test('a tier begins exactly at its threshold, and its rate is for the whole line', () => {
  const line = { net: 10_000n, quantity: 1 };
  const at = (sales: bigint) => earnedBy(bySales, line, { sales, orders: 99 });
  expect([at(0n), at(99_999n), at(100_000n), at(499_999n), at(500_000n)]).toEqual([
    1_000n,
    1_000n,
    1_200n,
    1_200n,
    1_500n,
  ]);
  const after = (orders: number) => earnedBy(byOrders, line, { sales: 9_999_999n, orders });
  expect([after(0), after(9), after(10)]).toEqual([1_000n, 1_000n, 1_200n]);
  expect([appliedOf(bySales, { sales: 100_000n, orders: 0 }), appliedOf(byOrders)]).toEqual([
    { rate: 1_200, amount: null },
    { rate: 1_000, amount: null },
  ]);
});

test.each([
  {
    name: 'a threshold is raised',
    after: { ...bySales, tiers: [{ from: usd('100001'), rate: 1_500 }] },
    isKept: false,
  },
  { name: 'a threshold is lowered', after: { ...bySales, tiers: [{ from: usd('99999'), rate: 1_500 }] }, isKept: true },
  { name: 'the first rate is lowered', after: { ...bySales, rate: 999 }, isKept: false },
  { name: 'the lowest rate becomes the only one', after: percentage(1_000), isKept: false },
  { name: 'the highest rate becomes the only one', after: percentage(1_500), isKept: true },
  { name: 'a cap is added', after: { ...bySales, max_per_order: usd('900000') }, isKept: false },
  { name: 'sales become orders', after: byOrders, isKept: false },
])('of a rate with tiers, $name: no lower is $isKept', ({ after, isKept }) => {
  expect(isNoLess(after, bySales)).toBe(isKept);
});

/** A month of orders of one line, each decided after the one before. Returns the sum of what they earn. */
function monthUnder(rate: Rate, orders: readonly SoldLine[]): bigint {
  let [sales, count, paid] = [0n, 0, 0n];
  for (const line of orders) {
    const amount = earnedBy(rate, line, { sales, orders: count });
    const [order, month] = [rate.max_per_order, rate.max_per_month].map((cap) => (cap ? BigInt(cap.amount) : amount));
    const left = rate.max_per_month ? (month ?? 0n) - paid : amount;
    const earned = [amount, order ?? amount, left].reduce((least, each) => (each < least ? each : least));
    if (earned <= 0n) continue;
    [sales, count, paid] = [sales + line.net, count + 1, paid + earned];
  }
  return paid;
}

test('a rate that is no less pays no less for any month of orders', () => {
  const line = fc.record({ net: fc.bigInt({ min: 1n, max: 9_000n }), quantity: fc.integer({ min: 1, max: 3 }) });
  fc.assert(
    fc.property(anyRate, anyRate, fc.array(line, { maxLength: 12 }), (before, after, orders) => {
      fc.pre(isNoLess(after, before));
      expect(monthUnder(after, orders) >= monthUnder(before, orders)).toBe(true);
    }),
    { numRuns: 3_000, maxSkipsPerRun: 1_000 },
  );
});

/** Caps, raised and lowered a little, so that comparable rates are frequent. */
test('also if they differ only a little', () => {
  const moved = fc.constantFrom(-1n, 0n, 1n);
  const small = fc.bigInt({ min: 2n, max: 4_000n });
  const orders = fc.array(fc.record({ net: fc.bigInt({ min: 1n, max: 9_000n }), quantity: fc.constant(1) }), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(small, small, fc.tuple(moved, moved, moved), orders, (from, cap, [one, two, three], sold) => {
      const rateOf = (threshold: bigint, month: bigint, rate: number): Rate => ({
        kind: 'sales_tiers',
        rate,
        amount: null,
        tiers: [{ from: usd(threshold.toString()), rate: 5_000 }],
        max_per_month: usd(month.toString()),
      });
      const before = rateOf(from, cap, 1_000);
      const after = rateOf(from + one, cap + two, 1_000 + Number(three));
      const isBetter = one <= 0n && two >= 0n && three >= 0n;
      expect(isNoLess(after, before)).toBe(isBetter);
      if (isBetter) expect(monthUnder(after, sold) >= monthUnder(before, sold)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
