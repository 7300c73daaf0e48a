import { describe, expect, test } from 'vitest';
import { difference, formatMoney, formatMoneyTick, isZero } from './money.ts';

describe('money is shown to the minor unit, and the rounding rule for numbers is never applied to it', () => {
  test.each([
    ['1250', 'USD', '$12.50'],
    ['0', 'USD', '$0.00'],
    ['1', 'USD', '$0.01'],
    ['99', 'USD', '$0.99'],
    ['100', 'USD', '$1.00'],
    ['-5', 'USD', '-$0.05'],
    ['-123456', 'USD', '-$1,234.56'],
    ['123456', 'EUR', '€1,234.56'],
    ['1250', 'JPY', '¥1,250'],
    ['1250', 'ISK', 'ISK\u00a01,250'],
    ['1250', 'KWD', 'KWD\u00a01.250'],
    ['9007199254740991', 'USD', '$90,071,992,547,409.91'],
    ['9007199254740993000001', 'USD', '$90,071,992,547,409,930,000.01'],
  ])('%s minor units of %s are %s', (amount, currency, text) => {
    expect(formatMoney({ amount, currency })).toBe(text);
  });

  test('a difference is exact and keeps its sign', () => {
    const earned = { amount: '9007199254740993', currency: 'USD' };
    expect(difference({ amount: '1', currency: 'USD' }, earned)).toEqual({
      amount: '-9007199254740992',
      currency: 'USD',
    });
    expect(isZero(difference(earned, earned))).toBe(true);
  });
});

describe('an amount on the axis of a chart', () => {
  test.each([
    [0, 500, 'USD', '$0'],
    [300, 100, 'USD', '$300'],
    [0.5, 0.5, 'USD', '$0.50'],
    [1500, 500, 'EUR', '€1.5k'],
    [2_000_000, 1_000_000, 'GBP', '£2.0m'],
  ])('§130: %s in steps of %s of %s is %s', (value, step, currency, text) => {
    expect(formatMoneyTick(value, step, currency)).toBe(text);
  });

  test('has the currency where the language puts it', () => {
    expect(formatMoneyTick(300, 100, 'EUR', 'es-ES')).toBe('300\u00a0€');
    expect(formatMoneyTick(1500, 500, 'EUR', 'es-ES')).toBe('1,5k\u00a0€');
  });
});
