// What the columns of a product file are, by their names in the exports of Shopify and WooCommerce, in Google's product
// data, and as people write them. Pure.
import {
  type FileLayout,
  type ProductFile,
  productFileField,
  type ProductFileField,
} from '@vitrine/contract/catalogue.ts';
import { assignColumns, type Columns, plainHeading, recognizeColumns } from '../platform/csv.columns.ts';
import { invalid } from '../platform/refusal.ts';

export type ProductColumns = Columns<ProductFileField>;

type Names = Record<ProductFileField, readonly string[]>;

/** In lower case and without punctuation; the first one that the file has is used. */
const usualNames: Names = {
  sku: ['sku', 'variant sku', 'product sku', 'item sku', 'id', 'offer id', 'article number', 'item number'],
  title: ['title', 'name', 'product title', 'product name', 'item title'],
  url: ['url', 'link', 'product url', 'product link', 'permalink', 'address'],
  price: ['price', 'variant price', 'regular price', 'product price'],
  sale_price: ['sale price', 'special price', 'discounted price'],
  compare_at_price: ['compare at price', 'variant compare at price', 'compare price', 'list price', 'rrp', 'msrp'],
  currency: ['currency', 'currency code'],
  category: ['category', 'product type', 'type', 'categories', 'product category', 'google product category'],
  image: ['image', 'image url', 'image link', 'image src', 'product image url', 'images', 'picture'],
  description: ['description', 'body html', 'body', 'short description'],
  in_stock: [
    'in stock',
    'availability',
    'stock',
    'variant inventory qty',
    'inventory quantity',
    'inventory qty',
    'quantity',
    'stock quantity',
  ],
  status: ['status'],
  published: ['published', 'published on online store'],
  gift_card: ['gift card'],
  handle: ['handle', 'url handle'],
  option1: ['option1 value', 'option 1 value'],
  option2: ['option2 value', 'option 2 value'],
  option3: ['option3 value', 'option 3 value'],
  variant_image: ['variant image', 'variant image url'],
  stock_tracker: ['variant inventory tracker', 'inventory tracker'],
  stock_policy: ['variant inventory policy', 'continue selling when out of stock'],
  shop_id: [],
  parent: [],
  kind: [],
};

const namesOf: Record<FileLayout, Names> = {
  own: usualNames,
  // Product Category is Shopify's taxonomy; Type is what the brand calls it.
  shopify: { ...usualNames, category: ['type', 'product type', 'product category'] },
  // Type tells simple products from variations.
  woocommerce: {
    ...usualNames,
    sku: ['sku'],
    price: ['regular price', 'price'],
    category: ['categories', 'category'],
    shop_id: ['id'],
    parent: ['parent'],
    kind: ['type'],
  },
  google: { ...usualNames, category: ['product type', 'google product category', 'category'] },
};

/** Whose export a file is. A single known name doesn't tell, because everyone has a title and a price. */
export function fileLayoutOf(headings: readonly string[]): FileLayout {
  const found = new Set(headings.map(plainHeading));
  const has = (...names: string[]) => names.some((name) => found.has(name));
  if (has('handle', 'url handle') && has('variant price', 'variant sku', 'option1 name', 'option1 value'))
    return 'shopify';
  if (has('regular price') && has('sku') && has('type', 'categories', 'published')) return 'woocommerce';
  if (has('image link', 'additional image link') && has('link') && has('id')) return 'google';
  return 'own';
}

/** A file of Shopify or WooCommerce has no addresses, but what they are made of. */
function hasAddress(columns: ProductColumns): boolean {
  return columns.has('url') || columns.has('handle') || columns.has('shop_id');
}

export function missingColumns(columns: ProductColumns): ProductFileField[] {
  const missing = (['sku', 'title', 'url', 'price'] as const).filter((field) => !columns.has(field));
  return missing.filter((field) => field !== 'url' || !hasAddress(columns));
}

/** A column that is there twice can't be read: nobody knows which one is right. */
function refuseDoubles(headings: readonly string[], columns: ProductColumns): void {
  const names = headings.map(plainHeading);
  const fieldAt = new Map<number, ProductFileField>();
  for (const [field, place] of columns) {
    const heading = headings[place]?.trim() ?? '';
    const other = fieldAt.get(place);
    if (other !== undefined)
      throw invalid(
        'columns',
        `must not read the column “${heading}” as both ${other} and ${field}; choose another column`,
      );
    fieldAt.set(place, field);
    const again = names.indexOf(plainHeading(heading), names.indexOf(plainHeading(heading)) + 1);
    if (plainHeading(heading) !== '' && again >= 0)
      throw invalid(
        'csv',
        `must have each column only once; ${heading} appears twice, as columns ${names.indexOf(plainHeading(heading)) + 1} and ${again + 1}. Rename or remove one of them`,
      );
  }
}

/** What each column is. `assigned` replaces what the names say. */
export function productColumns(
  headings: readonly string[],
  layout: FileLayout,
  assigned: ProductFile['columns'],
): Map<ProductFileField, number> {
  const fields = assigned.map(({ field }) => field);
  const twice = fields.find((field, index) => fields.indexOf(field) !== index);
  if (twice !== undefined)
    throw invalid(
      `columns.${fields.lastIndexOf(twice)}.field`,
      `must not be ${twice} again; each field has one column`,
    );
  const recognized = recognizeColumns(headings, productFileField.options, namesOf[layout]);
  const taken = new Set(assigned.map(({ heading }) => heading));
  // A column that the user gives to another field is no longer the one it was recognized as.
  for (const [field, place] of recognized)
    if (!fields.includes(field) && taken.has(headings[place]?.trim() ?? '')) recognized.delete(field);
  const columns = assignColumns(headings, recognized, assigned);
  refuseDoubles(headings, columns);
  return columns;
}
