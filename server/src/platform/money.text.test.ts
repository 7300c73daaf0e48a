import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDecimal } from '@vitrine/contract/values/amounts.ts';
import { decimalText, moneyText } from './money.text.ts';

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const amounts = fc.bigInt({ min: 0n, max: 10n ** 15n - 1n });
const currencies = fc.constantFrom('USD', 'EUR', 'JPY', 'KWD');

test.each([
  [0n, 'USD', '0.00'],
  [5n, 'USD', '0.05'],
  [-5n, 'USD', '-0.05'],
  [1_250n, 'EUR', '12.50'],
  [1_250n, 'JPY', '1250'],
  [-7n, 'JPY', '-7'],
  [1_250n, 'KWD', '1.250'],
  [999_999_999_999_999_999n, 'USD', '9999999999999999.99'],
])('%s minor units of %s are %s', (amount, currency, text) => {
  expect(decimalText(amount, currency)).toBe(text);
});

test('a decimal text is read back as the same amount', () => {
  fc.assert(
    fc.property(amounts, currencies, (amount, currency) => {
      expect(parseDecimal(decimalText(amount, currency), currency)).toBe(amount);
    }),
  );
});

describe('money in a text', () => {
  test.each([
    ['en', 123_450n, 'USD', '$1,234.50'],
    ['en', 0n, 'USD', '$0.00'],
    ['en', -500n, 'USD', '-$5.00'],
    ['en', 1_234n, 'JPY', '¥1,234'],
    ['es', 123_450n, 'EUR', '1.234,50 €'],
    ['es', 1_234_500n, 'EUR', '12.345,00 €'],
  ])('§127: thousands are grouped in every language; in %s, %s %s is %s (S20)', (locale, amount, currency, text) => {
    expect(plain(moneyText(amount, currency, locale))).toBe(text);
  });

  test('has English where no language is named', () => {
    expect(moneyText(100n, 'USD')).toBe('$1.00');
  });

  test('keeps every digit, also of amounts that a number cannot hold', () => {
    expect(moneyText(900_719_925_474_099_399n, 'USD')).toBe('$9,007,199,254,740,993.99');
  });

  test('has the digits of its decimal text in both languages', () => {
    const digits = (text: string) => text.replaceAll(/\D/g, '');
    fc.assert(
      fc.property(amounts, currencies, fc.constantFrom('en', 'es'), (amount, currency, locale) => {
        expect(digits(moneyText(amount, currency, locale))).toBe(digits(decimalText(amount, currency)));
      }),
    );
  });
});
