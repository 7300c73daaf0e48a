import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, instant, plainText, whole } from './values/fields.ts';
import { money } from './values/money.ts';

/** Preset ranges, in days of the creator's time zone. All end today, except `yesterday` and `last_month`. */
export const analyticsPresets = [
  'today',
  'yesterday',
  'last_7_days',
  'last_28_days',
  'last_30_days',
  'last_90_days',
  'month_to_date',
  'last_month',
  'last_12_months',
] as const;
export type AnalyticsPreset = (typeof analyticsPresets)[number];

export const analyticsTypes = ['overview', 'products', 'links', 'traffic'] as const;
export type AnalyticsType = (typeof analyticsTypes)[number];

/** Sort keys of products and links. */
export const analyticsColumns = [
  'name',
  'clicks',
  'orders',
  'sales',
  'commission',
  'conversion',
  'earnings_per_click',
] as const;
export type AnalyticsColumn = (typeof analyticsColumns)[number];

export const day = z.iso.date({ error: 'must be a date, like 2026-11-20' });

/** A preset, or `from` and `to` (both included). Default: the last 30 days. */
const rangeQuery = {
  preset: z.optional(z.enum(analyticsPresets, `must be one of ${analyticsPresets.join(', ')}`)),
  from: z.optional(day),
  to: z.optional(day),
};
const query = z.strictObject(rangeQuery);
/** With `1`, the response includes the same figures for the previous period. */
const compare = z._default(z.enum(['0', '1']), '0');
const account = z.strictObject({ merchant_account_id: id });

/**
 * The range as days and as exact instants, and the previous period of the same length. `unit` is the length of one step
 * of the series.
 */
export const analyticsRange = z.strictObject({
  preset: z.nullable(z.enum(analyticsPresets)),
  from: z.string(),
  to: z.string(),
  days: whole,
  time_zone: z.string(),
  starts_at: instant,
  ends_at: instant,
  before: z.strictObject({ from: z.string(), to: z.string(), starts_at: instant }),
  unit: z.enum(['hour', 'day', 'week', 'month']),
  as_of: instant,
  /** When the storefront was created. */
  since: instant,
});
export type AnalyticsRange = z.output<typeof analyticsRange>;

/**
 * Orders, sales and commission cover orders that were placed in the range (`placed_at`) and credited to this storefront.
 * Sales are after discounts and refunds, commission is after reversals; both in the storefront's currency. Conversion is
 * orders ÷ clicks, earnings per click is commission ÷ clicks, both rounded down; null without clicks.
 */
const figures = z.strictObject({
  views: whole,
  clicks: whole,
  orders: whole,
  sales: money,
  commission: money,
  conversion: z.nullable(z.number()),
  earnings_per_click: z.nullable(money),
});
export type AnalyticsFigures = z.output<typeof figures>;

/** `state` marks steps before the storefront existed and after now. They have no data, which is not the same as zero. */
const step = z.strictObject({
  starts_at: instant,
  from: z.string(),
  to: z.string(),
  state: z.enum(['whole', 'unfinished', 'future', 'before_start']),
  figures,
});
export type AnalyticsStep = z.output<typeof step>;

const value = z.strictObject({ value: z.string(), clicks: whole, views: whole });
export type AnalyticsValue = z.output<typeof value>;

const link = z.strictObject({
  /** Null: orders with a discount code and no link. */
  link_id: z.nullable(z.string()),
  title: z.string(),
  short_url: z.nullable(z.string()),
  image: z.nullable(z.string()),
  clicks: whole,
});

const sold = {
  orders: whole,
  sales: money,
  commission: money,
  conversion: z.nullable(z.number()),
  earnings_per_click: z.nullable(money),
};

export const analyticsLinkRow = z.extend(link, sold);
export type AnalyticsLink = z.output<typeof analyticsLinkRow>;

export const analyticsProductRow = z.strictObject({
  product_id: z.nullable(z.string()),
  sku: z.string(),
  title: z.string(),
  image: z.nullable(z.string()),
  clicks: whole,
  ...sold,
});
export type AnalyticsProduct = z.output<typeof analyticsProductRow>;

const base = {
  method: 'GET',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: account,
  query,
  readsReplica: true,
  refusals: ['not_found'],
} as const;

const overviewReply = z.strictObject({
  range: analyticsRange,
  now: figures,
  before: figures,
  /** Commission in currencies other than the storefront's. Only `orders` above includes it. */
  also: z.array(z.strictObject({ currency: z.string(), orders: whole, sales: money, commission: money })),
  series: z.array(step),
  /**
   * With `compare`: the previous period, each step as many days earlier as the range is long. A day has 23 or 25 hours
   * when the clocks change.
   */
  before_series: z.array(step),
  links: z.array(link),
  countries: z.array(value),
  devices: z.array(value),
  referrers: z.array(value),
});
export type AnalyticsOverview = z.output<typeof overviewReply>;

export const readAnalyticsOverview = endpoint({
  ...base,
  path: '/merchant-accounts/{merchant_account_id}/analytics/overview',
  summary:
    'Figures of a storefront over a range, as totals and as a series, with the previous period and the sources of clicks',
  query: z.strictObject({ ...rangeQuery, compare }),
  reply: overviewReply,
});

const productsReply = z.strictObject({
  range: analyticsRange,
  now: figures,
  products: z.array(analyticsProductRow),
  total: whole,
});
export type AnalyticsProducts = z.output<typeof productsReply>;

export const readAnalyticsProducts = endpoint({
  ...base,
  path: '/merchant-accounts/{merchant_account_id}/analytics/products',
  summary: 'Clicks and sales by product',
  reply: productsReply,
});

const linksReply = z.strictObject({
  range: analyticsRange,
  now: figures,
  links: z.array(analyticsLinkRow),
  total: whole,
});
export type AnalyticsLinks = z.output<typeof linksReply>;

export const readAnalyticsLinks = endpoint({
  ...base,
  path: '/merchant-accounts/{merchant_account_id}/analytics/links',
  summary: 'Clicks and sales by shortlink',
  reply: linksReply,
});

const trafficReply = z.strictObject({
  range: analyticsRange,
  now: figures,
  countries: z.array(value),
  devices: z.array(value),
  referrers: z.array(value),
});
export type AnalyticsTraffic = z.output<typeof trafficReply>;

export const readAnalyticsTraffic = endpoint({
  ...base,
  path: '/merchant-accounts/{merchant_account_id}/analytics/traffic',
  summary: 'Clicks and views by country, device and referrer',
  reply: trafficReply,
});

const filterText = z.optional(plainText({ min: 1, max: 255 }));

/** Only clicks with all of these. A link or product that is not the storefront's has no clicks. */
const filterQuery = {
  country: filterText,
  device: filterText,
  referrer: filterText,
  app: filterText,
  link: z.optional(id),
  product: z.optional(id),
};
export const analyticsFilters = ['country', 'device', 'referrer', 'app', 'link', 'product'] as const;
export type AnalyticsFilter = (typeof analyticsFilters)[number];

/** Views are null if a filter is an app, a link or a product, which views don't have. */
const filteredValue = z.strictObject({ value: z.string(), clicks: whole, views: z.nullable(whole) });
export type FilteredValue = z.output<typeof filteredValue>;

const filteredReply = z.strictObject({
  range: analyticsRange,
  clicks: whole,
  views: z.nullable(whole),
  series: z.array(
    z.strictObject({
      starts_at: instant,
      from: z.string(),
      to: z.string(),
      state: z.enum(['whole', 'unfinished', 'future', 'before_start']),
      clicks: whole,
      views: z.nullable(whole),
    }),
  ),
  links: z.array(link),
  /** The link that is filtered by, with its clicks; null without one, or if it is not the storefront's. */
  filtered_link: z.nullable(link),
  countries: z.array(filteredValue),
  devices: z.array(filteredValue),
  referrers: z.array(filteredValue),
  apps: z.array(filteredValue),
});
export type FilteredAnalytics = z.output<typeof filteredReply>;

const filteredRefusals = ['not_found', 'range_too_long', 'clicks_not_kept', 'busy'] as const;

/**
 * Counted click by click. An installation without ClickHouse counts at most 92 days, and every installation only as long
 * as clicks are kept.
 */
export const readFilteredAnalytics = endpoint({
  ...base,
  path: '/merchant-accounts/{merchant_account_id}/analytics/filtered',
  summary: 'Clicks and views by any combination of country, device, referrer, app, link and product',
  query: z.strictObject({ ...rangeQuery, ...filterQuery }),
  reply: filteredReply,
  refusals: filteredRefusals,
});

/**
 * One of the analytics tables as text/csv: the same query, the same rows in the same order. With a filter, it has what the
 * filtered analytics have, whatever the type.
 */
export const downloadAnalytics = endpoint({
  ...base,
  path: '/merchant-accounts/{merchant_account_id}/analytics/csv',
  summary: 'One of the analytics tables as a CSV file',
  query: z.strictObject({
    ...rangeQuery,
    ...filterQuery,
    type: z._default(z.enum(analyticsTypes), 'overview'),
    compare,
    sort: z.optional(z.enum(analyticsColumns)),
    order: z._default(z.enum(['up', 'down']), 'down'),
  }),
  reply: z.string(),
  refusals: filteredRefusals,
  ownerOnly: true,
  gives: 'text/csv',
});
