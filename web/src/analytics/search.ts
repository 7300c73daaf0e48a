import type { AnalyticsColumn, AnalyticsFilter, AnalyticsPreset, AnalyticsType } from '@vitrine/contract/analytics.ts';

// Written out so that the first page doesn't load the contract's schemas.
const presets: Record<AnalyticsPreset, true> = {
  today: true,
  yesterday: true,
  last_7_days: true,
  last_28_days: true,
  last_30_days: true,
  last_90_days: true,
  month_to_date: true,
  last_month: true,
  last_12_months: true,
};
const types: Record<AnalyticsType, true> = { overview: true, products: true, links: true, traffic: true };
const columns: Record<AnalyticsColumn, true> = {
  name: true,
  clicks: true,
  orders: true,
  sales: true,
  commission: true,
  conversion: true,
  earnings_per_click: true,
};

export const usualPreset: AnalyticsPreset = 'last_30_days';
export const presetNames = Object.keys(presets).filter(isPreset);
export const typeNames = Object.keys(types).filter(isType);

export function isPreset(value: unknown): value is AnalyticsPreset {
  return typeof value === 'string' && Object.hasOwn(presets, value);
}

export function isType(value: unknown): value is AnalyticsType {
  return typeof value === 'string' && Object.hasOwn(types, value);
}

export function isColumn(value: unknown): value is AnalyticsColumn {
  return typeof value === 'string' && Object.hasOwn(columns, value);
}

/** The range and the view options, as kept in the address. */
export type AnalyticsSearch = {
  preset?: AnalyticsPreset;
  from?: string;
  to?: string;
  compare?: '1';
  show?: string;
  sort?: AnalyticsColumn;
  order?: 'up';
} & FilterSearch;

/** What clicks can be filtered by here, in the order of the chips. */
export type FilterName = Exclude<AnalyticsFilter, 'product'>;
export type FilterSearch = { [Filter in FilterName]?: string };

export type RangeSearch = Pick<AnalyticsSearch, 'preset' | 'from' | 'to'>;

const filters: Record<FilterName, true> = { link: true, country: true, device: true, referrer: true, app: true };
export const filterNames = Object.keys(filters).filter(isFilterName);

export function isFilterName(value: unknown): value is FilterName {
  return typeof value === 'string' && Object.hasOwn(filters, value);
}

/** The overview can also load the previous period. */
export type OverviewAsked = Pick<AnalyticsSearch, 'preset' | 'from' | 'to' | 'compare'>;

export function rangeIn({ preset, from, to }: AnalyticsSearch): RangeSearch {
  return { ...(preset && { preset }), ...(from && { from }), ...(to && { to }) };
}

export function filtersIn(search: AnalyticsSearch): FilterSearch {
  return Object.fromEntries(filterNames.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])));
}

export function isFiltered(search: AnalyticsSearch): boolean {
  return filterNames.some((name) => search[name] !== undefined);
}

/** The address with a filter set to another value, or without it. */
export function withFilter(search: AnalyticsSearch, name: FilterName, value: string | undefined): AnalyticsSearch {
  const { [name]: _, ...rest } = search;
  return value === undefined ? rest : { ...rest, [name]: value };
}

export function withoutFilters(search: AnalyticsSearch): AnalyticsSearch {
  return filterNames.reduce((rest, name) => withFilter(rest, name, undefined), search);
}
