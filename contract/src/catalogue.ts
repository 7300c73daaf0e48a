import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { cursorMeta, cursorQuery, id, text, whole } from './values/fields.ts';
import { product } from './storefront.ts';

const merchantParams = z.strictObject({ merchant: id });

export const listCatalogue = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/products',
  summary: "A brand's catalogue",
  access: ['brand'],
  scope: 'own_merchant',
  params: merchantParams,
  query: z.strictObject({ search: z.optional(text({ max: 100 })), ...cursorQuery }),
  reply: z.array(z.omit(product, { placed: true, commission: true })),
  meta: cursorMeta,
  refusals: ['not_found'],
});

export const importRow = z.strictObject({
  line: whole,
  outcome: z.enum(['created', 'updated', 'unchanged', 'refused']),
  sku: z.nullable(z.string()),
  field: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});

export const productImport = z.strictObject({
  id: z.string(),
  source: z.enum(['csv', 'shopify']),
  created: whole,
  updated: whole,
  unchanged: whole,
  refused: whole,
  rows: z.array(importRow),
});

export const importProducts = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/products/import',
  summary:
    'Import products from CSV or a Shopify products.json; good rows go in, each bad row is named with its line and reason',
  access: ['brand'],
  scope: 'own_merchant',
  params: merchantParams,
  body: z.discriminatedUnion('source', [
    z.strictObject({ source: z.literal('csv'), csv: z.string().check(z.minLength(1, 'must not be empty')) }),
    z.strictObject({ source: z.literal('shopify'), products: z.array(z.unknown()).check(z.maxLength(5000)) }),
  ]),
  reply: productImport,
  refusals: ['not_found'],
  perMinute: 30,
  bodyLimit: 5_000_000,
});

export const archiveProduct = endpoint({
  method: 'PATCH',
  path: '/brand/{merchant}/products/{product_id}',
  summary: 'Take a product out of the catalogue, or back into it; storefronts and links keep what they have',
  access: ['brand'],
  scope: 'own_merchant',
  params: z.strictObject({ merchant: id, product_id: id }),
  body: z.strictObject({ archived: z.boolean() }),
  reply: z.strictObject({ id: z.string(), archived: z.boolean() }),
  refusals: ['not_found'],
});
