import type {
  AnalyticsColumn,
  AnalyticsFigures,
  AnalyticsFilter,
  AnalyticsLink,
  AnalyticsProduct,
  AnalyticsRange,
  AnalyticsStep,
  AnalyticsValue,
  FilteredAnalytics,
  FilteredValue,
} from '@vitrine/contract/analytics.ts';
import type { DataOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import { analyticsFilters, type downloadAnalytics, type readAnalyticsOverview } from '@vitrine/contract/analytics.ts';
import { currencyDecimals } from '@vitrine/contract/values/amounts.ts';
import { type Money } from '@vitrine/contract/values/money.ts';
import type { Context } from '../context.ts';
import { accessMerchantAccount } from '../creators/creators.access.ts';
import type { Actor } from '../platform/actor.ts';
import { type Cell, csvOf } from '../platform/csv.ts';
import { readFilteredOf } from './analytics.filters.ts';
import { readLinksOf, readAnalyticsOverviewOf, readProductsOf, readTrafficOf } from './analytics.service.ts';

// All tables have the same columns: section, name and figures. A figure that a row doesn't have is an empty cell, not a
// zero.

const heading = [
  'section',
  'name',
  'address',
  'views',
  'clicks',
  'orders',
  'sales',
  'commission',
  'currency',
  'conversion_rate',
  'earnings_per_click',
];

type Row = Partial<AnalyticsFigures> & { name: string; address?: string | null };

function decimalOf(money: Money | null | undefined): Cell {
  if (!money) return null;
  const decimals = currencyDecimals(money.currency);
  const digits = money.amount.padStart(decimals + 1, '0');
  return {
    decimal: decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`,
  };
}

function cells(section: string, row: Row): Cell[] {
  return [
    section,
    row.name,
    row.address ?? null,
    row.views ?? null,
    row.clicks ?? null,
    row.orders ?? null,
    decimalOf(row.sales),
    decimalOf(row.commission),
    row.sales?.currency ?? null,
    row.conversion ?? null,
    decimalOf(row.earnings_per_click),
  ];
}

const named = (range: { from: string; to: string }) =>
  range.from === range.to ? range.from : `${range.from} – ${range.to}`;

const isCounted = ({ state }: Pick<AnalyticsStep, 'state'>) => state === 'whole' || state === 'unfinished';

function overviewRows(data: DataOf<typeof readAnalyticsOverview>, isCompared: boolean): Cell[][] {
  const { range } = data;
  return [
    cells('total', { name: named(range), ...data.now }),
    ...(isCompared ? [cells('previous total', { name: named(range.before), ...data.before })] : []),
    ...data.series.filter(isCounted).map((step) => cells(range.unit, { name: named(step), ...step.figures })),
    ...data.before_series
      .filter(isCounted)
      .map((step) => cells(`previous ${range.unit}`, { name: named(step), ...step.figures })),
    ...data.links.map(({ title, short_url, clicks }) => cells('link', { name: title, address: short_url, clicks })),
    ...valueRows('country', data.countries, false),
    ...valueRows('device', data.devices, false),
    ...valueRows('referrer', data.referrers, false),
  ];
}

function valueRows(section: string, values: readonly AnalyticsValue[], withViews: boolean): Cell[][] {
  return values.map(({ value, clicks, views }) => cells(section, { name: value, clicks, ...(withViews && { views }) }));
}

/** What is filtered by comes first, so that the figures aren't taken for all clicks. */
function filteredRows(data: FilteredAnalytics, query: DownloadQuery): Cell[][] {
  const { range, clicks, views, filtered_link: link } = data;
  const viewsOf = (row: { views: number | null }) => (row.views === null ? {} : { views: row.views });
  const values = (section: string, rows: readonly FilteredValue[]) =>
    rows.map((row) => cells(section, { name: row.value, clicks: row.clicks, ...viewsOf(row) }));
  return [
    ...filtersOf(query).map(([filter, value]) =>
      cells(
        `filter ${filter}`,
        filter === 'link' && link ? { name: link.title, address: link.short_url } : { name: value },
      ),
    ),
    cells('total', { name: named(range), clicks, ...viewsOf({ views }) }),
    ...data.series
      .filter(isCounted)
      .map((step) => cells(range.unit, { name: named(step), clicks: step.clicks, ...viewsOf(step) })),
    ...data.links.map((row) => cells('link', { name: row.title, address: row.short_url, clicks: row.clicks })),
    ...values('country', data.countries),
    ...values('device', data.devices),
    ...values('referrer', data.referrers),
    ...values('app', data.apps),
  ];
}

function filtersOf(query: DownloadQuery): [AnalyticsFilter, string][] {
  return analyticsFilters.flatMap((filter) => {
    const value = query[filter];
    return value === undefined ? [] : [[filter, value]];
  });
}

type Sorting = { sort?: AnalyticsColumn | undefined; order: 'up' | 'down' };

/** Sorts like the screen; the sort is stable. */
function sorted<Row_ extends AnalyticsLink | AnalyticsProduct>(
  rows: readonly Row_[],
  { sort, order }: Sorting,
): Row_[] {
  if (sort === undefined) return [...rows];
  const valueOf = (row: Row_): number | string => {
    if (sort === 'name') return row.title;
    if (sort === 'sales' || sort === 'commission') return Number(row[sort].amount);
    if (sort === 'earnings_per_click') return Number(row.earnings_per_click?.amount ?? -1);
    return row[sort] ?? -1;
  };
  const direction = order === 'up' ? 1 : -1;
  return rows.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)];
    const compared = typeof a === 'string' ? a.localeCompare(String(b)) : a - Number(b);
    return direction * compared;
  });
}

type DownloadQuery = QueryOf<typeof downloadAnalytics>;
type File = { name: string; text: string };

async function rowsOf(
  ctx: Context,
  actor: Actor,
  params: { merchant_account_id: string },
  query: DownloadQuery,
): Promise<{ range: AnalyticsRange; rows: Cell[][] }> {
  const { merchant_account_id: id } = params;
  const { type } = query;
  const isCompared = query.compare === '1';
  if (filtersOf(query).length > 0) {
    const data = await readFilteredOf(ctx, actor, id, query);
    return { range: data.range, rows: filteredRows(data, query) };
  }
  if (type === 'products') {
    const data = await readProductsOf(ctx, actor, id, query);
    const products = sorted(data.products, query);
    return {
      range: data.range,
      rows: products.map((row) => cells('product', { ...row, name: row.title, address: row.sku })),
    };
  }
  if (type === 'links') {
    const data = await readLinksOf(ctx, actor, id, query);
    const links = sorted(data.links, query);
    return {
      range: data.range,
      rows: links.map((row) =>
        cells(row.link_id === null ? 'discount code' : 'link', { ...row, name: row.title, address: row.short_url }),
      ),
    };
  }
  if (type === 'traffic') {
    const { range, countries, devices, referrers } = await readTrafficOf(ctx, actor, id, query);
    return {
      range,
      rows: [
        ...valueRows('country', countries, true),
        ...valueRows('device', devices, true),
        ...valueRows('referrer', referrers, true),
      ],
    };
  }
  const data = await readAnalyticsOverviewOf(ctx, actor, id, query);
  return { range: data.range, rows: overviewRows(data, isCompared) };
}

/** The file name contains the storefront, the table (or that it is filtered) and the range. */
export async function analyticsFile(
  ctx: Context,
  actor: Actor,
  params: { merchant_account_id: string },
  query: DownloadQuery,
): Promise<File> {
  const { merchantSlug } = await accessMerchantAccount(ctx, actor, params.merchant_account_id);
  const { range, rows } = await rowsOf(ctx, actor, params, query);
  const days = range.from === range.to ? range.from : `${range.from}_${range.to}`;
  const table = filtersOf(query).length > 0 ? 'filtered' : query.type;
  return { name: `${merchantSlug}-${table}-${days}.csv`, text: csvOf(heading, rows) };
}
