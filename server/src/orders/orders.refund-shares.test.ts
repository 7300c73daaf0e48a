import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type RefundClaim, shareRefunds, sumsOf } from './orders.refund-shares.ts';

const minor = fc.bigInt({ min: 0n, max: 99_999_999_999n });
const runs = { numRuns: 2_000 };

function refundOf(refundId: string, claims: RefundClaim[]) {
  return { refundId, kind: 'refund', claims, parts: [] };
}

function sumOf(amounts: Iterable<bigint>): bigint {
  return [...amounts].reduce((total, amount) => total + amount, 0n);
}

const withTax = (amount: bigint, of: bigint): RefundClaim => ({
  line_id: null,
  quantity: 0,
  amount: amount.toString(),
  of: of.toString(),
  with_tax: true,
});

test('refunds with tax of all that was paid are all of the lines without tax, in however many parts', () => {
  const goods = fc.record({ net: minor, tax: minor });
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 10 });
  fc.assert(
    fc.property(goods, cuts, ({ net, tax }, shares) => {
      const gross = net + tax;
      const at = shares.map((share) => BigInt(Math.floor(Number(gross) * share))).toSorted((a, b) => (a < b ? -1 : 1));
      const bounds = [0n, ...at, gross];
      const paidBack = bounds.slice(1).map((bound, index) => bound - (bounds[index] ?? 0n));
      const refunds = paidBack.map((amount, index) => refundOf(`r${index}`, [withTax(amount, gross)]));
      const parts = shareRefunds([{ lineId: '1', quantity: 1, net }], refunds, gross);
      expect(sumOf(parts.map(({ amount }) => amount))).toBe(net);
      for (const { refundId, amount } of parts)
        expect(amount >= 0n && amount <= (paidBack[Number(refundId.slice(1))] ?? 0n) + 1n).toBe(true);
    }),
    runs,
  );
});

test('a refund with tax is a part of what the lines cost now, and of what they cost then while that is not known', () => {
  const lines = [{ lineId: '1', quantity: 1, net: 10_000n }];
  const refunds = [refundOf('r', [withTax(2_380n, 11_900n)])];
  const taken = (gross: bigint | null) => sumOf(sumsOf(shareRefunds(lines, refunds, gross)).values());
  expect([taken(null), taken(11_900n), taken(10_000n)]).toEqual([2_000n, 2_000n, 2_380n]);
});

const anyClaim = fc.oneof(
  fc.record({
    line_id: fc.constantFrom('1', '2', '3'),
    quantity: fc.integer({ min: 0, max: 3 }),
    amount: fc.option(fc.integer({ min: 0, max: 900 }).map(String)),
  }),
  fc.record({
    line_id: fc.constant(null),
    quantity: fc.constant(0),
    amount: fc.integer({ min: 0, max: 900 }).map(String),
  }),
  fc.record({
    line_id: fc.constant(null),
    quantity: fc.constant(0),
    amount: fc.integer({ min: 0, max: 900 }).map(String),
    of: fc.constant('1190'),
    with_tax: fc.constant(true),
  }),
);

test('the same refunds take the same of each line, in whatever order they came', () => {
  const anyLines = fc.tuple(
    ...['1', '2', '3'].map((lineId) =>
      fc.record({
        lineId: fc.constant(lineId),
        quantity: fc.integer({ min: 0, max: 4 }),
        net: fc.bigInt({ min: 0n, max: 500n }),
      }),
    ),
  );
  const anyRefunds = fc.array(fc.array(anyClaim, { minLength: 1, maxLength: 2 }), { maxLength: 5 });
  fc.assert(
    fc.property(anyLines, anyRefunds, fc.bigInt({ min: 1n, max: 2_000n }), (lines, claims, gross) => {
      const refunds = claims.map((each, index) => refundOf(`r${index}`, each));
      const parts = shareRefunds(lines, refunds, gross);
      expect(shareRefunds(lines, refunds.toReversed(), gross)).toEqual(parts);
      for (const [lineId, amount] of sumsOf(parts))
        expect(amount <= (lines.find((line) => line.lineId === lineId)?.net ?? 0n)).toBe(true);
    }),
    runs,
  );
});
