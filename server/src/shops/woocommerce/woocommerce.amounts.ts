import { parseDecimal } from '@vitrine/contract/values/amounts.ts';
import { spreadRefund } from '../../orders/orders.refund-parts.ts';
import { Unreadable } from '../shop.ts';

/** Digits of floating-point noise, like in 17.990000000000002. More than this is an amount that we can't read. */
const noise = /^-?\d{1,9}\.\d{7,}$/;

/** An amount as WooCommerce and its extensions write it: text, or a number. It may be below zero. */
export function readSigned(value: string | number, currency: string, field: string): bigint {
  const text = typeof value === 'number' ? String(value) : value.trim();
  const plain = typeof value === 'number' || noise.test(text) ? Number(text).toFixed(6) : text;
  const amount = parseDecimal(plain, currency);
  if (amount === undefined) throw new Unreadable(field);
  return amount;
}

export function readAmount(value: string | number, currency: string, field: string): bigint {
  const amount = readSigned(value, currency, field);
  if (amount < 0n) throw new Unreadable(field);
  return amount;
}

export type PricedLine = { quantity: number; subtotal: bigint; total: bigint };

/**
 * Unit price and discount that together are exactly the line's total. WooCommerce's own `price` is a quotient with noise:
 * 3 for 22.00 are 7.333333333333333 each.
 */
export function pricesOf({ quantity, subtotal, total }: PricedLine): { unitPrice: bigint; discount: bigint } {
  const pieces = BigInt(quantity);
  const before = subtotal > total ? subtotal : total;
  const unitPrice = (before + pieces - 1n) / pieces;
  return { unitPrice, discount: unitPrice * pieces - total };
}

/** The totals after a discount of the whole order, such as a fee below zero. */
export function discountAll(totals: readonly bigint[], discount: bigint): bigint[] {
  const parts = spreadRefund(discount, totals);
  return totals.map((total, index) => total - (parts[index] ?? 0n));
}
