import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideHalfUp } from '@vitrine/contract/values/amounts.ts';
import type { Rate } from '@vitrine/contract/values/rates.ts';
import { capLines, type Uncapped } from './orders.caps.ts';

const cappedAt = (amount?: bigint): Rate => ({
  kind: 'percentage',
  rate: 1_000,
  amount: null,
  ...(amount !== undefined && { max_per_order: { amount: amount.toString(), currency: 'USD' } }),
});
const line = fc
  .record({ amount: fc.bigInt(0n, 900n), more: fc.bigInt(0n, 900n), refunded: fc.bigInt(0n, 2_000n) })
  .map(({ amount, more, refunded }): Uncapped => ({ amount, base: amount + more, refunded }));
const lines = fc.array(line, { maxLength: 6 });
const room = fc.bigInt(0n, 2_000n);
const left = ({ base, refunded }: Uncapped, amount: bigint) =>
  base === 0n ? amount : amount - divideHalfUp(amount * (refunded < base ? refunded : base), base);
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, each) => total + each, 0n);

test('no cap is exceeded, each cut is told, and nothing is cut without need', () => {
  fc.assert(
    fc.property(lines, fc.option(room), fc.option(room), fc.option(room), (of, cap, atDecision, now) => {
      const monthly = atDecision === null ? undefined : { atDecision, ...(now !== null && { now }) };
      const capped = capLines(cappedAt(cap ?? undefined), of, monthly);
      const amounts = capped.map(({ amount }) => amount);
      const kept = sum(of.map((each, index) => left(each, amounts[index] ?? 0n)));
      if (cap !== null) expect(sum(amounts) <= cap).toBe(true);
      if (atDecision !== null) expect(sum(amounts) <= atDecision).toBe(true);
      if (atDecision !== null && now !== null) expect(kept <= now).toBe(true);
      for (const [index, { amount, cuts }] of capped.entries()) {
        expect(amount >= 0n).toBe(true);
        expect(amount + cuts.order + cuts.month).toBe(of[index]?.amount);
        if (cuts.order + cuts.month === 0n) continue;
        // One more unit would exceed one of them.
        const more = amounts.map((each, place) => (place === index ? each + 1n : each)).slice(0, index + 1);
        const keptMore = sum(
          more.map((each, place) => left(of[place] ?? { amount: 0n, base: 0n, refunded: 0n }, each)),
        );
        const isOver =
          (cap !== null && sum(more) > cap) ||
          (atDecision !== null && sum(more) > atDecision) ||
          (atDecision !== null && now !== null && keptMore > now);
        expect(isOver).toBe(true);
      }
    }),
    { numRuns: 3_000 },
  );
});
