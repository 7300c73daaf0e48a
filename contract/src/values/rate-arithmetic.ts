import { portion } from './amounts.ts';
import type { Money } from './money.ts';
import type { Rate, RateKind, RateOf } from './rates.ts';

// What each kind of rate earns and which of two rates is lower, for the server and the screens alike. All amounts are
// whole minor units.

/** A line of an order: its price after discount, and its number of items. */
export type SoldLine = { net: bigint; quantity: number };

/** 100% in parts per 10,000. */
const everything = 10_000;

type Arithmetic<Own> = {
  /**
   * The commission on a line. Rounded half up at most once, never below zero or above the line's price, and never lower
   * for a higher price.
   */
  earned: (rate: Own, line: SoldLine) => bigint;
  /** The percentages, in parts per 10,000, between which the commission on every line lies. Compares different kinds. */
  bounds: (rate: Own) => { least: number; most: number };
  /** Of two rates of this kind, one in which none of these is lower earns no less on any line. */
  measures: (rate: Own) => readonly bigint[];
  /** Its fixed amounts by field. They are in the brand's currency, so they say nothing about an order in another one. */
  amounts: (rate: Own) => Readonly<Record<string, Money>>;
};

const arithmetic: { readonly [Kind in RateKind]: Arithmetic<RateOf<Kind>> } = {
  percentage: {
    earned: ({ rate }, { net }) => portion(net, rate),
    bounds: ({ rate }) => ({ least: rate, most: rate }),
    measures: ({ rate }) => [BigInt(rate)],
    amounts: () => ({}),
  },
  flat: {
    earned: ({ amount }, { net, quantity }) => smaller(BigInt(amount.amount) * BigInt(quantity), net),
    bounds: ({ amount }) => ({ least: 0, most: amount.amount === '0' ? 0 : everything }),
    measures: ({ amount }) => [BigInt(amount.amount)],
    amounts: ({ amount }) => ({ amount }),
  },
};

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/** The commission on a line in minor units. */
export function earnedBy<Kind extends RateKind>(rate: RateOf<Kind>, line: SoldLine): bigint {
  return arithmetic[rate.kind].earned(rate, line);
}

function boundsOf<Kind extends RateKind>(rate: RateOf<Kind>) {
  return arithmetic[rate.kind].bounds(rate);
}

function measuresOf<Kind extends RateKind>(rate: RateOf<Kind>) {
  return arithmetic[rate.kind].measures(rate);
}

export function amountsOf<Kind extends RateKind>(rate: RateOf<Kind>): Readonly<Record<string, Money>> {
  return arithmetic[rate.kind].amounts(rate);
}

/** Does every line earn at least as much under `after`? False also where two kinds can't be told apart. */
export function isNoLess(after: Rate, before: Rate): boolean {
  if (boundsOf(before).most <= boundsOf(after).least) return true;
  if (after.kind !== before.kind) return false;
  const old = measuresOf(before);
  return measuresOf(after).every((measure, index) => measure >= (old[index] ?? 0n));
}
