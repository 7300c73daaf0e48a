// Reads and validates one row of an import. Pure: no database access.
import type * as z from 'zod/mini';
import type { ClearableField } from '@vitrine/contract/catalogue.ts';
import { currencyDecimals, largestSale } from '@vitrine/contract/values/amounts.ts';
import { externalId, text } from '@vitrine/contract/values/fields.ts';
import { type Notation, readPrice } from '@vitrine/contract/values/prices.ts';
import { decimalText } from '../platform/money.text.ts';
import { inSlices } from '../platform/slices.ts';
import { type DestinationRule, readDestination } from './destinations.service.ts';
import { isImage } from './image.rule.ts';

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
  'status',
  'published',
  'gift_card',
] as const;
export type RowField = (typeof rowFields)[number];

/**
 * A row as it was sent. A field that is missing from `values` had no column, so the import doesn't change it. '' was an
 * empty cell. `fault` is set if the row could not be split into cells.
 */
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

/** The fields of a row. Missing fields stay the same, or get the default value on a new product. */
export type GivenFacts = Pick<ProductFacts, 'sku' | 'title' | 'url' | 'price' | 'currency'> & Partial<ProductFacts>;

export type RowFault = {
  line: number;
  sku: string | null;
  field: RowField | null;
  value: string | null;
  reason: string;
  /** The two meanings of a price, in minor units, if that is why it is refused. */
  readings?: Readings;
  /** A gift card. It is left out whatever else is wrong with its row. */
  giftCard?: { title: string | null };
};
type Readings = readonly [bigint | undefined, bigint | undefined];
/** `empty` lists the fields whose cell was empty. `isOff`: the shop doesn't sell it, or not yet, or it is a gift card. */
export type GoodRow = {
  line: number;
  given: GivenFacts;
  empty: ClearableField[];
  isOff?: boolean;
  isGiftCard?: boolean;
};
/** `notation` is how the writer of the prices writes numbers. */
export type RowRule = DestinationRule & { currency: string; notation?: Notation };

class Fault extends Error {
  readonly field: RowField;
  readonly readings: Readings | undefined;
  constructor(field: RowField, reason: string, readings?: Readings) {
    super(reason);
    this.field = field;
    this.readings = readings;
  }
}

// A spreadsheet would run such a cell as a formula when someone opens one of our exports (reliability C5.6).
const formula = /^[=+\-@＝＋－＠]/u;
const shortTexts = { sku: externalId, title: text({ min: 1, max: 200 }), category: text({ max: 100 }) };
const longText = text({ max: 5000 });

function read(schema: z.ZodMiniType<string>, field: RowField, value: string): string {
  const result = schema.safeParse(value);
  if (!result.success) throw new Fault(field, result.error.issues[0]?.message ?? 'is not valid');
  return result.data;
}

function readText(field: 'sku' | 'title' | 'category', sent: string | undefined): string {
  const value = read(shortTexts[field], field, (sent ?? '').trim());
  if (formula.test(value))
    throw new Fault(field, 'must not start with =, +, - or @, because a spreadsheet would run it as a formula');
  if (/[\t\r\n]/.test(value)) throw new Fault(field, 'must not contain line breaks or tabs');
  return value;
}

/** Unambiguous spellings of an ambiguous price: each meaning with all decimals of the currency. */
function waysToWrite(readings: Readings, currency: string): string {
  const spellings = readings.flatMap((amount) => (amount === undefined ? [] : [decimalText(amount, currency)]));
  const decimals = currencyDecimals(currency);
  return spellings.length > 1
    ? spellings.join(' or ')
    : `${spellings.join('')}, or a price with at most ${decimals} decimals`;
}

function otherCurrency(sign: string, codes: readonly string[], currency: string): string {
  const [only, ...others] = codes;
  if (only !== undefined && others.length === 0) return `is in ${only}; use ${currency}, the brand’s currency`;
  return `has “${sign}”, which is not ${currency}, the brand’s currency`;
}

function readAmount(field: 'price' | 'compare_at_price', sent: string, { currency, notation }: RowRule): bigint {
  const read = readPrice(sent, currency, notation);
  if (read.kind === 'ambiguous')
    throw new Fault(field, `is ambiguous; use ${waysToWrite(read.readings, currency)}`, read.readings);
  if (read.kind === 'other_currency') throw new Fault(field, otherCurrency(read.sign, read.codes, currency));
  const amount = read.kind === 'price' ? read.amount : undefined;
  if (amount === undefined) {
    const example = decimalText((2490n * 10n ** BigInt(currencyDecimals(currency))) / 100n, currency);
    throw new Fault(field, `must be a price in ${currency}, like ${example}`);
  }
  if (amount < 0n) throw new Fault(field, 'must not be below zero');
  if (amount > largestSale) throw new Fault(field, 'is too large');
  return amount;
}

const stockValues: Record<string, boolean> = {
  true: true,
  yes: true,
  y: true,
  '1': true,
  'in stock': true,
  in_stock: true,
  available: true,
  // Google's and WooCommerce's words for what can be ordered and comes later.
  preorder: true,
  backorder: true,
  false: false,
  no: false,
  n: false,
  '0': false,
  'out of stock': false,
  out_of_stock: false,
  'sold out': false,
};

function readStock(sent: string): boolean {
  // A number of pieces; shops also count what they owe.
  if (/^-?\d{1,9}$/.test(sent)) return Number(sent) > 0;
  const known = new Map(Object.entries(stockValues)).get(sent.toLowerCase());
  if (known === undefined) throw new Fault('in_stock', 'must be true, false, or a number of pieces');
  return known;
}

const soldStates: Record<string, boolean> = {
  active: true,
  published: true,
  publish: true,
  enabled: true,
  true: true,
  yes: true,
  '1': true,
  draft: false,
  archived: false,
  private: false,
  pending: false,
  unlisted: false,
  disabled: false,
  false: false,
  no: false,
  '0': false,
  '-1': false,
};

/** Whether the shop sells it. An empty cell says nothing. */
function readSold(field: 'status' | 'published', sent: string | undefined): boolean {
  const value = (sent ?? '').trim().toLowerCase();
  const known = value === '' || new Map(Object.entries(soldStates)).get(value);
  if (known === undefined) throw new Fault(field, 'must be active, draft or archived');
  return known;
}

const isGiftCardValue: Record<string, boolean> = {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
};

/** An empty cell says no; undefined if it can't be read. */
function isMarkedGiftCard(sent: string | undefined): boolean | undefined {
  const value = (sent ?? '').trim().toLowerCase();
  return value === '' ? false : new Map(Object.entries(isGiftCardValue)).get(value);
}

function readGiftCard(sent: string | undefined): boolean {
  const known = isMarkedGiftCard(sent);
  if (known === undefined) throw new Fault('gift_card', 'must be true or false');
  return known;
}

export const giftCardReason = {
  field: 'gift_card',
  value: null,
  reason: 'is left out, because a gift card earns no commission; the sale counts when the card is spent',
} as const;

function readImage(value: string): string {
  if (!isImage(value))
    throw new Fault('image', 'must be an http or https link that ends in webp, jpeg, jpg, png or gif');
  return value;
}

function readUrl(sent: string | undefined, rule: DestinationRule): string {
  const destination = readDestination((sent ?? '').trim(), rule);
  if ('reason' in destination) throw new Fault('url', destination.reason);
  return destination.url;
}

/** Readers for the optional fields. They are not called for empty cells. */
const optionalFields = {
  description: (sent) => ({ description: read(longText, 'description', sent) }),
  category: (sent) => ({ category: readText('category', sent) }),
  image: (sent) => ({ image: readImage(sent) }),
  compare_at_price: (sent, rule) => ({ compare_at_price: readAmount('compare_at_price', sent, rule) }),
  in_stock: (sent) => ({ in_stock: readStock(sent) }),
} satisfies Partial<Record<RowField, (sent: string, rule: RowRule) => Partial<ProductFacts>>>;

/** `in_stock` is not included, because it always has a value and can't be cleared. */
const clearable = ['description', 'category', 'image', 'compare_at_price'] as const satisfies ClearableField[];

function readFacts(values: SentRow['values'], rule: RowRule): Omit<GoodRow, 'line'> {
  const currency = values.currency?.trim().toUpperCase() || rule.currency;
  if (currency !== rule.currency) throw new Fault('currency', `must be ${rule.currency}, the brand’s currency`);
  const given: GivenFacts = {
    sku: readText('sku', values.sku),
    title: readText('title', values.title),
    url: readUrl(values.url, rule),
    price: readAmount('price', values.price ?? '', rule),
    currency,
  };
  for (const [field, parse] of Object.entries(optionalFields)) {
    const sent = new Map(Object.entries(values)).get(field)?.trim() ?? '';
    if (sent !== '') Object.assign(given, parse(sent, rule));
  }
  const isSold = [readSold('status', values.status), readSold('published', values.published)].every(Boolean);
  const isGiftCard = readGiftCard(values.gift_card);
  const empty = clearable.filter((field) => values[field]?.trim() === '');
  return {
    given,
    empty,
    ...(isSold && !isGiftCard ? {} : { isOff: true }),
    ...(isGiftCard ? { isGiftCard } : {}),
  };
}

function shownSku(sent: string | undefined): string | null {
  const sku = shortTexts.sku.safeParse((sent ?? '').trim());
  return sku.success ? sku.data : null;
}

const shownLength = 100;
/** A visible letter takes at most a few characters, so this many are enough for the shown length. */
const mostShownCharacters = 10 * shownLength;

/** A refused value, safe to show and store: without control characters, and cut. */
function shownValue(sent: string | undefined): string {
  const plain = (sent ?? '')
    .slice(0, mostShownCharacters)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim();
  const letters = Array.from(plain);
  return letters.length > shownLength ? `${letters.slice(0, shownLength).join('')}…` : plain;
}

function leftOutGiftCard({ line, values }: SentRow, sku: string | null): RowFault {
  return { line, sku, ...giftCardReason, giftCard: { title: shownValue(values.title) || null } };
}

/** One row by itself. */
export function readRow(row: SentRow, rule: RowRule): GoodRow | RowFault {
  const sku = shownSku(row.values.sku);
  if (row.fault !== undefined) return { line: row.line, sku, field: null, value: null, reason: row.fault };
  try {
    return { line: row.line, ...readFacts(row.values, rule) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (isMarkedGiftCard(row.values.gift_card)) return leftOutGiftCard(row, sku);
    const value = shownValue(row.values[error.field]);
    const { field, message: reason, readings } = error;
    return { line: row.line, sku, field, value, reason, ...(readings ? { readings } : {}) };
  }
}

/**
 * Splits rows into valid and refused ones. A sku that appears on several lines is refused on all of them, because we
 * can't know which one is right.
 */
export async function readRows(rows: readonly SentRow[], rule: RowRule): Promise<{ good: GoodRow[]; bad: RowFault[] }> {
  const linesBySku = new Map<string, number[]>();
  for (const row of rows) {
    const sku = row.values.sku?.trim();
    const lines = sku ? linesBySku.get(sku) : undefined;
    if (lines) lines.push(row.line);
    else if (sku) linesBySku.set(sku, [row.line]);
  }
  const good: GoodRow[] = [];
  const bad: RowFault[] = [];
  await inSlices(rows, (row) => {
    const result = readRow(row, rule);
    const lines = linesBySku.get(row.values.sku?.trim() ?? '') ?? [];
    if (!('given' in result)) bad.push(result);
    else if (lines.length > 1 && result.isGiftCard) bad.push(leftOutGiftCard(row, result.given.sku));
    else if (lines.length > 1)
      bad.push({
        line: row.line,
        sku: result.given.sku,
        field: 'sku',
        value: result.given.sku,
        reason: `appears on more than one line: ${lines.slice(0, 10).join(', ')}`,
      });
    else good.push(result);
  });
  return { good, bad };
}
