import type { BrandFilter, readBrandAnalytics } from '@vitrine/contract/brand-analytics.ts';
import type { QueryOf } from '@vitrine/contract/endpoint.ts';
import { daysToYearBefore, type Range, rangeEarlier, rangeOf } from '../analytics/analytics.range.ts';
import type { Context } from '../context.ts';
import type { VisitsInRange } from '../figures/brand.hits.ts';
import type { BrandPlan } from '../figures/brand.plan.ts';
import { accessBrand, type BrandAccess } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { type ChosenFilters, chooseFilters } from './brand-analytics.filters.ts';
import { groupsOfCreators } from './brand-analytics.names.ts';

// What all parts of an answer share. Uses the system role, because row policies make PostgreSQL expect next to no rows
// and plan for that: `accessBrand` has checked the caller, and every statement names the brand or its accounts.

export type BrandQuery = Omit<QueryOf<typeof readBrandAnalytics>, 'after' | 'limit'>;

/** Days whose figures are read: those of the range, or those it is compared with. */
export type ReadDays = Pick<Range, 'from' | 'to' | 'first' | 'last' | 'steps' | 'unit' | 'timeZone'>;

export type BrandReading = {
  ctx: Context;
  brand: BrandAccess;
  query: BrandQuery;
  range: Range;
  now: Date;
  filters: ChosenFilters;
  /** The group of each creator, if the rows are groups. */
  groups: ReadonlyMap<string, string> | undefined;
  /** Each read has a connection of its own, so that several run at the same time. */
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** What the steps and the rows of the range share, by name: read by whichever comes first. */
  shared: { plan?: Promise<BrandPlan>; open?: Promise<VisitsInRange>; whole?: Promise<VisitsInRange> };
};

export async function openReading(
  ctx: Context,
  actor: Actor,
  merchant: string,
  query: BrandQuery,
): Promise<BrandReading> {
  const brand = await accessBrand(ctx, actor, merchant);
  const now = ctx.clock.now();
  const range = rangeOf(now, brand.timeZone, query);
  const read: BrandReading['read'] = (work) => ctx.database.read({ role: 'system' }, work);
  const given: Partial<Record<BrandFilter, string | undefined>> = query;
  const [filters, groups] = await Promise.all([
    read((tx) => chooseFilters(tx, brand.merchantId, given, now)),
    query.by === 'group' ? read((tx) => groupsOfCreators(tx, brand.merchantId, now)) : undefined,
  ]);
  return { ctx, brand, query, range, now, filters, groups, read, shared: {} };
}

/** The days to compare with. */
export function comparedDays({ query, range }: BrandReading): ReadDays | undefined {
  if (query.compare === undefined) return undefined;
  return rangeEarlier(range, query.compare === 'year' ? daysToYearBefore(range.first) : range.days);
}
