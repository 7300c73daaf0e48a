// The two shapes in which a catalogue is delivered, taken apart into rows. Pure.
import Papa from 'papaparse';
import { invalid } from '../platform/refusal.ts';
import { type RowField, rowFields, type SentRow } from './catalogue.rows.ts';

const mostRows = 5000;

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

function readHeadings(headings: string[]): (RowField | undefined)[] {
  const fields = headings.map(fieldOf);
  const missing = (['sku', 'title', 'url', 'price'] as const).filter((field) => !fields.includes(field));
  if (missing.length > 0)
    throw invalid(
      'csv',
      `must name its columns in the first row; ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`,
    );
  const twice = fields.find((field, index) => field !== undefined && fields.indexOf(field) !== index);
  if (twice !== undefined) throw invalid('csv', `must name each column once; ${twice} is there twice`);
  return fields;
}

const quoteFaults: Record<string, string> = {
  MissingQuotes: 'has a quotation mark that is never closed',
  InvalidQuotes: 'has text after a closing quotation mark',
};

/** The header alone says what separates: what stands in the cells below may hold any of them. */
function separatorOf(text: string): string {
  const [header = ''] = text.split('\n', 1);
  const counted = [',', ';', '\t'].map((separator) => ({ separator, count: header.split(separator).length }));
  return counted.reduce((most, each) => (each.count > most.count ? each : most)).separator;
}

/** A file with a header row. Separators are commas, semicolons or tabs; lines are counted as an editor counts them. */
export function readCsv(csv: string): SentRow[] {
  const text = csv.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const parsed = Papa.parse<string[]>(text, {
    newline: '\n',
    skipEmptyLines: false,
    delimiter: separatorOf(text),
  });
  const faults = new Map(
    parsed.errors
      .filter((error) => quoteFaults[error.code] !== undefined)
      .map((error) => [error.row, quoteFaults[error.code]]),
  );
  const fields = readHeadings(parsed.data[0] ?? []);
  const rows: SentRow[] = [];
  let line = 1;
  for (const [index, cells] of parsed.data.entries()) {
    const isBlank = cells.every((cell) => cell.trim() === '');
    if (index > 0 && !isBlank) {
      const fault =
        faults.get(index) ??
        (cells.length > fields.length ? `has ${cells.length} cells and the header ${fields.length}` : undefined);
      rows.push({ line, values: valuesOf(cells, fields), ...(fault === undefined ? {} : { fault }) });
    }
    line += 1 + cells.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0);
  }
  if (rows.length > mostRows) throw invalid('csv', `must have at most ${mostRows} rows`);
  return rows;
}

function valuesOf(cells: readonly string[], fields: readonly (RowField | undefined)[]): SentRow['values'] {
  const values: SentRow['values'] = {};
  // A row that ends before a column says nothing about that column.
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

function word(value: unknown): string {
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

/** The words of a shop's HTML description. What comes out is text and is escaped wherever it is shown. */
function wordsOf(markup: string): string {
  return markup
    .replaceAll(/<(br|\/p|\/li|\/div|\/h[1-6])[^<>]*>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => named[name] ?? '')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim();
}

/** The text of a property: '' where it is null, and undefined where it is missing or no text, which says nothing. */
function given(entry: Entry, property: string): string | undefined {
  const value = entry[property];
  return value === null ? '' : word(value) || (value === '' ? '' : undefined);
}

/** Undefined where the file does not speak of pictures at all. */
function pictureOf(product: Entry, variant: Entry): string | undefined {
  const featured = isEntry(variant.featured_image) ? word(variant.featured_image.src) : '';
  const images = entries(product.images);
  const byId = images.find((image) => variant.image_id !== undefined && image.id === variant.image_id);
  const found = featured || word(byId?.src) || word(images[0]?.src);
  return found || (Array.isArray(product.images) ? '' : undefined);
}

function addressOf(product: Entry, variant: Entry, shopUrl: string): string {
  const handle = encodeURIComponent(word(product.handle).toWellFormed());
  if (handle === '') return '';
  const id = word(variant.id);
  const many = entries(product.variants).length > 1 && id !== '';
  const query = many ? `?variant=${encodeURIComponent(id.toWellFormed())}` : '';
  return `${shopUrl.replace(/\/+$/, '')}/products/${handle}${query}`;
}

function variantRow(line: number, product: Entry, variant: Entry, shopUrl: string): SentRow {
  const own = word(variant.title);
  const title = word(product.title);
  const description = given(product, 'body_html');
  const sent: SentRow['values'] | Record<string, string | undefined> = {
    sku: word(variant.sku) || word(variant.id),
    title: own === '' || own === 'Default Title' ? title : `${title} – ${own}`,
    description: description && wordsOf(description),
    category: given(product, 'product_type'),
    url: addressOf(product, variant, shopUrl),
    image: pictureOf(product, variant),
    price: word(variant.price),
    compare_at_price: given(variant, 'compare_at_price'),
    in_stock: given(variant, 'available'),
  };
  const values: SentRow['values'] = {};
  for (const field of rowFields) if (sent[field] !== undefined) values[field] = sent[field];
  return { line, values };
}

/** Shopify's products.json: every variant is a product of ours; a line is the number of the variant, counted through. */
export function readShopify(products: readonly unknown[], shopUrl: string): SentRow[] {
  const rows: SentRow[] = [];
  for (const product of products) {
    const variants = isEntry(product) ? entries(product.variants) : [];
    if (!isEntry(product) || variants.length === 0)
      rows.push({ line: rows.length + 1, values: {}, fault: 'is not a product with variants' });
    else for (const variant of variants) rows.push(variantRow(rows.length + 1, product, variant, shopUrl));
  }
  if (rows.length > mostRows) throw invalid('products', `must have at most ${mostRows} variants`);
  return rows;
}
