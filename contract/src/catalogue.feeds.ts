import * as z from 'zod/mini';
import { productFileField, productImport } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { feedFault } from './values/feed-faults.ts';
import { id, instant, text, whole } from './values/fields.ts';
import { list } from './values/list.ts';
import { priceFormat } from './values/prices.ts';

// A product feed: a table of products at an https address, which is fetched and imported on a schedule. A brand has one.

const hours = z.union([z.literal(1), z.literal(6), z.literal(24)]);

/** `unchanged`: the feed was read and nothing differs. `not_modified`: its server said that it hasn't changed. */
export const feedRun = z.strictObject({
  id: z.string(),
  started_at: instant,
  took_ms: whole,
  status: z.enum(['changed', 'unchanged', 'not_modified', 'stopped', 'failed']),
  created: whole,
  updated: whole,
  archived: whole,
  unchanged: whole,
  refused: whole,
  fault: z.nullable(feedFault),
  /** What was seen, such as a status, an address or the first characters of the answer. */
  seen: z.string(),
});
export type FeedRun = z.output<typeof feedRun>;

export const productFeed = z.strictObject({
  url: z.string(),
  every_hours: hours,
  state: z.enum(['on', 'paused']),
  /** It is being fetched, or about to be. */
  is_fetching: z.boolean(),
  /** Null while it is paused. */
  next_run_at: z.nullable(instant),
  /** Failed runs in a row. */
  failures: whole,
  /** The feed had fewer than half of its products: nothing is imported until that is confirmed. */
  stopped: z.nullable(z.strictObject({ products: whole, before: whole })),
  /** How many products the last imported feed had. */
  products: whole,
  /** The newest 20 runs, the latest first. */
  runs: z.array(feedRun),
});
export type ProductFeed = z.output<typeof productFeed>;

const params = z.strictObject({ merchant: id });
const base = { access: ['brand'], scope: 'own_merchant', params } as const;

export const readProductFeed = endpoint({
  ...base,
  method: 'GET',
  path: '/brand/{merchant}/products/feed',
  summary: "A brand's product feed with its last runs; null without one",
  // Addresses of feeds often contain a key.
  right: 'catalog',
  reply: z.nullable(productFeed),
  refusals: ['not_found'],
});

const url = text({ min: 1, max: 1_000 }).register(z.globalRegistry, {
  examples: ['https://shop.example/feeds/products.csv'],
});
const column = z
  .strictObject({ field: productFileField, heading: z.nullable(text({ max: 10_000 })) })
  .register(z.globalRegistry, { examples: [{ field: 'sku', heading: 'Article number' }] });

const source = {
  url,
  /** As for a file: replaces what the names of the columns say. */
  columns: z.optional(list(column, { max: productFileField.options.length, noun: 'columns' })),
  /** How the brand writes prices; the kept answer if omitted. */
  price_format: z.optional(priceFormat),
};

export const previewProductFeed = endpoint({
  ...base,
  method: 'POST',
  path: '/brand/{merchant}/products/feed/preview',
  summary: 'Fetch an address once and return what importing it as the product feed would change; stores nothing',
  right: 'catalog',
  body: z.strictObject(source),
  reply: productImport,
  refusals: ['not_found', 'brand_closed', 'conflict', 'busy'],
  perMinute: 20,
});

export const saveProductFeed = endpoint({
  ...base,
  method: 'PUT',
  path: '/brand/{merchant}/products/feed',
  summary: 'Set the address of the product feed and how often it is fetched; the first run begins at once',
  right: 'catalog',
  body: z.strictObject({ ...source, every_hours: hours }),
  reply: productFeed,
  refusals: ['not_found', 'brand_closed'],
  perMinute: 30,
});

export const changeProductFeed = endpoint({
  ...base,
  method: 'PATCH',
  path: '/brand/{merchant}/products/feed',
  summary: 'Change how often the product feed is fetched, pause it or resume it; omitted fields stay',
  right: 'catalog',
  body: z.strictObject({ every_hours: z.optional(hours), state: z.optional(z.enum(['on', 'paused'])) }),
  reply: productFeed,
  refusals: ['not_found', 'brand_closed'],
});

export const fetchProductFeed = endpoint({
  ...base,
  method: 'POST',
  path: '/brand/{merchant}/products/feed/fetch',
  summary: 'Fetch the product feed now; `confirm` also imports one that has fewer than half of its products',
  right: 'catalog',
  body: z.strictObject({ confirm: z.optional(z.boolean()) }),
  reply: productFeed,
  refusals: ['not_found', 'conflict', 'brand_closed'],
  perMinute: 10,
});

export const removeProductFeed = endpoint({
  ...base,
  method: 'DELETE',
  path: '/brand/{merchant}/products/feed',
  summary: 'Remove the product feed with its runs; its products stay as they are',
  right: 'catalog',
  reply: z.strictObject({ removed: z.literal(true) }),
  refusals: ['not_found'],
});
