import * as z from 'zod/mini';
import { analyticsPresets, analyticsRange, day } from './analytics.ts';
import { fieldChange } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { product } from './storefront.ts';
import { cursorMeta, cursorQuery, id, instant, plainText, text, whole } from './values/fields.ts';
import { money, sentMoney } from './values/money.ts';
import { withRate } from './values/rates.ts';

// The page of a product in its brand's console.

const params = z.strictObject({ merchant: id, product_id: id });
const base = { access: ['brand'], scope: 'own_merchant' } as const;

/** From the most to the least specific kind of rule. */
export const ruleTarget = z.enum([
  'creator_product',
  'group_product',
  'product',
  'creator_category',
  'group_category',
  'category',
  'creator',
  'group',
  'default',
]);
export type RuleTarget = z.output<typeof ruleTarget>;

/** `rates`: what the terms in effect now pay for it, first for everyone, then for each creator with another rate. */
export const brandProduct = z.extend(
  z.omit(product, { placed: true, commission: true, commission_new: true, commission_then: true }),
  {
    archived_at: z.nullable(instant),
    created_at: instant,
    updated_at: instant,
    terms_version: z.nullable(whole),
    rates: z.array(withRate({ creator: z.nullable(z.string()), because: ruleTarget })),
  },
);
export type BrandProduct = z.output<typeof brandProduct>;

const editable = {
  title: text({ max: 1_000 }),
  url: plainText({ max: 2_048 }),
  price: sentMoney,
  compare_at_price: z.nullable(sentMoney),
  category: text({ max: 1_000 }),
  description: text({ max: 20_000 }),
  /** The path of an uploaded picture, or an address. */
  image: z.nullable(plainText({ max: 2_048 })),
  in_stock: z.boolean(),
};

export const createProduct = endpoint({
  ...base,
  right: 'catalog',
  method: 'POST',
  path: '/brand/{merchant}/products',
  summary: 'Add a product by hand, under the rules of an import',
  status: 201,
  params: z.strictObject({ merchant: id }),
  body: z.strictObject({
    ...editable,
    sku: text({ max: 1_000 }),
    compare_at_price: z.optional(editable.compare_at_price),
    category: z.optional(editable.category),
    description: z.optional(editable.description),
    image: z.optional(editable.image),
    in_stock: z.optional(editable.in_stock),
  }),
  reply: brandProduct,
  refusals: ['not_found', 'brand_closed'],
});

export const readProduct = endpoint({
  ...base,
  right: 'view',
  method: 'GET',
  path: '/brand/{merchant}/products/{product_id}',
  summary: 'A product of a brand, active or archived, and what the terms pay for it',
  params,
  reply: brandProduct,
  refusals: ['not_found'],
});

export const changeProduct = endpoint({
  ...base,
  right: 'catalog',
  method: 'PATCH',
  path: '/brand/{merchant}/products/{product_id}',
  summary:
    'Change a product under the rules of an import, archive it or restore it; its SKU stays, because orders name it. Storefronts show the change at once, and links to the old address follow',
  params,
  body: z.strictObject({
    title: z.optional(editable.title),
    url: z.optional(editable.url),
    price: z.optional(editable.price),
    compare_at_price: z.optional(editable.compare_at_price),
    category: z.optional(editable.category),
    description: z.optional(editable.description),
    image: z.optional(editable.image),
    in_stock: z.optional(editable.in_stock),
    archived: z.optional(z.boolean()),
  }),
  reply: z.extend(brandProduct, { archived: z.boolean() }),
  refusals: ['not_found'],
});

export const productChange = z.strictObject({
  id: z.string(),
  at: instant,
  /** Null for changes from before this was recorded. */
  source: z.nullable(z.enum(['import', 'console', 'shop', 'sync', 'feed', 'undo'])),
  by: z.nullable(z.string()),
  is_addition: z.boolean(),
  /** An import's change that was undone. */
  is_undone: z.boolean(),
  /** Empty for an addition. */
  changes: z.array(fieldChange),
});
export type ProductHistoryEntry = z.output<typeof productChange>;

export const listProductChanges = endpoint({
  ...base,
  right: 'view',
  method: 'GET',
  path: '/brand/{merchant}/products/{product_id}/changes',
  summary: 'What changed in a product, newest first, as long as changes are kept',
  params,
  query: z.strictObject(cursorQuery),
  reply: z.array(productChange),
  meta: cursorMeta,
  refusals: ['not_found'],
});

const rangeQuery = {
  preset: z.optional(z.enum(analyticsPresets, `must be one of ${analyticsPresets.join(', ')}`)),
  from: z.optional(day),
  to: z.optional(day),
};

/**
 * `clicks` on links that feature the product; orders, sales and commission of the product itself, whichever link was
 * clicked. Only money in the brand's currency counts, after refunds and reversals.
 */
const productFigures = { clicks: whole, orders: whole, sales: money, commission: money };

export const readProductFigures = endpoint({
  ...base,
  right: 'view',
  method: 'GET',
  path: '/brand/{merchant}/products/{product_id}/figures',
  summary: 'Clicks, orders, net sales and commission of a product over a range, and over the one before',
  readsReplica: true,
  params,
  query: z.strictObject(rangeQuery),
  reply: z.strictObject({
    range: analyticsRange,
    now: z.strictObject(productFigures),
    before: z.strictObject(productFigures),
  }),
  refusals: ['not_found'],
});

export const productCreator = z.strictObject({
  account: z.string(),
  handle: z.string(),
  display_name: z.string(),
  avatar: z.nullable(z.string()),
  /** How often it is on the storefront now; 0 if the creator removed it. */
  placements: whole,
  /** All of these are hidden. */
  is_hidden: z.boolean(),
  since: instant,
  ...productFigures,
});
export type ProductCreator = z.output<typeof productCreator>;

export const listProductCreators = endpoint({
  ...base,
  right: 'view',
  method: 'GET',
  path: '/brand/{merchant}/products/{product_id}/creators',
  summary: 'The creators who feature a product or did, by name, with their figures over a range',
  readsReplica: true,
  params,
  query: z.strictObject({ ...rangeQuery, ...cursorQuery }),
  reply: z.array(productCreator),
  meta: cursorMeta,
  refusals: ['not_found'],
});
