import type { AnalyticsFigures, AnalyticsRange, AnalyticsStep, AnalyticsValue } from '@vitrine/contract/analytics.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import type { Range, RangeStep } from './analytics.range.ts';
import type { FigureDimension, Valued } from '../figures/counts.ts';
import type { OrderSums } from './analytics.views.ts';

export type Sums = { views: number; clicks: number; orders: bigint; sales: bigint; commission: bigint };

type Sold = Pick<Sums, 'clicks' | 'orders' | 'sales' | 'commission'>;

/** Commission ÷ clicks is rounded down to the minor unit. */
export function soldFigures({ clicks, orders, sales, commission }: Sold, currency: string) {
  return {
    clicks,
    orders: Number(orders),
    sales: toMoney(sales, currency),
    commission: toMoney(commission, currency),
    conversion: clicks > 0 ? Number(orders) / clicks : null,
    earnings_per_click: clicks > 0 ? toMoney(commission / BigInt(clicks), currency) : null,
  };
}

export function figuresOf(sums: Sums, currency: string): AnalyticsFigures {
  return { views: sums.views, ...soldFigures(sums, currency) };
}

/** The sums at one index of the requested spans: orders in every currency, money in the storefront's own. */
export function sumsAt(
  place: number,
  currency: string,
  from: { clicks: Map<number, number>; views: Map<number, number>; earned: readonly OrderSums[] },
): Sums {
  const here = from.earned.filter((row) => row.place === place);
  const own = here.find((row) => row.currency === currency);
  return {
    views: from.views.get(place) ?? 0,
    clicks: from.clicks.get(place) ?? 0,
    orders: here.reduce((sum, { orders }) => sum + orders, 0n),
    sales: own?.sales ?? 0n,
    commission: own?.commission ?? 0n,
  };
}

export function added(sums: readonly Sums[]): Sums {
  return sums.reduce(
    (one, other) => ({
      views: one.views + other.views,
      clicks: one.clicks + other.clicks,
      orders: one.orders + other.orders,
      sales: one.sales + other.sales,
      commission: one.commission + other.commission,
    }),
    { views: 0, clicks: 0, orders: 0n, sales: 0n, commission: 0n },
  );
}

/** Commission in currencies other than the storefront's. */
export function otherCurrencies(earned: readonly OrderSums[], currency: string) {
  const others = Map.groupBy(
    earned.filter((row) => row.currency !== currency),
    (row) => row.currency,
  );
  return [...others].map(([name, rows]) => ({
    currency: name,
    orders: rows.reduce((sum, { orders }) => sum + Number(orders), 0),
    sales: toMoney(
      rows.reduce((sum, { sales }) => sum + sales, 0n),
      name,
    ),
    commission: toMoney(
      rows.reduce((sum, { commission }) => sum + commission, 0n),
      name,
    ),
  }));
}

export function presentRange(range: Range, now: Date, since: Date): AnalyticsRange {
  const { before } = range;
  return {
    preset: range.preset,
    from: range.first,
    to: range.last,
    days: range.days,
    time_zone: range.timeZone,
    starts_at: range.from.toISOString(),
    ends_at: range.to.toISOString(),
    before: { from: before.first, to: before.last, starts_at: before.from.toISOString() },
    unit: range.unit,
    as_of: now.toISOString(),
    since: since.toISOString(),
  };
}

export function presentStep(
  step: RangeStep,
  sums: Sums,
  at: { now: Date; since: Date; currency: string },
): AnalyticsStep {
  const isEmpty = sums.views + sums.clicks + Number(sums.orders) === 0;
  return {
    starts_at: step.from.toISOString(),
    from: step.first,
    to: step.last,
    state: stateOfStep(step, isEmpty, at),
    figures: figuresOf(sums, at.currency),
  };
}

/** What a step of a series is at that time. */
export function stateOfStep(
  step: RangeStep,
  isEmpty: boolean,
  { now, since }: { now: Date; since: Date },
): AnalyticsStep['state'] {
  if (step.from > now) return 'future';
  if (isEmpty && step.to <= since) return 'before_start';
  return step.to > now ? 'unfinished' : 'whole';
}

/** The values of a dimension with clicks and views, most clicks first. */
export function valuesOf(
  dimension: FigureDimension,
  clicks: readonly Valued[],
  views: readonly Valued[],
  most: number,
): AnalyticsValue[] {
  const of = (rows: readonly Valued[]) =>
    new Map(rows.filter((row) => row.dimension === dimension).map((row) => [row.value, Number(row.counted)]));
  const [clicked, viewed] = [of(clicks), of(views)];
  return [...new Set([...clicked.keys(), ...viewed.keys()])]
    .map((value) => ({ value, clicks: clicked.get(value) ?? 0, views: viewed.get(value) ?? 0 }))
    .sort((one, other) => other.clicks - one.clicks || other.views - one.views || (one.value < other.value ? -1 : 1))
    .slice(0, most);
}
