import type { BrandAnalyticsColumn, BrandDimension, BrandFilter } from '@vitrine/contract/brand-analytics.ts';
import { isPreset, type RangeSearch, rangeIn } from '../analytics/search.ts';

// Written out so that the first page doesn't load the contract's schemas.
const dimensions: Record<BrandDimension, true> = {
  creator: true,
  group: true,
  product: true,
  link: true,
  code: true,
  country: true,
  device: true,
  channel: true,
  day: true,
};
const filters: Record<BrandFilter, true> = {
  creator: true,
  group: true,
  product: true,
  link: true,
  code: true,
  country: true,
  device: true,
  channel: true,
};
const columns: Record<BrandAnalyticsColumn, true> = {
  name: true,
  views: true,
  clicks: true,
  orders: true,
  sales: true,
  commission: true,
  new_customers: true,
  conversion: true,
  earnings_per_click: true,
};

export const brandDimensionNames = Object.keys(dimensions).filter(isBrandDimension);
export const brandFilterNames = Object.keys(filters).filter(isBrandFilter);
const brandColumnNames = Object.keys(columns).filter(isBrandColumn);
export type BrandFigureName = Exclude<BrandAnalyticsColumn, 'name'>;
export const brandFigureNames = brandColumnNames.filter((name) => name !== 'name');

function isBrandDimension(value: unknown): value is BrandDimension {
  return typeof value === 'string' && Object.hasOwn(dimensions, value);
}

export function isBrandFilter(value: unknown): value is BrandFilter {
  return typeof value === 'string' && Object.hasOwn(filters, value);
}

function isBrandColumn(value: unknown): value is BrandAnalyticsColumn {
  return typeof value === 'string' && Object.hasOwn(columns, value);
}

function isComparison(value: unknown): value is 'previous' | 'year' {
  return value === 'previous' || value === 'year';
}

/** What the address keeps. */
export type BrandAnalyticsSearch = {
  [Name in BrandFilter | 'preset' | 'from' | 'to' | 'by' | 'compare' | 'sort' | 'order' | 'show']?: string;
};

/** What of the address to replace; undefined takes it out. */
export type BrandSearchChange = { readonly [Name in keyof BrandAnalyticsSearch]: string | undefined };

export const withoutBrandFilters: BrandSearchChange = Object.fromEntries(
  brandFilterNames.map((name) => [name, undefined]),
);

const names = [...brandFilterNames, 'preset', 'from', 'to', 'by', 'compare', 'sort', 'order', 'show'] as const;

/** The router reads a code like `7` as a number. */
export function readBrandAnalyticsSearch(search: Record<string, unknown>): BrandAnalyticsSearch {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = typeof search[name] === 'number' ? String(search[name]) : search[name];
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );
}

export function brandRangeIn({ preset, from, to }: BrandAnalyticsSearch): RangeSearch {
  return rangeIn({ ...(isPreset(preset) && { preset }), ...(from && { from }), ...(to && { to }) });
}

export type BrandFilterSearch = { [Filter in BrandFilter]?: string };

export function brandFiltersIn(search: BrandAnalyticsSearch): BrandFilterSearch {
  return Object.fromEntries(
    brandFilterNames.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])),
  );
}

/** What the call is asked for. Unknown values of the address are left out. */
export function brandQueryIn(search: BrandAnalyticsSearch) {
  const { by, compare, sort, order } = search;
  return {
    ...brandRangeIn(search),
    ...brandFiltersIn(search),
    ...(isBrandDimension(by) && { by }),
    ...(isComparison(compare) && { compare }),
    ...(isBrandColumn(sort) && { sort }),
    ...(order === 'up' && { order: 'up' as const }),
  };
}
export type BrandAnalyticsQuery = ReturnType<typeof brandQueryIn>;
