// What one row of a delivery says, and whether it can be a product. Pure: nothing here knows the database.
import type * as z from 'zod/mini';
import { externalId, text } from '@vitrine/contract/values/fields.ts';
import { largestAmount, parseDecimal } from '@vitrine/contract/values/amounts.ts';
import { type DestinationRule, readDestination } from './destinations.service.ts';
import { isImage } from './products.service.ts';

export const rowFields = [
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
] as const;
export type RowField = (typeof rowFields)[number];

/** A row as it was sent. `fault` is set where the row could not even be taken apart. */
export type SentRow = { line: number; values: Partial<Record<RowField, string>>; fault?: string };

export type ProductFacts = {
  sku: string;
  title: string;
  description: string;
  category: string;
  url: string;
  image: string | null;
  price: bigint;
  compare_at_price: bigint | null;
  currency: string;
  in_stock: boolean;
};

export type RowFault = { line: number; sku: string | null; field: RowField | null; reason: string };
export type GoodRow = { line: number; facts: ProductFacts };
export type RowRule = DestinationRule & { currency: string };

class Fault extends Error {
  readonly field: RowField;
  constructor(field: RowField, reason: string) {
    super(reason);
    this.field = field;
  }
}

// A spreadsheet would run such a cell as a formula when somebody opens an export of ours (reliability C5.6).
const formula = /^[=+\-@＝＋－＠]/u;
const shortWords = { sku: externalId, title: text({ min: 1, max: 200 }), category: text({ max: 100 }) };
const longWords = text({ max: 5000 });

function read(schema: z.ZodMiniType<string>, field: RowField, value: string): string {
  const result = schema.safeParse(value);
  if (!result.success) throw new Fault(field, result.error.issues[0]?.message ?? 'is not right');
  return result.data;
}

function readWords(field: 'sku' | 'title' | 'category', sent: string | undefined): string {
  const value = read(shortWords[field], field, (sent ?? '').trim());
  if (formula.test(value))
    throw new Fault(field, 'must not begin with =, +, - or @: a spreadsheet would run it as a formula');
  if (/[\t\r\n]/.test(value)) throw new Fault(field, 'must be on one line');
  return value;
}

function readPrice(field: 'price' | 'compare_at_price', sent: string, currency: string): bigint {
  const amount = parseDecimal(sent, currency);
  if (amount === undefined)
    throw new Fault(field, 'must be a decimal with a point and the currency’s decimals, like 24.90');
  if (amount < 0n) throw new Fault(field, 'must not be below zero');
  if (amount > largestAmount) throw new Fault(field, 'is too large');
  return amount;
}

const stockWords: Record<string, boolean> = {
  '': true,
  true: true,
  yes: true,
  y: true,
  '1': true,
  'in stock': true,
  in_stock: true,
  available: true,
  false: false,
  no: false,
  n: false,
  '0': false,
  'out of stock': false,
  out_of_stock: false,
  'sold out': false,
};

function readStock(sent: string | undefined): boolean {
  const known = new Map(Object.entries(stockWords)).get((sent ?? '').trim().toLowerCase());
  if (known === undefined) throw new Fault('in_stock', 'must be true or false');
  return known;
}

function readImage(sent: string | undefined): string | null {
  const value = (sent ?? '').trim();
  if (value === '') return null;
  if (!isImage(value)) throw new Fault('image', 'must be an http address that ends in webp, jpeg, jpg, png or gif');
  return value;
}

function readUrl(sent: string | undefined, rule: DestinationRule): string {
  const destination = readDestination((sent ?? '').trim(), rule);
  if ('reason' in destination) throw new Fault('url', destination.reason);
  return destination.url;
}

function readFacts(values: SentRow['values'], rule: RowRule): ProductFacts {
  const currency = values.currency?.trim().toUpperCase() || rule.currency;
  if (currency !== rule.currency) throw new Fault('currency', `must be ${rule.currency}, the currency of the brand`);
  const before = values.compare_at_price?.trim() ?? '';
  return {
    sku: readWords('sku', values.sku),
    title: readWords('title', values.title),
    description: read(longWords, 'description', values.description ?? ''),
    category: readWords('category', values.category),
    url: readUrl(values.url, rule),
    image: readImage(values.image),
    price: readPrice('price', values.price ?? '', currency),
    compare_at_price: before === '' ? null : readPrice('compare_at_price', before, currency),
    currency,
    in_stock: readStock(values.in_stock),
  };
}

function shownSku(sent: string | undefined): string | null {
  const sku = shortWords.sku.safeParse((sent ?? '').trim());
  return sku.success ? sku.data : null;
}

function readRow(row: SentRow, rule: RowRule): GoodRow | RowFault {
  const sku = shownSku(row.values.sku);
  if (row.fault !== undefined) return { line: row.line, sku, field: null, reason: row.fault };
  try {
    return { line: row.line, facts: readFacts(row.values, rule) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { line: row.line, sku, field: error.field, reason: error.message };
  }
}

/**
 * Tells good rows from bad. A sku that stands on several lines is refused on all of them: which one is meant is not
 * for us to guess.
 */
export function readRows(rows: readonly SentRow[], rule: RowRule): { good: GoodRow[]; bad: RowFault[] } {
  const linesBySku = new Map<string, number[]>();
  for (const row of rows) {
    const sku = row.values.sku?.trim();
    const lines = sku ? linesBySku.get(sku) : undefined;
    if (lines) lines.push(row.line);
    else if (sku) linesBySku.set(sku, [row.line]);
  }
  const good: GoodRow[] = [];
  const bad: RowFault[] = [];
  for (const row of rows) {
    const result = readRow(row, rule);
    const lines = linesBySku.get(row.values.sku?.trim() ?? '') ?? [];
    if (!('facts' in result)) bad.push(result);
    else if (lines.length > 1)
      bad.push({
        line: row.line,
        sku: result.facts.sku,
        field: 'sku',
        reason: `is on more than one line: ${lines.slice(0, 10).join(', ')}`,
      });
    else good.push(result);
  }
  return { good, bad };
}
