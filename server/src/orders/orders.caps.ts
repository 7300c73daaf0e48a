import { divideHalfUp } from '@vitrine/contract/values/amounts.ts';
import type { Rate } from '@vitrine/contract/values/rates.ts';

// What the caps of a rule leave of the commissions on the lines of an order. Lines keep theirs in their order, so what is
// cut comes off the last ones.

/** What a rule can still pay a creator in a month. */
export type MonthRoom = {
  /** When the order was decided. It limits the commission, so it stays the same whatever other orders do. */
  atDecision: bigint;
  /**
   * Now, if the order was decided before. Refunds of it may have left room that others took since, so it limits what is
   * left of the commission after refunds.
   */
  now?: bigint;
};

export type Uncapped = { amount: bigint; base: bigint; refunded: bigint };
export type CapCuts = { order: bigint; month: bigint };
export type Capped = { amount: bigint; cuts: CapCuts };

function smaller(one: bigint, other: bigint | undefined): bigint {
  return other === undefined || one < other ? one : other;
}

/** What refunds leave of a commission; the same rounding as their reversal. */
function leftOf(amount: bigint, { base, refunded }: Uncapped): bigint {
  return base === 0n ? amount : amount - divideHalfUp(amount * smaller(refunded, base), base);
}

/** The largest part of a commission of which refunds leave at most `room`. */
function fitting(amount: bigint, line: Uncapped, room: bigint): bigint {
  if (leftOf(amount, line) <= room) return amount;
  let [fits, tooMuch] = [0n, amount];
  while (tooMuch - fits > 1n) {
    const middle = (fits + tooMuch) / 2n;
    if (leftOf(middle, line) <= room) fits = middle;
    else tooMuch = middle;
  }
  return fits;
}

/** Caps the commissions by one rule in one order. */
export function capLines({ max_per_order: cap }: Rate, lines: readonly Uncapped[], room?: MonthRoom): Capped[] {
  let perOrder = cap ? BigInt(cap.amount) : undefined;
  let perMonth = room?.atDecision;
  let now = room?.now;
  return lines.map((line) => {
    const inOrder = smaller(line.amount, perOrder);
    const inMonth = smaller(inOrder, perMonth);
    const amount = now === undefined ? inMonth : fitting(inMonth, line, now);
    if (perOrder !== undefined) perOrder -= amount;
    if (perMonth !== undefined) perMonth -= amount;
    if (now !== undefined) now -= leftOf(amount, line);
    return { amount, cuts: { order: line.amount - inOrder, month: inOrder - amount } };
  });
}
