import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { cursorMeta, cursorQuery, id, instant, name, plainText, sentWhole, text, whole } from './values/fields.ts';
import { linkTakedown } from './values/link-takedown.ts';
import { list } from './values/list.ts';
import { money } from './values/money.ts';
import { nextRate } from './terms.ts';
import { commissionRate } from './values/rates.ts';

const account = z.strictObject({ merchant_account_id: id });

/**
 * A product of a brand's catalog, as its creators see it. `commission` is the current rate for it, `commission_then` the
 * next one, if the terms that are published so far change it.
 */
export const product = z.strictObject({
  id: z.string(),
  sku: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  url: z.string(),
  image: z.nullable(z.string()),
  price: money,
  compare_at_price: z.nullable(money),
  in_stock: z.boolean(),
  commission: z.nullable(commissionRate),
  /** Of an order of a customer who is new to the brand; left out if it earns the same as any other. */
  commission_new: z.optional(commissionRate),
  commission_then: z.nullable(nextRate),
  placed: z.boolean(),
});
export type Product = z.output<typeof product>;

/**
 * A product on a creator's storefront. `short_url` is the link to share; `position` counts within its collection, or
 * among the placements without a collection.
 */
export const placement = z.strictObject({
  id: z.string(),
  product: z.omit(product, { placed: true }),
  collection_id: z.nullable(z.string()),
  link_id: z.string(),
  short_url: z.string(),
  takedown: z.nullable(linkTakedown),
  position: whole,
  title: z.nullable(z.string()),
  note: z.string(),
  hidden: z.boolean(),
  clicks: whole,
  hits: whole,
  clicks_last_30_days: whole,
  last_click_at: z.nullable(instant),
});
export type Placement = z.output<typeof placement>;

export const listPlacements = endpoint({
  method: 'GET',
  path: '/merchant-accounts/{merchant_account_id}/placements',
  summary: 'The products of a storefront with their shortlinks and clicks, in the order shoppers see',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: account,
  query: z.strictObject({
    search: z.optional(text({ max: 100 })),
    /** Only the products of this collection. */
    collection_id: z.optional(id),
    ...cursorQuery,
  }),
  reply: z.array(placement),
  meta: z.strictObject({
    next_cursor: z.nullable(z.string()),
    /** Of the whole storefront. */
    total: whole,
    hidden: whole,
    /** On all links of the storefront, including those without a product. */
    clicks_last_30_days: whole,
  }),
  refusals: ['not_found'],
});

export const searchProducts = endpoint({
  method: 'GET',
  path: '/merchant-accounts/{merchant_account_id}/products',
  summary: "Search the brand's catalog",
  access: ['creator'],
  scope: 'own_merchant_account',
  params: account,
  query: z.strictObject({ search: z.optional(text({ max: 100 })), ...cursorQuery }),
  reply: z.array(product),
  meta: cursorMeta,
  refusals: ['not_found'],
});

export const findProductByAddress = endpoint({
  method: 'GET',
  path: '/merchant-accounts/{merchant_account_id}/products/by-address',
  summary: 'Find the product of a shop page by its address; null if the page is not a product',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: account,
  query: z.strictObject({ address: plainText({ max: 2_048 }) }),
  reply: z.strictObject({ address: z.string(), product: z.nullable(product) }),
  refusals: ['not_found'],
});

export const addPlacement = endpoint({
  method: 'POST',
  path: '/merchant-accounts/{merchant_account_id}/placements',
  summary: 'Add a product to the storefront; it gets its own shortlink',
  access: ['creator'],
  scope: 'own_merchant_account',
  status: 201,
  params: account,
  body: z.strictObject({
    product_id: id,
    collection_id: z.optional(z.nullable(id)),
    title: z.optional(z.nullable(name({ min: 0, max: 120 }))),
    note: z.optional(text({ max: 500 })),
  }),
  reply: placement,
  refusals: ['not_found', 'brand_paused', 'brand_closed', 'account_paused', 'account_ended'],
  allowedInAssistMode: true,
});

const placementParams = z.strictObject({ merchant_account_id: id, placement_id: id });

export const changePlacement = endpoint({
  method: 'PATCH',
  path: '/merchant-accounts/{merchant_account_id}/placements/{placement_id}',
  summary: 'Change title, note, visibility, collection or position of a placement',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: placementParams,
  body: z.strictObject({
    title: z.optional(z.nullable(name({ min: 0, max: 120 }))),
    note: z.optional(text({ max: 500 })),
    hidden: z.optional(z.boolean()),
    collection_id: z.optional(z.nullable(id)),
    position: z.optional(sentWhole),
  }),
  reply: placement,
  refusals: ['not_found', 'account_paused', 'account_ended'],
  allowedInAssistMode: true,
});

export const removePlacement = endpoint({
  method: 'DELETE',
  path: '/merchant-accounts/{merchant_account_id}/placements/{placement_id}',
  summary: 'Remove a product from the storefront; its shortlink keeps working and its figures are kept',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: placementParams,
  reply: z.strictObject({ removed: z.literal(true) }),
  refusals: ['not_found', 'account_paused', 'account_ended'],
  allowedInAssistMode: true,
});

/**
 * A group of placements with a title. `products` counts its placements, including hidden ones; `pictures` are those of
 * the first four.
 */
export const collection = z.strictObject({
  id: z.string(),
  title: z.string(),
  position: whole,
  hidden: z.boolean(),
  products: whole,
  pictures: z.array(z.strictObject({ title: z.string(), image: z.nullable(z.string()) })),
});
export type Collection = z.output<typeof collection>;

const collectionTitle = name({ max: 80 });
const collectionParams = z.strictObject({ merchant_account_id: id, collection_id: id });

export const listCollections = endpoint({
  method: 'GET',
  path: '/merchant-accounts/{merchant_account_id}/collections',
  summary: 'The collections of a storefront, in the order shoppers see',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: account,
  reply: z.array(collection),
  refusals: ['not_found'],
});

export const createCollection = endpoint({
  method: 'POST',
  path: '/merchant-accounts/{merchant_account_id}/collections',
  summary: 'Create a collection; it is added at the end',
  access: ['creator'],
  scope: 'own_merchant_account',
  status: 201,
  params: account,
  body: z.strictObject({ title: collectionTitle }),
  reply: collection,
  refusals: ['not_found', 'account_paused', 'account_ended'],
  allowedInAssistMode: true,
});

export const changeCollection = endpoint({
  method: 'PATCH',
  path: '/merchant-accounts/{merchant_account_id}/collections/{collection_id}',
  summary: 'Change title, position or visibility of a collection',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: collectionParams,
  body: z.strictObject({
    title: z.optional(collectionTitle),
    hidden: z.optional(z.boolean()),
    position: z.optional(sentWhole),
  }),
  reply: collection,
  refusals: ['not_found', 'account_paused', 'account_ended'],
  allowedInAssistMode: true,
});

export const fillCollection = endpoint({
  method: 'PUT',
  path: '/merchant-accounts/{merchant_account_id}/collections/{collection_id}/placements',
  summary: 'Set the placements of a collection and their order; omitted ones stay on the storefront',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: collectionParams,
  body: z.strictObject({ placement_ids: list(id, { max: 500, noun: 'placements' }) }),
  reply: collection,
  refusals: ['not_found', 'account_paused', 'account_ended'],
  allowedInAssistMode: true,
});

export const removeCollection = endpoint({
  method: 'DELETE',
  path: '/merchant-accounts/{merchant_account_id}/collections/{collection_id}',
  summary: 'Remove a collection, with or without its products; shortlinks keep working',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: collectionParams,
  query: z.strictObject({ products: z._default(z.enum(['keep', 'remove']), 'keep') }),
  reply: z.strictObject({ removed: z.literal(true) }),
  refusals: ['not_found', 'account_paused', 'account_ended'],
  allowedInAssistMode: true,
});
