import * as z from 'zod/mini';
import { analyticsPresets, analyticsRange, day } from './analytics.ts';
import { endpoint } from './endpoint.ts';
import { cursorMeta, id, instant, plainText, text, whole } from './values/fields.ts';
import { money } from './values/money.ts';

// The figures of a whole brand, by any dimension and with any filters.

/** What the rows are. */
export const brandDimensions = [
  'creator',
  'group',
  'product',
  'link',
  'code',
  'country',
  'device',
  'channel',
  'day',
] as const;
export type BrandDimension = (typeof brandDimensions)[number];

/** What can be filtered by, in the order of the chips. */
export const brandFilters = ['creator', 'group', 'product', 'link', 'code', 'country', 'device', 'channel'] as const;
export type BrandFilter = (typeof brandFilters)[number];

export const brandAnalyticsColumns = [
  'name',
  'views',
  'clicks',
  'orders',
  'sales',
  'commission',
  'new_customers',
  'conversion',
  'earnings_per_click',
] as const;
export type BrandAnalyticsColumn = (typeof brandAnalyticsColumns)[number];

const dimensionList = brandDimensions.join(', ');
const columnList = brandAnalyticsColumns.join(', ');
const filterText = z.optional(text({ min: 1, max: 120 }));

/**
 * A preset, or `from` and `to` (both included), in the brand's time zone. Default: the last 30 days. `creator` is the id of
 * a creator's account here, `group`, `link` and `product` are ids. `none` is what has no group, no link, no code, or an
 * unknown country, device or channel. `compare`: the same number of days right before, or from the same date a year before.
 */
const asked = {
  preset: z.optional(z.enum(analyticsPresets, `must be one of ${analyticsPresets.join(', ')}`)),
  from: z.optional(day),
  to: z.optional(day),
  by: z._default(z.enum(brandDimensions, `must be one of ${dimensionList}`), 'creator'),
  creator: z.optional(id),
  group: z.optional(id),
  product: z.optional(id),
  link: z.optional(id),
  code: filterText,
  country: filterText,
  device: filterText,
  channel: filterText,
  compare: z.optional(z.enum(['previous', 'year'], 'must be previous or year')),
  sort: z.optional(z.enum(brandAnalyticsColumns, `must be one of ${columnList}`)),
  order: z._default(z.enum(['up', 'down'], 'must be up or down'), 'down'),
};

/**
 * Views and clicks in the range; orders that were placed in it and credited to a creator. Sales are after discounts,
 * refunds and declines, commission after reversals, both in the brand's currency. `new_customers` are orders that were
 * the first of their customer at this brand. Null is what does not exist: views of a link, a product or a code, clicks
 * of a code. Conversion is orders ÷ clicks, earnings per click is commission ÷ clicks, rounded down.
 */
const figures = z.strictObject({
  views: z.nullable(whole),
  clicks: z.nullable(whole),
  orders: whole,
  sales: money,
  commission: money,
  new_customers: whole,
  conversion: z.nullable(z.number()),
  earnings_per_click: z.nullable(money),
});
export type BrandFigures = z.output<typeof figures>;

const step = z.strictObject({
  starts_at: instant,
  from: z.string(),
  to: z.string(),
  state: z.enum(['whole', 'unfinished', 'future', 'before_start']),
  figures,
});
export type BrandStep = z.output<typeof step>;

/**
 * `key` is the value to filter by; null if it can't be filtered by. `name` is null for what has no name here: what the key
 * `none` stands for, and codes of countries, devices and channels, which each reader's language names.
 */
const row = z.strictObject({
  key: z.nullable(z.string()),
  name: z.nullable(z.string()),
  /** Of a creator the handle, of a link its address, of a product its SKU. */
  detail: z.nullable(z.string()),
  image: z.nullable(z.string()),
  figures,
});
export type BrandRow = z.output<typeof row>;

/** A filter that is set, with the name of its value. */
const chosenFilter = z.strictObject({ filter: z.enum(brandFilters), value: z.string(), name: z.nullable(z.string()) });

const reply = z.strictObject({
  range: analyticsRange,
  /** The days that are compared with; null without `compare`. */
  compared: z.nullable(z.strictObject({ from: z.string(), to: z.string() })),
  now: figures,
  before: z.nullable(figures),
  series: z.array(step),
  before_series: z.array(step),
  filters: z.array(chosenFilter),
  rows: z.array(row),
});
export type BrandAnalytics = z.output<typeof reply>;

const base = {
  method: 'GET',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'view',
  params: z.strictObject({ merchant: id }),
  readsReplica: true,
  refusals: ['not_found', 'range_too_long', 'clicks_not_kept', 'busy'],
} as const;

/**
 * The rows of money add up to the totals, to the cent. Orders do not for products and links: one order can have several.
 * Clicks of a link or product with a country, device or channel are counted one by one, as long as they are kept.
 */
export const readBrandAnalytics = endpoint({
  ...base,
  path: '/brand/{merchant}/analytics',
  summary:
    'Views, clicks, orders, sales, commission and new customers of a brand over a range: totals, series, and rows by one dimension, with any filters',
  query: z.strictObject({
    ...asked,
    after: z.optional(plainText({ max: 200 })),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
  }),
  reply,
  meta: z.extend(cursorMeta, { total: whole }),
});

/** All rows in the same order, after a line with the totals. */
export const downloadBrandAnalytics = endpoint({
  ...base,
  path: '/brand/{merchant}/analytics/csv',
  summary: 'The same rows as a CSV file',
  query: z.strictObject(asked),
  reply: z.string(),
  gives: 'text/csv',
});
