// What can be read of a body that is invalid as a whole, to fill the form in which staff enter what it means. It is only a
// proposal, so it tries the names that all kinds of shops use, and leaves out what it can't read exactly.
import type { DeliveryDraft } from '@vitrine/contract/repairs.ts';
import { isKnownCurrency, parseDecimal } from '@vitrine/contract/values/amounts.ts';

type Fields = Record<string, unknown>;
type Line = DeliveryDraft['lines'][number];

const mostLines = 500;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.slice(0, mostLines).map(fieldsOf) : [];
}

function textOf(value: unknown, longest = 200): string | null {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, longest) : null;
}

function amountOf(value: unknown, currency: string | null): bigint | null {
  if (currency === null || (typeof value !== 'string' && typeof value !== 'number')) return null;
  const amount = parseDecimal(String(value), currency);
  return amount === undefined || amount < 0n ? null : amount;
}

function timeIn(body: Fields): string | null {
  for (const name of ['processed_at', 'created_at', 'date_created_gmt']) {
    const written = body[name];
    if (typeof written !== 'string') continue;
    const at = new Date(name.endsWith('_gmt') && !/Z$/i.test(written) ? `${written}Z` : written);
    if (!Number.isNaN(at.getTime()) && at.getUTCFullYear() >= 1970 && at.getUTCFullYear() <= 9_999)
      return at.toISOString();
  }
  return null;
}

function currencyIn(body: Fields): string | null {
  const written = body['currency'];
  const code = typeof written === 'string' ? written.trim().toUpperCase() : '';
  return isKnownCurrency(code) ? code : null;
}

/** Null if one of the amounts can't be read. */
function sumOf(parts: Fields[], name: string, currency: string | null): bigint | null {
  let sum = 0n;
  for (const part of parts) {
    const amount = amountOf(part[name], currency);
    if (amount === null) return null;
    sum += amount;
  }
  return sum;
}

function orderLineOf(item: Fields, currency: string | null, taxesIncluded: boolean): Line {
  const discount = sumOf(listOf(item['discount_allocations']), 'amount', currency);
  const tax = taxesIncluded ? sumOf(listOf(item['tax_lines']), 'price', currency) : 0n;
  return {
    line_id: textOf(item['id']),
    sku: textOf(item['sku']) ?? textOf(item['variant_id']) ?? textOf(item['product_id']),
    title: textOf(item['title'], 300) ?? textOf(item['name'], 300),
    quantity: quantityOf(item['quantity']),
    unit_price: amountOf(item['price'], currency)?.toString() ?? null,
    discount: discount === null || tax === null ? null : (discount + tax).toString(),
  };
}

function quantityOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;
}

function refundLineOf(item: Fields): Line {
  return {
    line_id: textOf(item['line_item_id']),
    sku: null,
    title: null,
    quantity: quantityOf(item['quantity']),
    unit_price: null,
    discount: null,
  };
}

function kindIn(topic: string): DeliveryDraft['kind'] {
  if (/refund/.test(topic)) return 'refund';
  return /cancel|delete/.test(topic) ? 'cancellation' : 'order';
}

export function draftOf(topic: string, whole: unknown): DeliveryDraft {
  const outer = fieldsOf(whole);
  const inner = fieldsOf(fieldsOf(outer['data'])['object']);
  const body = Object.keys(inner).length > 0 ? inner : outer;
  const kind = kindIn(topic);
  const currency = currencyIn(body);
  const clickId = textOf(fieldsOf(outer['vitrine'])['click_id']);
  const lines =
    kind === 'refund'
      ? listOf(body['refund_line_items']).map(refundLineOf)
      : listOf(body['line_items']).map((item) => orderLineOf(item, currency, body['taxes_included'] === true));
  return {
    kind,
    order_id: textOf(kind === 'refund' ? body['order_id'] : body['id']),
    refund_id: kind === 'refund' ? textOf(body['id']) : null,
    currency,
    placed_at: timeIn(body),
    click_id: clickId === 'unreadable' ? null : clickId,
    discount_codes: [...listOf(body['discount_codes']), ...listOf(body['coupon_lines'])]
      .flatMap(({ code }) => textOf(code, 100) ?? [])
      .slice(0, 20),
    lines: lines.filter(({ quantity }) => quantity !== 0),
  };
}
