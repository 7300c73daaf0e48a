import { currencyDecimals } from '@vitrine/contract/values/amounts.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Unreadable } from '../shop.ts';
import { discountAll, pricesOf, readAmount, readSigned } from './woocommerce.amounts.ts';

const runs = { numRuns: 2_000 };
const minor = fc.bigInt({ min: 0n, max: 99_999_999_999n });
const currency = fc.constantFrom('USD', 'EUR', 'JPY', 'KWD');
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, each) => total + each, 0n);

function decimalOf(amount: bigint, decimals: number): string {
  const digits = String(amount).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

describe('an amount', () => {
  test('is read to the minor unit of its currency, as text and as a number', () => {
    fc.assert(
      fc.property(minor, currency, (amount, code) => {
        const text = decimalOf(amount, currencyDecimals(code));
        expect(readAmount(text, code, 'total')).toBe(amount);
        expect(readAmount(Number(text), code, 'total')).toBe(amount);
        expect(readSigned(`-${text}`, code, 'total')).toBe(-amount);
      }),
      runs,
    );
  });

  test('survives the noise of a sum of floating-point numbers', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 20 }), (cents) => {
        const noisy = cents.reduce((total, each) => total + each / 100, 0);
        const exact = BigInt(cents.reduce((total, each) => total + each, 0));
        expect(readAmount(noisy, 'USD', 'total')).toBe(exact);
        expect(readAmount(String(noisy), 'USD', 'total')).toBe(exact);
      }),
      runs,
    );
  });

  test.each([
    ['4.805', 'USD'],
    [4.805, 'USD'],
    ['100.5', 'JPY'],
    ['1.2345', 'KWD'],
    ['1,00', 'EUR'],
    ['', 'USD'],
    ['1e3', 'USD'],
    [1e21, 'USD'],
    [Number.NaN, 'USD'],
    ['-1.00', 'USD'],
    ['0x10', 'USD'],
  ])('%s in %s is never guessed', (value, code) => {
    expect(() => readAmount(value, code, 'total')).toThrow(new Unreadable('total'));
  });
});

test('unit price and discount of a line are exactly its total', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), minor, minor, (quantity, subtotal, total) => {
      const { unitPrice, discount } = pricesOf({ quantity, subtotal, total });
      expect(unitPrice * BigInt(quantity) - discount).toBe(total);
      expect(discount).toBeGreaterThanOrEqual(0n);
    }),
    runs,
  );
});

test('a discount of the order is divided exactly, and takes at most all', () => {
  fc.assert(
    fc.property(fc.array(minor, { minLength: 1, maxLength: 20 }), minor, (totals, discount) => {
      const left = discountAll(totals, discount);
      const before = sum(totals);
      expect(sum(left)).toBe(discount < before ? before - discount : 0n);
      expect(left.every((amount, index) => amount >= 0n && amount <= (totals[index] ?? 0n))).toBe(true);
    }),
    runs,
  );
});
