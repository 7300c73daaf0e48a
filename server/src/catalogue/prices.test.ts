import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { currencyDecimals } from '@vitrine/contract/values/amounts.ts';
import {
  isAmbiguousPrice,
  parsePrice,
  type PriceFormat,
  priceFormat,
  readPrice,
  writePrice,
} from '@vitrine/contract/values/prices.ts';
import { decimalText } from '../platform/money.text.ts';

const currencies = fc.constantFrom('USD', 'EUR', 'JPY', 'KWD');

/** The value of a text, in millionths, for a convention with one thousands separator and one decimal separator. */
function readAs(text: string, thousands: string, point: string): bigint | undefined {
  const [whole = '', fraction = '', ...more] = text.split(point);
  const isIndian = thousands === ',' && /^[1-9]\d?(,\d{2})+,\d{3}$/.test(whole);
  const isGrouped = isIndian || new RegExp(`^[1-9]\\d{0,2}(\\${thousands}\\d{3})+$`).test(whole);
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

/** Rows of the table: what is meant, in minor units or undefined, and the text. */
function notations() {
  const lines = readFileSync(new URL('prices.notations.txt', import.meta.url), 'utf8').split('\n');
  let currency = 'USD';
  let format: PriceFormat = 'comma_point';
  return lines.flatMap((line) => {
    const heading = /^# .*: ([A-Z]{3}) (\w+)$/.exec(line);
    if (heading) {
      currency = heading[1] ?? '';
      format = priceFormat.parse(heading[2]);
    }
    const [meant, text] = line.split(' | ');
    if (line.startsWith('#') || meant === undefined || text === undefined) return [];
    const written = text.replaceAll(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
    const amount = meant === 'refused' ? undefined : BigInt(meant.replace('.', ''));
    return [{ text: written, currency, format, amount }];
  });
}

describe('real notations', () => {
  const rows = notations();
  const judged = (known: boolean) =>
    rows.map((row) => ({ ...row, read: parsePrice(row.text, row.currency, known ? row.format : 'unknown') }));

  it('are never read wrongly, and nearly all are read once the brand’s notation is known', () => {
    const wrong = judged(true).filter(({ read, amount }) => read !== undefined && read !== amount);
    const priced = judged(true).filter(({ amount }) => amount !== undefined);
    const right = priced.filter(({ read, amount }) => read === amount);
    process.stdout.write(
      `${wrong.length} of ${rows.length} notations read wrongly, ${right.length} of ${priced.length} prices read\n`,
    );
    expect(wrong).toEqual([]);
    expect(rows.length).toBeGreaterThanOrEqual(300);
    expect(right.length / priced.length).toBeGreaterThanOrEqual(0.85);
  });

  it('are never read wrongly without it either', () => {
    expect(judged(false).filter(({ read, amount }) => read !== undefined && read !== amount)).toEqual([]);
  });
});

describe('a known notation', () => {
  const around = fc.constantFrom(
    (text: string) => text,
    (text: string, code: string) => `${code} ${text}`,
    (text: string, code: string) => `${text}\u00a0${code}`,
    (text: string, code: string) => `${code.toLowerCase()}${text}`,
  );

  it('reads back every amount that is written in it, with and without the currency', () => {
    const amounts = fc.bigInt({ min: 0n, max: 999_999_999_999_999n });
    fc.assert(
      fc.property(
        amounts,
        currencies,
        fc.constantFrom(...priceFormat.options),
        around,
        (amount, currency, format, put) => {
          expect(parsePrice(put(writePrice(amount, currency, format), currency), currency, format)).toBe(amount);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['en-US', 'USD', 'comma_point'],
    ['en-IN', 'INR', 'comma_point'],
    ['ja-JP', 'JPY', 'comma_point'],
    ['he-IL', 'ILS', 'comma_point'],
    ['de-DE', 'EUR', 'point_comma'],
    ['nl-NL', 'EUR', 'point_comma'],
    ['da-DK', 'DKK', 'point_comma'],
    ['pt-BR', 'BRL', 'point_comma'],
    ['tr-TR', 'TRY', 'point_comma'],
    ['fr-FR', 'EUR', 'space_comma'],
    ['pl-PL', 'PLN', 'space_comma'],
    ['sv-SE', 'SEK', 'space_comma'],
    ['nb-NO', 'NOK', 'space_comma'],
    ['cs-CZ', 'CZK', 'space_comma'],
    ['de-CH', 'CHF', 'apostrophe_point'],
  ] as const)('reads back what %s writes', (locale, currency, format) => {
    const style = new Intl.NumberFormat(locale, { style: 'currency', currency });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999_999n }), (amount) => {
        const text = style.format(decimalText(amount, currency) as `${number}`);
        expect(parsePrice(text, currency, format)).toBe(amount);
      }),
    );
  });

  it('decides what could be thousands or decimals, but not against the decimals of the currency', () => {
    expect(parsePrice('1.350', 'EUR', 'point_comma')).toBe(135_000n);
    expect(parsePrice('1,350', 'USD', 'comma_point')).toBe(135_000n);
    expect(parsePrice('1,350', 'KWD', 'point_comma')).toBe(1350n);
    expect(isAmbiguousPrice('1.350', 'KWD', 'unknown')).toBe(true);
    expect(isAmbiguousPrice('1.350', 'USD', 'comma_point')).toBe(true);
    expect(isAmbiguousPrice('1.350', 'EUR', 'space_comma')).toBe(true);
  });

  it('never makes a price of another currency one of the brand’s', () => {
    expect(readPrice('24,90 €', 'USD', 'comma_point')).toEqual({ kind: 'other_currency', sign: '€', codes: ['EUR'] });
    expect(readPrice('C$24.90', 'USD', 'comma_point')).toMatchObject({ kind: 'other_currency', sign: 'C$' });
    expect(readPrice('24.90 eur', 'USD')).toMatchObject({ kind: 'other_currency', codes: ['EUR'] });
  });

  it('reads no text as an amount that no notation gives it', () => {
    const digits = fc.string({
      unit: fc.constantFrom('0', '1', '9', '.', ',', ' ', "'", '-', '€', '$', 'k', '%'),
      maxLength: 14,
    });
    fc.assert(
      fc.property(
        digits,
        currencies,
        fc.constantFrom(undefined, 'unknown' as const, ...priceFormat.options),
        (text, currency, format) => {
          const read = readPrice(text, currency, format);
          if (read.kind !== 'price' || read.amount === undefined) return;
          // Whatever groups: the digits stay in their order, and only zeros at the ends come or go.
          const significant = (of: string) => of.replaceAll(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '');
          expect(significant(read.amount.toString())).toBe(significant(text));
        },
      ),
      { numRuns: 5000 },
    );
  });
});
