// Splits the two import formats, CSV and Shopify JSON, into rows. Pure.
import { csvTable, headerFault } from '../platform/csv.table.ts';
import { invalid } from '../platform/refusal.ts';
import { inSlices } from '../platform/slices.ts';
import { type RowField, rowFields, type SentRow } from './catalogue.rows.ts';

const mostRows = 5000;
/** Per product; Shopify itself allows 250. */
const mostImages = 1000;
/** More than any field may have. Longer texts are cut here; validation then refuses them for their length. */
const mostFieldLetters = 10_000;
/** The longest description including HTML. A longer one is refused before its tags are removed. */
const mostMarkupLetters = 200_000;

const otherNames: Record<string, RowField> = {
  name: 'title',
  product_title: 'title',
  link: 'url',
  product_url: 'url',
  image_url: 'image',
  image_link: 'image',
  image_src: 'image',
  product_type: 'category',
  compare_price: 'compare_at_price',
  stock: 'in_stock',
  availability: 'in_stock',
};

function fieldOf(heading: string): RowField | undefined {
  const name = heading
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  return rowFields.find((field) => field === name) ?? new Map(Object.entries(otherNames)).get(name);
}

function readHeadings(headings: readonly string[]): (RowField | undefined)[] {
  const fields = headings.map(fieldOf);
  const missing = (['sku', 'title', 'url', 'price'] as const).filter((field) => !fields.includes(field));
  if (missing.length > 0)
    throw invalid(
      'csv',
      `must have column names in the first row; ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`,
    );
  const twice = fields.find((field, index) => field !== undefined && fields.indexOf(field) !== index);
  if (twice !== undefined) throw invalid('csv', `must have each column only once; ${twice} appears twice`);
  return fields;
}

/** A file with a header row. */
export async function readCsv(csv: string): Promise<SentRow[]> {
  const table = csvTable(csv, mostFieldLetters);
  const fault = headerFault(table);
  if (fault !== undefined) throw invalid('csv', fault);
  const fields = readHeadings(table.headings);
  const rows: SentRow[] = [];
  await table.each(({ line, cells, fault: wrong }) => {
    if (rows.length === mostRows)
      throw invalid('csv', `must have at most ${mostRows} rows; put the rest in another import`);
    rows.push({ line, values: valuesOf(cells, fields), ...(wrong === undefined ? {} : { fault: wrong }) });
  });
  return rows;
}

function valuesOf(cells: readonly string[], fields: readonly (RowField | undefined)[]): SentRow['values'] {
  const values: SentRow['values'] = {};
  // A row that is shorter than the header doesn't change the missing columns.
  for (const [index, field] of fields.entries()) {
    const cell = cells[index];
    if (field !== undefined && cell !== undefined) values[field] = cell;
  }
  return values;
}

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

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** Converts a shop's HTML description to plain text, which is escaped wherever it is displayed. */
function plainText(markup: string): string {
  return markup
    .replaceAll(/<(br|\/p|\/li|\/div|\/h[1-6])[^<>]*>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => named[name] ?? '')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim();
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

const cut = (value: string) => (value.length > mostFieldLetters ? value.trim().slice(0, mostFieldLetters) : value);

function descriptionOf(product: Entry): string | undefined {
  const markup = given(product, 'body_html');
  if (!markup) return markup;
  return cut(markup.length > mostMarkupLetters ? markup : plainText(markup));
}

function addressOf(product: Entry, shopUrl: string): string {
  const handle = encodeURIComponent(cut(textOf(product.handle)).toWellFormed());
  return handle === '' ? '' : cut(`${shopUrl.replace(/\/+$/, '')}/products/${handle}`);
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
