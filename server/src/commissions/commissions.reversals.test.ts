import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideHalfUp } from '@vitrine/contract/values/amounts.ts';
import { earnedBy } from '@vitrine/contract/values/rate-arithmetic.ts';
import { anyRate } from '../terms/rates.testing.ts';
import { reversalOf } from './commissions.reversals.ts';

const part = fc.record({
  net: fc.oneof(fc.bigInt({ min: 1n, max: 10_000n }), fc.bigInt({ min: 1n, max: 9_007_199_254_740_991n })),
  quantity: fc.integer({ min: 1, max: 20 }),
  rate: anyRate,
  cuts: fc.array(fc.nat({ max: 1_000 }), { maxLength: 8 }),
});

test('the total reversed does not depend on the number or order of refunds, and a full refund reverses everything', () => {
  fc.assert(
    fc.property(part, fc.infiniteStream(fc.nat()), ({ net: base, quantity, rate, cuts }, seeds) => {
      const amount = earnedBy(rate, { net: base, quantity });
      // A line with an amount of zero has no commission.
      fc.pre(amount > 0n);
      const whole = BigInt(cuts.reduce((sum, cut) => sum + cut, 1));
      const parts = cuts.map((cut) => (base * BigInt(cut)) / whole);
      const take = (list: readonly bigint[]) =>
        list.reduce(
          (so, refunded) => {
            const next = so.refunded + refunded;
            return {
              refunded: next,
              reversed: so.reversed + reversalOf({ amount, base, reversed: so.reversed }, next),
            };
          },
          { refunded: 0n, reversed: 0n },
        );
      const shuffled = parts
        .map((entry) => ({ entry, seed: seeds.next().value ?? 0 }))
        .toSorted((a, b) => a.seed - b.seed)
        .map(({ entry }) => entry);
      const taken = take(parts);
      expect(take(shuffled)).toEqual(taken);
      expect(taken.reversed).toBe(divideHalfUp(amount * taken.refunded, base));
      expect(take([...parts, base - taken.refunded]).reversed).toBe(amount);
      expect(take([...parts, base]).reversed).toBe(amount);
    }),
    { numRuns: 2_000 },
  );
});
