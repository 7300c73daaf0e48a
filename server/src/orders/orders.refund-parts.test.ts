import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { largestAmount } from '@vitrine/contract/values/amounts.ts';
import { spreadRefund } from './orders.refund-parts.ts';

const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, each) => sum + each, 0n);
const most = (a: bigint, b: bigint) => (a > b ? a : b);

describe('a refund of an amount', () => {
  test.each<[title: string, amount: bigint, remaining: bigint[], parts: bigint[]]>([
    ['takes the same share of each line', 500n, [1000n, 4000n], [100n, 400n]],
    ['gives the odd cent to the largest remainder', 100n, [100n, 200n, 400n], [14n, 29n, 57n]],
    ['gives the odd cent of equal lines to the first ones', 200n, [100n, 100n, 100n], [67n, 67n, 66n]],
    ['leaves out a line that has nothing left', 10n, [0n, 30n, -5n], [0n, 10n, 0n]],
    ['takes no more than remains', 900n, [100n, 200n], [100n, 200n]],
    ['of nothing takes nothing', 0n, [100n], [0n]],
    ['of a free order takes nothing', 100n, [0n, 0n], [0n, 0n]],
    ['of no lines takes nothing', 100n, [], []],
  ])('%s', (_title, amount, remaining, parts) => {
    expect(spreadRefund(amount, remaining)).toEqual(parts);
  });

  const anyAmount = fc.oneof(fc.bigInt(0n, 5_000n), fc.bigInt(0n, largestAmount));
  const anyRemaining = fc.oneof(fc.bigInt(-50n, 2_000n), fc.bigInt(0n, largestAmount));

  test('is spread exactly, takes no line below zero, and is within a cent of the exact share', () => {
    fc.assert(
      fc.property(anyAmount, fc.array(anyRemaining, { maxLength: 12 }), (amount, remaining) => {
        const left = remaining.map((each) => most(each, 0n));
        const total = sumOf(left);
        const spread = amount < total ? amount : total;
        const parts = spreadRefund(amount, remaining);
        expect(sumOf(parts)).toBe(spread);
        for (const [index, part] of parts.entries()) {
          const each = left[index] ?? 0n;
          expect(part >= 0n && part <= each).toBe(true);
          // |part − spread × each / total| < 1, without a division.
          const off = part * total - spread * each;
          expect(total === 0n || (off > -total && off < total)).toBe(true);
        }
      }),
      { numRuns: 20_000 },
    );
  });

  test('in several steps takes each line to zero and not below', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt(0n, 5_000n), { minLength: 1, maxLength: 8 }),
        fc.array(fc.bigInt(0n, 4_000n), { maxLength: 8 }),
        (remaining, refunds) => {
          const total = sumOf(remaining);
          const left = refunds.reduce((lines, amount) => {
            const parts = spreadRefund(amount, lines);
            return lines.map((each, index) => each - (parts[index] ?? 0n));
          }, remaining);
          expect(left.every((each) => each >= 0n)).toBe(true);
          expect(sumOf(left)).toBe(most(total - sumOf(refunds), 0n));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
