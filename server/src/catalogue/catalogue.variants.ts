// Makes one product for each SKU from the rows of a file, as the shop's own API gives them:
//  - a variant has the texts of its product and its options in the title;
//  - a row that only adds a picture, and a product that is sold only as its variants, are no rows of the catalog;
//  - an address is made from what the file has, because Shopify and WooCommerce don't export any.
import type { FileLayout, ProductFileField } from '@vitrine/contract/catalogue.ts';
import type { SentRow } from './catalogue.rows.ts';
import { cut, textOfMarkup } from './markup.ts';
import { pageOfShop } from './shop.pages.ts';

export type ProductFileRow = { line: number; values: Partial<Record<ProductFileField, string>>; fault?: string };
type Values = ProductFileRow['values'];

const filled = (value: string | undefined) => (value ?? '').trim();

/** In Shopify's file, only the first row of a product has what its variants share. */
const shared = ['title', 'description', 'category', 'status', 'published', 'gift_card', 'url'] as const;

function optionsOf(values: Values): string {
  return (['option1', 'option2', 'option3'] as const)
    .map((field) => filled(values[field]))
    .filter((option) => option !== '' && option !== 'Default Title')
    .join(' / ');
}

/** What is not counted is always for sale, and so is what may be sold without stock. */
function shopifyStock(values: Values): string | undefined {
  const policy = filled(values.stock_policy).toLowerCase();
  const isUncounted = values.stock_tracker !== undefined && filled(values.stock_tracker) === '';
  return isUncounted || policy === 'continue' || policy === 'true' ? 'true' : values.in_stock;
}

function shopifyRows(rows: readonly ProductFileRow[], shopUrl: string): ProductFileRow[] {
  const first = new Map<string, Values>();
  return rows.flatMap((row) => {
    const handle = filled(row.values.handle);
    const of = first.get(handle) ?? row.values;
    if (handle !== '' && !first.has(handle)) first.set(handle, row.values);
    if (row.fault === undefined && filled(row.values.sku) === '' && filled(row.values.price) === '') return [];
    const values = { ...row.values };
    for (const field of shared) {
      const common = of[field];
      if (filled(values[field]) === '' && common !== undefined) values[field] = common;
    }
    const options = optionsOf(values);
    if (options !== '' && filled(values.title) !== '') values.title = `${filled(values.title)} – ${options}`;
    if (filled(values.url) === '' && handle !== '') values.url = addressOf(shopUrl, `products/${encoded(handle)}`);
    // The pictures of later rows are other pictures of the product, not those of the variants.
    const image = filled(values.variant_image) || of.image;
    return [{ ...row, values: withDefined(values, { image, in_stock: shopifyStock(values) }) }];
  });
}

const encoded = (part: string) => encodeURIComponent(part.toWellFormed());
const addressOf = (shopUrl: string, end: string) => cut(pageOfShop(shopUrl, end));

function withDefined(values: Values, more: { [Field in ProductFileField]?: string | undefined }): Values {
  const all = { ...values };
  for (const [field, value] of Object.entries(more)) if (value !== undefined) Object.assign(all, { [field]: value });
  return all;
}

/** The first of `Skincare > Serums, New`; a comma in a name is written `\,`. */
function firstOf(list: string | undefined): string | undefined {
  return list
    ?.split(/(?<!\\),/)[0]
    ?.replaceAll('\\,', ',')
    .trim();
}

function wooCommerceRows(rows: readonly ProductFileRow[], shopUrl: string): ProductFileRow[] {
  const parents = new Map<string, Values>();
  for (const { values } of rows) {
    if (filled(values.sku) !== '') parents.set(filled(values.sku), values);
    if (filled(values.shop_id) !== '') parents.set(`id:${filled(values.shop_id)}`, values);
  }
  return rows.flatMap((row) => {
    const kinds = filled(row.values.kind)
      .toLowerCase()
      .split(/\s*,\s*/);
    if (kinds.includes('variable') || kinds.includes('grouped')) return [];
    const parent = parents.get(filled(row.values.parent));
    const values = { ...row.values };
    for (const field of ['category', 'description', 'image', 'published'] as const) {
      const common = parent?.[field];
      if (filled(values[field]) === '' && common !== undefined) values[field] = common;
    }
    const id = filled(parent?.shop_id) || filled(values.shop_id);
    if (filled(values.url) === '' && id !== '') values.url = addressOf(shopUrl, `?post_type=product&p=${encoded(id)}`);
    const texts = {
      category: firstOf(values.category),
      image: firstOf(values.image),
      description: values.description?.replaceAll('\\n', '\n'),
    };
    return [{ ...row, values: withDefined(values, texts) }];
  });
}

/** With a sale, the usual price is the one before. */
function pricesOf({ price, sale_price: sale, compare_at_price: before }: Values): Values {
  if (sale === undefined) return {};
  if (filled(sale) === '') return before === undefined ? { compare_at_price: '' } : {};
  return { price: sale, ...(filled(before) === '' && price !== undefined ? { compare_at_price: price } : {}) };
}

const kept = [
  'sku',
  'title',
  'description',
  'category',
  'url',
  'image',
  'price',
  'compare_at_price',
  'currency',
  'in_stock',
  'status',
  'published',
  'gift_card',
] as const;

function sentRow({ line, values, fault }: ProductFileRow, hasMarkup: boolean): SentRow {
  const all = withDefined(values, pricesOf(values));
  const sent: SentRow['values'] = {};
  for (const field of kept) {
    const value = all[field];
    if (value !== undefined) sent[field] = field === 'description' && hasMarkup ? textOfMarkup(value) : cut(value);
  }
  return { line, values: sent, ...(fault === undefined ? {} : { fault }) };
}

/** The rows of the catalog, one for each SKU, in the order of the file. */
export function* catalogueRows(
  rows: readonly ProductFileRow[],
  layout: FileLayout,
  shopUrl: string,
): Generator<SentRow> {
  const found =
    layout === 'shopify'
      ? shopifyRows(rows, shopUrl)
      : layout === 'woocommerce'
        ? wooCommerceRows(rows, shopUrl)
        : rows;
  const hasMarkup = layout === 'shopify' || layout === 'woocommerce';
  for (const row of found) yield sentRow(row, hasMarkup);
}
