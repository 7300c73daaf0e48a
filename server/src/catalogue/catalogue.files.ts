// Splits Shopify's products.json into rows. Pure.
import { invalid } from '../platform/refusal.ts';
import { inSlices } from '../platform/slices.ts';
import { mostRows } from './catalogue.csv.ts';
import { rowFields, type SentRow } from './catalogue.rows.ts';
import { cut, textOfMarkup } from './markup.ts';
import { pageOfShop } from './shop.pages.ts';

/** Per product; Shopify itself allows 250. */
const mostImages = 1000;

type Entry = Record<string, unknown>;

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';
}

function entries(value: unknown): Entry[] {
  return Array.isArray(value) ? value.filter(isEntry) : [];
}

/** The text of a property: '' if it is null, undefined if it is missing or not a text. */
function given(entry: Entry, property: string): string | undefined {
  const value = entry[property];
  return value === null ? '' : textOf(value) || (value === '' ? '' : undefined);
}

/** The fields that all variants of a product share, read once per product. */
type Shared = {
  title: string;
  description: string | undefined;
  category: string | undefined;
  address: string;
  hasManyVariants: boolean;
  imagesById: ReadonlyMap<unknown, string>;
  /** Undefined if the file has no pictures field. */
  image: string | undefined;
};

function descriptionOf(product: Entry): string | undefined {
  const markup = given(product, 'body_html');
  return markup && textOfMarkup(markup);
}

function addressOf(product: Entry, shopUrl: string): string {
  const handle = encodeURIComponent(cut(textOf(product.handle)).toWellFormed());
  return handle === '' ? '' : cut(pageOfShop(shopUrl, `products/${handle}`));
}

function sharedOf(product: Entry, variants: readonly Entry[], shopUrl: string): Shared {
  const category = given(product, 'product_type');
  const images = entries(product.images);
  const imagesById = new Map<unknown, string>();
  for (const image of images) if (!imagesById.has(image.id)) imagesById.set(image.id, cut(textOf(image.src)));
  return {
    title: cut(textOf(product.title)),
    description: descriptionOf(product),
    category: category && cut(category),
    address: addressOf(product, shopUrl),
    hasManyVariants: variants.length > 1,
    imagesById,
    image: cut(textOf(images[0]?.src)) || (Array.isArray(product.images) ? '' : undefined),
  };
}

function imageOf(shared: Shared, variant: Entry): string | undefined {
  const featured = isEntry(variant.featured_image) ? cut(textOf(variant.featured_image.src)) : '';
  const own = variant.image_id === undefined ? '' : shared.imagesById.get(variant.image_id);
  return featured || own || shared.image;
}

function urlOf({ address, hasManyVariants }: Shared, variant: Entry): string {
  const id = cut(textOf(variant.id));
  if (address === '' || !hasManyVariants || id === '') return address;
  return `${address}?variant=${encodeURIComponent(id.toWellFormed())}`;
}

function variantRow(line: number, shared: Shared, variant: Entry): SentRow {
  const own = cut(textOf(variant.title));
  const comparePrice = given(variant, 'compare_at_price');
  const stock = given(variant, 'available');
  const sent: SentRow['values'] | Record<string, string | undefined> = {
    sku: cut(textOf(variant.sku) || textOf(variant.id)),
    title: own === '' || own === 'Default Title' ? shared.title : `${shared.title} – ${own}`,
    description: shared.description,
    category: shared.category,
    url: urlOf(shared, variant),
    image: imageOf(shared, variant),
    price: cut(textOf(variant.price)),
    compare_at_price: comparePrice && cut(comparePrice),
    in_stock: stock && cut(stock),
  };
  const values: SentRow['values'] = {};
  for (const field of rowFields) if (sent[field] !== undefined) values[field] = sent[field];
  return { line, values };
}

function* shopifyRows(products: readonly unknown[], shopUrl: string): Generator<SentRow> {
  let line = 1;
  for (const product of products) {
    const variants = isEntry(product) ? entries(product.variants) : [];
    if (!isEntry(product) || variants.length === 0) {
      yield { line, values: {}, fault: 'must be a product with variants' };
      line += 1;
      continue;
    }
    if (Array.isArray(product.images) && product.images.length > mostImages) {
      yield { line, values: {}, fault: `has ${product.images.length} images; at most ${mostImages} are allowed` };
      line += variants.length;
      continue;
    }
    const shared = sharedOf(product, variants, shopUrl);
    for (const variant of variants) {
      yield variantRow(line, shared, variant);
      line += 1;
    }
  }
}

/** A product without variants counts as one row, which is refused. */
function countRows(products: readonly unknown[]): number {
  return products.reduce<number>((sum, product) => {
    const variants = isEntry(product) && Array.isArray(product.variants) ? product.variants.length : 0;
    return sum + Math.max(variants, 1);
  }, 0);
}

/** Shopify's products.json: every variant becomes a product; `line` numbers the variants of the whole file. */
export async function readShopify(products: readonly unknown[], shopUrl: string): Promise<SentRow[]> {
  const many = countRows(products);
  if (many > mostRows)
    throw invalid(
      'products',
      `must have at most ${mostRows} variants in total, not ${many}; split them into several imports`,
    );
  const rows: SentRow[] = [];
  await inSlices(shopifyRows(products, shopUrl), (row) => rows.push(row));
  return rows;
}
