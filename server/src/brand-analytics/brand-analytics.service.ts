import type { BrandFigures, BrandStep, readBrandAnalytics } from '@vitrine/contract/brand-analytics.ts';
import type { QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { presentRange, stateOfStep } from '../analytics/analytics.figures.ts';
import type { Context } from '../context.ts';
import type { VisitCounts } from '../figures/brand.hits.ts';
import type { Actor } from '../platform/actor.ts';
import { invalid } from '../platform/refusal.ts';
import {
  type BrandQuery,
  type BrandReading,
  comparedDays,
  openReading,
  type ReadDays,
} from './brand-analytics.reading.ts';
import { type BrandSums, nameRows, readSold, type RowSums, rowsIn, sortRows } from './brand-analytics.rows.ts';
import { noSales, type SoldInRange } from './brand-analytics.sales.ts';
import { knownVisits, visitsOfSteps } from './brand-analytics.visits.ts';

/** Commission ÷ clicks is rounded down to the minor unit. */
export function presentSums({ views, clicks, sold }: BrandSums, currency: string): BrandFigures {
  const { orders, newCustomers, sales, commission } = sold;
  return {
    views,
    clicks,
    orders,
    sales: toMoney(sales, currency),
    commission: toMoney(commission, currency),
    new_customers: newCustomers,
    conversion: clicks ? orders / clicks : null,
    earnings_per_click: clicks ? toMoney(commission / BigInt(clicks), currency) : null,
  };
}

/** The sums of each step, and of all steps together: an order is in one step only. */
async function readSteps(
  of: BrandReading,
  days: ReadDays,
  sales: Promise<SoldInRange>,
): Promise<{ steps: BrandSums[]; total: BrandSums }> {
  const known = knownVisits(of);
  const [visits, { steps: sold }]: [VisitCounts, SoldInRange] = await Promise.all([visitsOfSteps(of, days), sales]);
  const steps = days.steps.map((_, place): BrandSums => {
    const visited = visits.get(`${place}`) ?? { clicks: 0, views: 0 };
    return {
      views: known.views ? visited.views : null,
      clicks: known.clicks ? visited.clicks : null,
      sold: sold.get(`${place}`) ?? noSales,
    };
  });
  return { steps, total: totalOf(steps, known) };
}

function totalOf(steps: readonly BrandSums[], known: { clicks: boolean; views: boolean }): BrandSums {
  const sum = (of: (step: BrandSums) => number) => steps.reduce((all, step) => all + of(step), 0);
  return {
    views: known.views ? sum(({ views }) => views ?? 0) : null,
    clicks: known.clicks ? sum(({ clicks }) => clicks ?? 0) : null,
    sold: {
      orders: sum(({ sold }) => sold.orders),
      newCustomers: sum(({ sold }) => sold.newCustomers),
      sales: steps.reduce((all, { sold }) => all + sold.sales, 0n),
      commission: steps.reduce((all, { sold }) => all + sold.commission, 0n),
    },
  };
}

function presentSteps({ brand, now, range }: BrandReading, days: ReadDays, sums: readonly BrandSums[]): BrandStep[] {
  return days.steps.map((step, place) => {
    const of = sums[place] ?? { views: null, clicks: null, sold: noSales };
    return {
      starts_at: step.from.toISOString(),
      from: step.first,
      to: step.last,
      state: stateOfStep(step, false, { now, since: range.from }),
      figures: presentSums(of, brand.currency),
    };
  });
}

export type WholeAnswer = {
  of: BrandReading;
  now: Awaited<ReturnType<typeof readSteps>>;
  compared: ReadDays | undefined;
  before: Awaited<ReturnType<typeof readSteps>> | undefined;
  /** Sorted, with all rows. */
  rows: RowSums[];
};

/** Everything but the names of the rows. Parts that don't need each other are read at the same time. */
export async function readWhole(ctx: Context, actor: Actor, merchant: string, query: BrandQuery): Promise<WholeAnswer> {
  const of = await openReading(ctx, actor, merchant, query);
  const compared = comparedDays(of);
  const sales = readSold(of, of.range);
  const steps = readSteps(of, of.range, sales);
  const [now, before, rows] = await Promise.all([
    steps,
    compared ? readSteps(of, compared, readSold(of, compared)) : undefined,
    rowsIn(of, steps, sales),
  ]);
  return { of, now, compared, before, rows: await sortRows(of, rows) };
}

function encodeAfter(at: number): string {
  return Buffer.from(String(at)).toString('base64url');
}

function decodeAfter(after: string | undefined): number {
  if (after === undefined) return 0;
  const text = Buffer.from(after, 'base64url').toString('utf8');
  if (!/^\d{1,7}$/.test(text)) throw invalid('after', 'must be the next_cursor of the previous page');
  return Number(text);
}

export async function readBrandAnalyticsOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  { after, limit, ...query }: QueryOf<typeof readBrandAnalytics>,
): Promise<ReplyOf<typeof readBrandAnalytics>> {
  const from = decodeAfter(after);
  const { of, now, compared, before, rows } = await readWhole(ctx, actor, merchant, query);
  const { brand, range, filters } = of;
  const page = rows.slice(from, from + limit);
  const next = from + page.length;
  return {
    data: {
      range: presentRange(range, of.now, range.from),
      compared: compared ? { from: compared.first, to: compared.last } : null,
      now: presentSums(now.total, brand.currency),
      before: before ? presentSums(before.total, brand.currency) : null,
      series: presentSteps(of, range, now.steps),
      before_series: compared && before ? presentSteps(of, compared, before.steps) : [],
      filters: filters.named,
      rows: (await nameRows(of, page)).map(({ sums, ...row }) => ({
        ...row,
        figures: presentSums(sums, brand.currency),
      })),
    },
    meta: { next_cursor: next < rows.length ? encodeAfter(next) : null, total: rows.length },
  };
}
