import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { FieldChange, FileLayout, ProductFileField, ProductImport } from '@vitrine/contract/catalogue.ts';
import { type PriceFormat, priceFormat, writePrice } from '@vitrine/contract/values/prices.ts';
import { formatMoney } from '../format/money.ts';

/** The name of a product's field on the screen; a field that this build does not know keeps its own name. */
export function fieldName(field: string): string {
  const names = new Map([
    ['sku', t`SKU`],
    ['title', t`Name`],
    ['description', t`Description`],
    ['category', t`Category`],
    ['url', t`Link`],
    ['image', t`Picture`],
    ['price', t`Price`],
    ['compare_at_price', t`Compare-at price`],
    ['currency', t`Currency`],
    ['in_stock', t`Stock`],
    ['archived', t`In the catalog`],
    ['status', t`Status`],
    ['published', t`Published`],
    ['gift_card', t`Gift card`],
  ]);
  return names.get(field) ?? field;
}

/** The text for a field's value before or after an import. */
export function fieldText({ field }: FieldChange, value: FieldChange['from']): string {
  if (value === null || value === '') return t`empty`;
  if (field === 'archived') return value === true ? t`no` : t`yes`;
  if (field === 'in_stock') return value === true ? t`In stock` : t`Sold out`;
  return typeof value === 'object' ? formatMoney(value) : String(value);
}

/** The names of what a column of a file can contain. */
export const columnNames: Record<ProductFileField, MessageDescriptor> = {
  sku: msg`SKU`,
  title: msg`Name`,
  url: msg`Link`,
  price: msg`Price`,
  sale_price: msg`Sale price`,
  compare_at_price: msg`Compare-at price`,
  currency: msg`Currency`,
  category: msg`Category`,
  image: msg`Picture`,
  description: msg`Description`,
  in_stock: msg`Stock`,
  status: msg`Status`,
  published: msg`Published`,
  gift_card: msg`Gift card`,
  handle: msg`Handle of the product page`,
  option1: msg`First option of the variant`,
  option2: msg`Second option of the variant`,
  option3: msg`Third option of the variant`,
  variant_image: msg`Picture of the variant`,
  stock_tracker: msg`Inventory tracker`,
  stock_policy: msg`Sold without stock`,
  shop_id: msg`ID in the shop`,
  parent: msg`Parent product`,
  kind: msg`Kind of product`,
};

/** What any file can have; the others are only shown if the file has them. */
export const usualColumns: ReadonlySet<ProductFileField> = new Set([
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
]);

export const importSources: Record<ProductImport['source'], MessageDescriptor> = {
  csv: msg`CSV file`,
  shopify: msg`Shopify file`,
  feed: msg`Product feed`,
};

export const layoutNames: Record<FileLayout, MessageDescriptor | undefined> = {
  shopify: msg`This is a product export of Shopify. Each variant with an SKU becomes one product.`,
  woocommerce: msg`This is a product export of WooCommerce. Each variation with an SKU becomes one product.`,
  google: msg`This is a Google product feed.`,
  own: undefined,
};

const examples = [123_450n, 2490n, 1_280_000n];

/** The ways to write prices, each with three examples. */
export const priceFormats = priceFormat.options.map((format: PriceFormat) => ({
  value: format,
  label: examples.map((amount) => writePrice(amount, 'USD', format)).join('   '),
}));
