import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencyDecimals } from '@vitrine/contract/values/amounts.ts';
import { isAmbiguousPrice, parsePrice } from '@vitrine/contract/values/prices.ts';
import { decimalText } from '../platform/money.text.ts';

const currencies = fc.constantFrom('USD', 'EUR', 'JPY', 'KWD');

/** The value of a text, in millionths, for a convention with one thousands separator and one decimal separator. */
function readAs(text: string, thousands: string, point: string): bigint | undefined {
  const [whole = '', fraction = '', ...more] = text.split(point);
  const isGrouped = new RegExp(`^[1-9]\\d{0,2}(\\${thousands}\\d{3})+$`).test(whole);
  const isFraction = text.includes(point) ? /^\d{1,6}$/.test(fraction) : fraction === '';
  if (more.length > 0 || !isFraction || !(isGrouped || /^\d{1,15}$/.test(whole))) return undefined;
  return BigInt(whole.replaceAll(thousands, '') + fraction.padEnd(6, '0'));
}

describe('a price', () => {
  it.each([
    ['24.90', 'USD', 2490n],
    ['24,90', 'USD', 2490n],
    ['24.9', 'EUR', 2490n],
    ['1350', 'EUR', 135_000n],
    ['1.350,00', 'EUR', 135_000n],
    ['1,350.00', 'EUR', 135_000n],
    ['1.350.000', 'EUR', 135_000_000n],
    ['1,350,000.5', 'USD', 135_000_050n],
    ['0.350', 'USD', 35n],
    ['12345.670', 'USD', 1_234_567n],
    ['1.350', 'KWD', 1350n],
    ['1350', 'JPY', 1350n],
  ])('%s %s has one reading: %s minor units', (text, currency, amount) => {
    expect(parsePrice(text, currency)).toBe(amount);
  });

  it.each([
    ['1.350', 'USD'],
    ['1,350', 'USD'],
    ['1.350', 'EUR'],
    ['999.000', 'EUR'],
    [' 1.350 ', 'EUR'],
    ['1.350', 'JPY'],
    ['1,350', 'KWD'],
  ])('%s %s could be thousands or decimals, and is refused', (text, currency) => {
    expect([isAmbiguousPrice(text, currency), parsePrice(text, currency)]).toEqual([true, undefined]);
  });

  it('is read if every convention that allows it gives the same amount, and refused if they differ', () => {
    const text = fc.string({ unit: fc.constantFrom('0', '1', '3', '5', '.', ','), maxLength: 12 });
    const shaped = fc
      .tuple(
        fc.nat({ max: 9999 }),
        fc.constantFrom('.', ','),
        fc.constantFrom('00', '000', '350', '5', '3500', '000.00', '000,00'),
      )
      .map(([whole, separator, rest]) => `${whole}${separator}${rest}`);
    fc.assert(
      fc.property(fc.oneof(text, shaped), currencies, (written, currency) => {
        const pointed = readAs(written, ',', '.');
        const comma = readAs(written, '.', ',');
        const isDecided = currencyDecimals(currency) === 3 && /^\d+\.\d{3}$/.test(written);
        const meant =
          isDecided || comma === undefined ? pointed : pointed === undefined || pointed === comma ? comma : undefined;
        const unit = 10n ** BigInt(6 - currencyDecimals(currency));
        const expected = meant === undefined || meant % unit !== 0n ? undefined : meant / unit;
        expect(parsePrice(written, currency)).toBe(expected);
      }),
      { numRuns: 5000 },
    );
  });

  it('is read back from any amount as we format it', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999_999n }), currencies, (amount, currency) => {
        expect(parsePrice(decimalText(amount, currency), currency)).toBe(amount);
      }),
    );
  });
});
