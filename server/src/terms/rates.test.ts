import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { earnedBy, isNoLess } from '@vitrine/contract/values/rate-arithmetic.ts';
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
