// Reads the rows of a file as orders. Pure, besides the keyed hash of an email address. An order with one wrong row is
// refused whole: half of it would earn wrong commissions.
import type { OrderFileField } from '@vitrine/contract/order-files.ts';
import { isKnownCurrency, largestSale } from '@vitrine/contract/values/amounts.ts';
import { isAmbiguousPrice, parsePrice } from '@vitrine/contract/values/prices.ts';
import type { CustomerHashes } from '../../orders/orders.customer.ts';
import { checkOrder, netOf, type NewLine, type NewOrder } from '../../orders/orders.meaning.ts';
import { spreadRefund } from '../../orders/orders.refund-parts.ts';
import { Refusal } from '../../platform/refusal.ts';
import { referenceIn, storableText } from '../shop.texts.ts';
import { readTime, timeExample } from './local.times.ts';

export type FileRow = { line: number; values: Partial<Record<OrderFileField, string>>; fault?: string };
export type FileReader = {
  currency: string;
  timeZone: string;
  now: Date;
  customer: (email: string | undefined) => CustomerHashes;
};

/** Why an order is refused, with the row and the field at fault. */
export class FileFault extends Error {
  readonly line: number;
  readonly field: OrderFileField | null;
  readonly value: string | null;
  constructor(reason: string, at: { line: number; field?: OrderFileField; value?: string }) {
    super(reason);
    this.line = at.line;
    this.field = at.field ?? null;
    this.value = at.value ?? null;
  }
}

/** `refunded`: everything that was paid back so far. */
export type ReadFileOrder = { line: number; order: NewOrder; refunded: bigint; isCancelled: boolean };

const mostQuantity = 1_000_000;

/** The first value that any row of the order has. Shops write what is about the whole order only in its first row. */
function shared(rows: readonly FileRow[], field: OrderFileField): { line: number; value: string } | undefined {
  const row = rows.find(({ values }) => (values[field] ?? '').trim() !== '');
  return row && { line: row.line, value: (row.values[field] ?? '').trim() };
}

/** Refuses two different values for the whole order. */
function only(rows: readonly FileRow[], field: OrderFileField): { line: number; value: string } | undefined {
  const first = shared(rows, field);
  const other = rows.find(({ values }) => {
    const value = (values[field] ?? '').trim();
    return first !== undefined && value !== '' && value !== first.value;
  });
  if (other && first)
    throw new FileFault(`must be the same in all rows of the order; row ${first.line} has ${first.value}`, {
      line: other.line,
      field,
      value: (other.values[field] ?? '').trim(),
    });
  return first;
}

function amountIn(text: string, currency: string, at: { line: number; field: OrderFileField }): bigint {
  const amount = parsePrice(text, currency);
  if (amount !== undefined && amount > largestSale)
    throw new FileFault(`must not be above ${largestSale} in the smallest unit of ${currency}`, {
      ...at,
      value: text,
    });
  if (amount !== undefined && amount >= 0n) return amount;
  throw new FileFault(
    isAmbiguousPrice(text, currency)
      ? 'has two possible meanings; write it with two decimals, like 1350.00'
      : `must be an amount in ${currency}, like 48.00`,
    { ...at, value: text },
  );
}

function amountOf(row: FileRow, field: OrderFileField, currency: string): bigint | undefined {
  const text = (row.values[field] ?? '').trim();
  return text === '' ? undefined : amountIn(text, currency, { line: row.line, field });
}

function quantityOf(row: FileRow): number {
  const text = (row.values.quantity ?? '').trim();
  if (text === '') return 1;
  const quantity = /^\d{1,7}(?:\.0+)?$/.test(text) ? Number.parseInt(text, 10) : 0;
  if (quantity < 1 || quantity > mostQuantity)
    throw new FileFault('must be a whole number from 1 to 1000000', { line: row.line, field: 'quantity', value: text });
  return quantity;
}

function readLine(row: FileRow, place: number, currency: string): NewLine {
  const quantity = quantityOf(row);
  const sku = storableText((row.values.sku ?? '').trim(), 200);
  const title = storableText((row.values.title ?? '').trim(), 300) || sku || 'Product';
  const line = { lineId: String(place + 1), sku, title, quantity };
  const total = amountOf(row, 'line_total', currency);
  const price = amountOf(row, 'unit_price', currency);
  if (total !== undefined) {
    // Three for 22.00: the price of a piece is rounded up, and the difference is a discount, so the total is exact.
    const pieces = BigInt(quantity);
    const unitPrice = (total + pieces - 1n) / pieces;
    return { ...line, unitPrice, discount: unitPrice * pieces - total };
  }
  if (price === undefined) throw new FileFault('must not be empty', { line: row.line, field: 'unit_price', value: '' });
  return { ...line, unitPrice: price, discount: amountOf(row, 'line_discount', currency) ?? 0n };
}

/** The lines with their share of the discount of the whole order. */
function discounted(lines: readonly NewLine[], rows: readonly FileRow[], currency: string): NewLine[] {
  const given = only(rows, 'order_discount');
  if (!given) return [...lines];
  const discount = amountIn(given.value, currency, { line: given.line, field: 'order_discount' });
  const shares = spreadRefund(discount, lines.map(netOf));
  return lines.map((line, index) => ({ ...line, discount: line.discount + (shares[index] ?? 0n) }));
}

function currencyOf(rows: readonly FileRow[], reader: FileReader): string {
  const given = only(rows, 'currency');
  const currency = given?.value.toUpperCase() ?? reader.currency;
  if (!isKnownCurrency(currency))
    throw new FileFault('must be an ISO 4217 currency code, like USD', {
      line: given?.line ?? 1,
      field: 'currency',
      value: currency,
    });
  return currency;
}

function placedAtOf(rows: readonly FileRow[], { timeZone }: FileReader): Date {
  const given = shared(rows, 'placed_at');
  const at = given && readTime(given.value, timeZone);
  if (at) return at;
  throw new FileFault(`must be a time like ${timeExample}`, {
    line: given?.line ?? rows[0]?.line ?? 1,
    field: 'placed_at',
    value: given?.value ?? '',
  });
}

/** A click id and codes as the shop sent them; texts that no shop sends are refused. */
function broughtIn(rows: readonly FileRow[], field: 'click_id' | 'discount_code', most: number): string {
  const given = only(rows, field);
  if (!given) return '';
  if (given.value.length > most || !given.value.isWellFormed() || /[\u0000-\u001f\u007f]/.test(given.value))
    throw new FileFault(`must have at most ${most} characters and no control characters`, {
      line: given.line,
      field,
      value: given.value.slice(0, 40),
    });
  return given.value;
}

/** Attributes of a cart as Shopify exports them, `name: value` in each line of the cell. */
const attributeList = /^[^\n:]+:/;

/** The click id. Of a list of attributes only the click is read, and kept. */
function clickIn(rows: readonly FileRow[]): string | null {
  const given = shared(rows, 'click_id')?.value ?? '';
  if (!attributeList.test(given)) return broughtIn(rows, 'click_id', 200) || null;
  return /^\s*vt_click\s*:\s*([\w-]{1,200})\s*$/m.exec(given)?.[1] ?? null;
}

/** What the stored order keeps of its rows: everything but the shopper's data. */
function keptOf(rows: readonly FileRow[]): unknown {
  const clickId = clickIn(rows);
  return {
    rows: rows.map(({ values: { email: _email, click_id: given, ...kept } }) => ({
      ...Object.fromEntries(Object.entries(kept).map(([field, text]) => [field, storableText(text)])),
      ...(given === undefined ? {} : { click_id: attributeList.test(given) ? (clickId ?? '') : storableText(given) }),
    })),
  };
}

/** The rows of one order. Throws FileFault. */
export function readFileOrder(orderId: string, rows: readonly FileRow[], reader: FileReader): ReadFileOrder {
  const [first] = rows;
  const line = first?.line ?? 1;
  for (const row of rows) if (row.fault !== undefined) throw new FileFault(row.fault, { line: row.line });
  const currency = currencyOf(rows, reader);
  const lines = rows.map((row, place) => readLine(row, place, currency));
  const codes = broughtIn(rows, 'discount_code', 1_000)
    .split(/[,;|]/)
    .map((code) => code.trim())
    .filter((code) => code !== '' && code.length <= 100);
  const order: NewOrder = {
    orderId,
    reference: referenceIn(shared(rows, 'reference')?.value),
    source: 'file',
    currency,
    placedAt: placedAtOf(rows, reader),
    clickId: clickIn(rows),
    discountCodes: codes.slice(0, 20),
    customer: reader.customer(shared(rows, 'email')?.value),
    country: '',
    lines: discounted(lines, rows, currency),
    body: keptOf(rows),
  };
  checkRead(order, line, reader.now);
  const refunded = only(rows, 'refunded');
  return {
    line,
    order,
    refunded: refunded ? amountIn(refunded.value, currency, { line: refunded.line, field: 'refunded' }) : 0n,
    isCancelled: isCancelled(rows),
  };
}

function isCancelled(rows: readonly FileRow[]): boolean {
  const given = shared(rows, 'cancelled_at');
  return given !== undefined && !/^(?:no|false|0)$/i.test(given.value);
}

function checkRead(order: NewOrder, line: number, now: Date): void {
  try {
    checkOrder(order, now);
  } catch (error) {
    if (error instanceof Refusal) throw new FileFault(error.message, { line });
    throw error;
  }
}
