import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { cursorMeta, cursorQuery, id, instant, text, whole } from './values/fields.ts';
import { distinctList, list } from './values/list.ts';
import { money } from './values/money.ts';
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
  query: z.strictObject({ search: z.optional(text({ max: 100 })), ...cursorQuery }),
  reply: z.array(z.omit(product, { placed: true, commission: true })),
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

export const importRow = z.strictObject({
  line: whole,
  outcome: z.enum(['created', 'updated', 'unchanged', 'refused']),
  sku: z.nullable(z.string()),
  title: z.nullable(z.string()),
  /** For a refused row: the field, the value that was sent, and what would be valid. */
  field: z.nullable(z.string()),
  value: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  changes: z.array(fieldChange),
  /** Fields whose cell is empty although the product has a value. They are cleared only if `clear` lists them. */
  clears: z.array(clearableField),
});

export const productImport = z.strictObject({
  /** Null for a preview, which stores nothing. */
  id: z.nullable(z.string()),
  preview: z.boolean(),
  source: z.enum(['csv', 'shopify']),
  created: whole,
  updated: whole,
  unchanged: whole,
  refused: whole,
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

export const importProducts = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/products/import',
  summary:
    'Import products from CSV or a Shopify products.json; a missing column changes nothing, and each refused row is listed with its line and reason',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'catalog',
  params: merchantParams,
  body: z.discriminatedUnion('source', [
    z.strictObject({
      source: z.literal('csv'),
      csv: z.string().check(z.minLength(1, 'must not be empty')),
      ...importChoices,
    }),
    z.strictObject({
      source: z.literal('shopify'),
      products: list(z.unknown(), { max: 5_000, noun: 'products' }),
      ...importChoices,
    }),
  ]),
  reply: productImport,
  refusals: ['not_found', 'brand_closed'],
  perMinute: 30,
  bodyLimit: 5_000_000,
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
      source: z.enum(['csv', 'shopify']),
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

export const archiveProduct = endpoint({
  method: 'PATCH',
  path: '/brand/{merchant}/products/{product_id}',
  summary: 'Archive or restore a product; storefronts and links that use it stay the same',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'catalog',
  params: z.strictObject({ merchant: id, product_id: id }),
  body: z.strictObject({ archived: z.boolean() }),
  reply: z.strictObject({ id: z.string(), archived: z.boolean() }),
  refusals: ['not_found'],
});

const sentText = (longest: number) => z.string().check(z.maxLength(longest, `must have at most ${longest} characters`));
const clearableText = (longest: number) => z.optional(z.nullable(sentText(longest)));

/** A product as a shop sends it. A field that is left out keeps its value, and null clears it. */
const sentProduct = z.strictObject({
  sku: sentText(200),
  title: sentText(300),
  url: sentText(2_048),
  price: money,
  compare_at_price: z.optional(z.nullable(money)),
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
  query: listCatalogue.query,
  reply: listCatalogue.reply,
  meta: cursorMeta,
});
