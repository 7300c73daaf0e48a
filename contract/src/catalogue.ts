import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { cursorMeta, cursorQuery, fileText, id, instant, text, whole } from './values/fields.ts';
import { distinctList, list } from './values/list.ts';
import { money, sentMoney } from './values/money.ts';
import { priceFormat } from './values/prices.ts';
import { commissionRate } from './values/rates.ts';
import { product } from './storefront.ts';

const merchantParams = z.strictObject({ merchant: id });

export const listCatalogue = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/products',
  summary: "A brand's catalog",
  access: ['brand'],
  scope: 'own_merchant',
  right: 'view',
  params: merchantParams,
  query: z.strictObject({
    search: z.optional(text({ max: 100 })),
    /** Archived products are a list of their own. */
    state: z._default(z.enum(['active', 'archived']), 'active'),
    ...cursorQuery,
  }),
  reply: z.array(z.omit(product, { placed: true, commission: true, commission_new: true, commission_then: true })),
  meta: cursorMeta,
  refusals: ['not_found'],
});

/** Fields that an import may clear once the user has confirmed it. An empty cell in any other column changes nothing. */
export const clearableField = z.enum(['description', 'category', 'image', 'compare_at_price']);
export type ClearableField = z.output<typeof clearableField>;

const fieldValue = z.nullable(z.union([z.string(), z.boolean(), money]));

/** A product field that an import changes. Texts are cut to 200 characters. */
export const fieldChange = z.strictObject({
  field: z.enum([
    'title',
    'description',
    'category',
    'url',
    'image',
    'price',
    'compare_at_price',
    'currency',
    'in_stock',
    'archived',
  ]),
  from: fieldValue,
  to: fieldValue,
});
export type FieldChange = z.output<typeof fieldChange>;

/**
 * What a column of a product file can contain, in Shopify's, WooCommerce's, Google's or one's own words. `sale_price` is
 * what is paid now; `price` is then the price before. Rows with the same `handle` or `parent` are variants of one product.
 */
export const productFileField = z.enum([
  'sku',
  'title',
  'url',
  'price',
  'sale_price',
  'compare_at_price',
  'currency',
  'category',
  'image',
  'description',
  'in_stock',
  'status',
  'published',
  'gift_card',
  'handle',
  'option1',
  'option2',
  'option3',
  'variant_image',
  'stock_tracker',
  'stock_policy',
  'shop_id',
  'parent',
  'kind',
]);
export type ProductFileField = z.output<typeof productFileField>;

export const fileLayout = z.enum(['shopify', 'woocommerce', 'google', 'own']);
export type FileLayout = z.output<typeof fileLayout>;

/**
 * A rate that a change of a product changes. Without creator: for all that have no rate of their own for it. At most 20
 * creators are listed.
 */
export const rateChange = z.strictObject({
  creator: z.nullable(z.string()),
  from: z.nullable(commissionRate),
  to: z.nullable(commissionRate),
});
export type RateChange = z.output<typeof rateChange>;

/** `skipped`: a new product that its shop doesn't sell yet, such as a draft, or a gift card. */
export const importRow = z.strictObject({
  line: whole,
  outcome: z.enum(['created', 'updated', 'unchanged', 'skipped', 'refused']),
  sku: z.nullable(z.string()),
  title: z.nullable(z.string()),
  /** For a refused row: the field, the value that was sent, and what would be valid. For a gift card: why it is left out. */
  field: z.nullable(z.string()),
  value: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  changes: z.array(fieldChange),
  /** Fields whose cell is empty although the product has a value. They are cleared only if `clear` lists them. */
  clears: z.array(clearableField),
  /** Rates that the changes change, under the terms in effect now. */
  rates: z.array(rateChange),
});

/** How the file was read. */
export const productFile = z.strictObject({
  layout: fileLayout,
  /** The first row. */
  headings: z.array(z.string()),
  /** Which column is read as what. */
  columns: z.array(z.strictObject({ field: productFileField, heading: z.nullable(z.string()) })),
  /** Required fields without a column; only a preview has any, and then no rows. */
  missing: z.array(productFileField),
  /** How the brand writes prices; null until it has said so. */
  price_format: z.nullable(priceFormat),
  /** A price that means two things while that isn't known, with both; null means not payable in the currency. */
  ambiguous: z.nullable(
    z.strictObject({ text: z.string(), thousands: z.nullable(money), decimals: z.nullable(money) }),
  ),
});
export type ProductFile = z.output<typeof productFile>;

/** `feed`: the product feed that is fetched from its address. */
export const importSource = z.enum(['csv', 'shopify', 'feed']);

export const productImport = z.strictObject({
  /** Null for a preview, which stores nothing. */
  id: z.nullable(z.string()),
  preview: z.boolean(),
  source: importSource,
  created: whole,
  updated: whole,
  /** Those of `updated` that are archived, because their shop doesn't sell them any more. */
  archived: whole,
  unchanged: whole,
  skipped: whole,
  refused: whole,
  /** Null for a Shopify products.json. */
  file: z.nullable(productFile),
  /** For each field that empty cells would clear: the number of products, and whether `clear` confirmed it. */
  clears: z.array(z.strictObject({ field: clearableField, products: whole, confirmed: z.boolean() })),
  rows: z.array(importRow),
});
export type ProductImport = z.output<typeof productImport>;

const importChoices = {
  /** Returns what the import would do and stores nothing. */
  preview: z.optional(z.boolean()),
  /** Fields that empty cells may clear. In all other fields an empty cell changes nothing. */
  clear: z.optional(distinctList(clearableField, { max: clearableField.options.length, noun: 'fields' })),
};

const column = z
  .strictObject({ field: productFileField, heading: z.nullable(text({ max: 10_000 })) })
  .register(z.globalRegistry, { examples: [{ field: 'sku', heading: 'Article number' }] });

export const importProducts = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/products/import',
  summary:
    'Import products from CSV (of Shopify, of WooCommerce, a Google feed, or one’s own) or a Shopify products.json; a missing column changes nothing, and each refused row is listed with its line and reason',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'catalog',
  params: merchantParams,
  body: z.discriminatedUnion('source', [
    z.strictObject({
      source: z.literal('csv'),
      csv: fileText,
      /** Replaces what the names of the columns say; a null heading reads no column as this field. */
      columns: z.optional(list(column, { max: productFileField.options.length, noun: 'columns' })),
      /** How the brand writes prices. It is kept when the file is imported; the kept one if omitted. */
      price_format: z.optional(priceFormat),
      ...importChoices,
    }),
    z.strictObject({
      source: z.literal('shopify'),
      products: list(z.unknown(), { max: 25_000, noun: 'products' }),
      ...importChoices,
    }),
  ]),
  reply: productImport,
  refusals: ['not_found', 'brand_closed', 'busy'],
  perMinute: 30,
  bodyLimit: 15_000_000,
  readApart: true,
});

export const importUndo = z.strictObject({
  id: z.string(),
  undone_at: instant,
  /** Products whose old values were restored. */
  restored: whole,
  /** Products that the import had added and that are now archived. */
  archived: whole,
  /** Fields that were changed after the import. They keep the newer value; at most 500 products are listed. */
  left_products: whole,
  left: z.array(z.strictObject({ sku: z.string(), title: z.string(), fields: z.array(z.string()) })),
});
export type ImportUndo = z.output<typeof importUndo>;

export const listImports = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/products/imports',
  summary:
    "The newest 20 imports that changed a brand's catalog, and whether each can still be undone (within 30 days)",
  access: ['brand'],
  scope: 'own_merchant',
  right: 'view',
  params: merchantParams,
  reply: z.array(
    z.strictObject({
      id: z.string(),
      source: importSource,
      created_at: instant,
      created_by: z.nullable(z.string()),
      created: whole,
      updated: whole,
      unchanged: whole,
      refused: whole,
      /** `expired`: the old values are no longer stored. */
      undo: z.enum(['possible', 'done', 'expired']),
      undone_at: z.nullable(instant),
      undone_by: z.nullable(z.string()),
    }),
  ),
  refusals: ['not_found'],
});

export const undoImport = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/products/imports/{import_id}/undo',
  summary: 'Undo an import: changed fields get their old values back, added products are archived, later changes stay',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'catalog',
  params: z.strictObject({ merchant: id, import_id: id }),
  reply: importUndo,
  refusals: ['not_found', 'import_too_old'],
  perMinute: 30,
});

const sentText = (longest: number) => z.string().check(z.maxLength(longest, `must have at most ${longest} characters`));
const clearableText = (longest: number) => z.optional(z.nullable(sentText(longest)));

/** A product as a shop sends it. A field that is left out keeps its value, and null clears it. */
const sentProduct = z.strictObject({
  sku: sentText(200),
  title: sentText(300),
  url: sentText(2_048),
  price: sentMoney,
  compare_at_price: z.optional(z.nullable(sentMoney)),
  description: clearableText(5_000),
  category: clearableText(200),
  image: clearableText(2_048),
  in_stock: z.optional(z.boolean()),
});
export type SentProduct = z.output<typeof sentProduct>;

export const syncProducts = endpoint({
  method: 'PUT',
  path: '/products',
  summary:
    'Add or change up to 500 products by sku, by a shop with the permission products:write; each product gets an answer, and a refused one stops no other',
  access: ['shop'],
  scope: 'own_merchant',
  body: z.strictObject({ products: list(sentProduct, { min: 1, max: 500, noun: 'products' }) }),
  reply: z.strictObject({
    created: whole,
    updated: whole,
    unchanged: whole,
    refused: whole,
    /** In the order of the request. */
    products: z.array(
      z.strictObject({
        /** The position in the request, from 0. */
        position: whole,
        sku: z.nullable(z.string()),
        outcome: z.enum(['created', 'updated', 'unchanged', 'refused']),
        field: z.nullable(z.string()),
        value: z.nullable(z.string()),
        reason: z.nullable(z.string()),
      }),
    ),
  }),
  refusals: ['brand_closed'],
  perMinute: 60,
  bodyLimit: 5_000_000,
});

export const listShopProducts = endpoint({
  method: 'GET',
  path: '/products',
  summary: 'The products of a shop by title, with the permission products:read',
  access: ['shop'],
  scope: 'own_merchant',
  query: z.strictObject({ search: z.optional(text({ max: 100 })), ...cursorQuery }),
  reply: listCatalogue.reply,
  meta: cursorMeta,
});
