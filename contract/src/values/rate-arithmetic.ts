import { portion } from './amounts.ts';
import type { Money } from './money.ts';
import type { Rate, RateKind, RateOf } from './rates.ts';

// What each kind of rate earns and which of two rates is lower, for the server and the screens alike. All amounts are
// whole minor units.

/** A line of an order: its price after discount, and its number of items. */
export type SoldLine = { net: bigint; quantity: number };

/** What a creator has reached in a month before an order: net sales in the brand's currency, and credited orders. */
export type Reached = { sales: bigint; orders: number };

/** The beginning of a month. */
const nothingReached: Reached = { sales: 0n, orders: 0 };

/** 100% in parts per 10,000. */
const everything = 10_000;

type Arithmetic<Own> = {
  /**
   * The commission on a line, without caps. Rounded half up at most once, never below zero or above the line's price,
   * and never lower for a higher price or if more was reached.
   */
  earned: (rate: Own, line: SoldLine, reached: Reached) => bigint;
  /** The rate and amount that apply, which are copied to the commission. */
  applied: (rate: Own, reached: Reached) => { rate: number | null; amount: Money | null };
  /** The percentages, in parts per 10,000, between which the commission on every line lies. Compares different kinds. */
  bounds: (rate: Own) => { least: number; most: number };
  /** Does every line earn at least as much under `after`, whatever was reached? */
  isNoLess: (after: Own, before: Own) => boolean;
  /** Its fixed amounts by field. They are in the brand's currency, so they say nothing about an order in another one. */
  amounts: (rate: Own) => Readonly<Record<string, Money>>;
};

type Tier<From> = { from: From; rate: number };

/** The rate of the highest tier that was reached. */
function tierRate<From>(base: number, tiers: readonly Tier<From>[], isReached: (from: From) => boolean): number {
  return tiers.findLast(({ from }) => isReached(from))?.rate ?? base;
}

function salesTierRate({ rate, tiers }: RateOf<'sales_tiers'>, sales: bigint): number {
  return tierRate(rate, tiers, (from) => BigInt(from.amount) <= sales);
}

function orderTierRate({ rate, tiers }: RateOf<'order_tiers'>, orders: number): number {
  return tierRate(rate, tiers, (from) => from <= orders);
}

function tierBounds({ rate, tiers }: { rate: number; tiers: readonly Tier<unknown>[] }) {
  const rates = [rate, ...tiers.map((tier) => tier.rate)];
  return { least: Math.min(...rates), most: Math.max(...rates) };
}

const arithmetic: { readonly [Kind in RateKind]: Arithmetic<RateOf<Kind>> } = {
  percentage: {
    earned: ({ rate }, { net }) => portion(net, rate),
    applied: ({ rate }) => ({ rate, amount: null }),
    bounds: ({ rate }) => ({ least: rate, most: rate }),
    isNoLess: (after, before) => after.rate >= before.rate,
    amounts: () => ({}),
  },
  flat: {
    earned: ({ amount }, { net, quantity }) => smaller(BigInt(amount.amount) * BigInt(quantity), net),
    applied: ({ amount }) => ({ rate: null, amount }),
    bounds: ({ amount }) => ({ least: 0, most: amount.amount === '0' ? 0 : everything }),
    isNoLess: (after, before) => BigInt(after.amount.amount) >= BigInt(before.amount.amount),
    amounts: ({ amount }) => ({ amount }),
  },
  sales_tiers: {
    earned: (own, { net }, { sales }) => portion(net, salesTierRate(own, sales)),
    applied: (own, { sales }) => ({ rate: salesTierRate(own, sales), amount: null }),
    bounds: tierBounds,
    // Between two thresholds of either, both stay the same.
    isNoLess: (after, before) =>
      [0n, ...[...after.tiers, ...before.tiers].map(({ from }) => BigInt(from.amount))].every(
        (sales) => salesTierRate(after, sales) >= salesTierRate(before, sales),
      ),
    amounts: ({ tiers }) => Object.fromEntries(tiers.map(({ from }, index) => [`tiers.${index}.from`, from])),
  },
  order_tiers: {
    earned: (own, { net }, { orders }) => portion(net, orderTierRate(own, orders)),
    applied: (own, { orders }) => ({ rate: orderTierRate(own, orders), amount: null }),
    bounds: tierBounds,
    isNoLess: (after, before) =>
      [0, ...[...after.tiers, ...before.tiers].map(({ from }) => from)].every(
        (orders) => orderTierRate(after, orders) >= orderTierRate(before, orders),
      ),
    amounts: () => ({}),
  },
};

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/** The commission on a line in minor units, before caps. Without `reached`, at the beginning of a month. */
export function earnedBy<Kind extends RateKind>(
  rate: RateOf<Kind>,
  line: SoldLine,
  reached: Reached = nothingReached,
): bigint {
  return arithmetic[rate.kind].earned(rate, line, reached);
}

/** The commission on an order of one item at the beginning of a month. */
export function earnedBySale(rate: Rate, price: bigint): bigint {
  const earned = earnedBy(rate, { net: price, quantity: 1 });
  const cap = [rate.max_per_order, rate.max_per_month].flatMap((amount) => (amount ? [BigInt(amount.amount)] : []));
  return cap.reduce(smaller, earned);
}

export function appliedOf<Kind extends RateKind>(rate: RateOf<Kind>, reached: Reached = nothingReached) {
  return arithmetic[rate.kind].applied(rate, reached);
}

function boundsOf<Kind extends RateKind>(rate: RateOf<Kind>) {
  return arithmetic[rate.kind].bounds(rate);
}

function isKindNoLess<Kind extends RateKind>(after: RateOf<Kind>, before: RateOf<Kind>): boolean {
  return arithmetic[after.kind].isNoLess(after, before);
}

const caps = ['max_per_order', 'max_per_month'] as const;

/** Its amounts that are money, by field: those of its kind, and its caps. */
export function amountsOf<Kind extends RateKind>(
  rate: RateOf<Kind> & Pick<Rate, (typeof caps)[number]>,
): Readonly<Record<string, Money>> {
  const capped = caps.flatMap((cap) => (rate[cap] ? [[cap, rate[cap]] as const] : []));
  return { ...arithmetic[rate.kind].amounts(rate), ...Object.fromEntries(capped) };
}

export function isCapped(rate: Rate): boolean {
  return caps.some((cap) => Boolean(rate[cap]));
}

/** Whether what a creator has earned or sold in the month decides what an order earns. */
export function isByMonth({ kind, max_per_month: cap }: Rate): boolean {
  return kind === 'sales_tiers' || kind === 'order_tiers' || Boolean(cap);
}

/** Is no cap new, or lower? */
function areCapsNoLower(after: Rate, before: Rate): boolean {
  return caps.every((cap) => {
    const [old, next] = [before[cap], after[cap]];
    return !next || (old ? BigInt(next.amount) >= BigInt(old.amount) : false);
  });
}

/**
 * Do all orders earn at least as much under `after`? False also where two kinds can't be told apart. For which customers
 * they are doesn't matter here.
 */
export function isNoLess(after: Rate, before: Rate): boolean {
  if (boundsOf(before).most === 0) return true;
  if (!areCapsNoLower(after, before)) return false;
  if (boundsOf(before).most <= boundsOf(after).least) return true;
  return after.kind === before.kind && isKindNoLess(after, before);
}
