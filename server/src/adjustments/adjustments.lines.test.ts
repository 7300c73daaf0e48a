import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalText } from '../platform/money.text.ts';
import { amountIn, readList } from './adjustments.lines.ts';

test.each([
  ['25', 'USD', 2_500n],
  ['25.00', 'USD', 2_500n],
  ['25,00', 'USD', 2_500n],
  ['-12.50', 'USD', -1_250n],
  ['−12.50', 'USD', -1_250n],
  ['+3', 'USD', 300n],
  ['1200', 'JPY', 1_200n],
  ['1.234', 'KWD', 1_234n],
  ['1,234', 'USD', null],
  ['1.2345', 'USD', null],
  ['25.0', 'USD', null],
  ['1.200', 'JPY', null],
  ['$25', 'USD', null],
  ['', 'USD', null],
  ['1e3', 'USD', null],
])('%s in %s is %s', (text, currency, amount) => {
  expect(amountIn(text, currency)).toBe(amount);
});

test.each([
  ['ava, 25.00\nnoor,3', [1, 2]],
  ['ava 25.00\nnoor 3', [1, 2]],
  ['ava\t25,00\nnoor\t3', [1, 2]],
  ['"ava","25,00"\n\n"noor","3.00"', [1, 3]],
  ['Handle,Amount\n@Ava,25.00\nnoor,3.00', [2, 3]],
])('%j has two creators', (list, lines) => {
  const read = readList(list, 'USD');
  expect(read.map(({ line }) => line)).toEqual(lines);
  expect(read.map(({ creator, amount }) => [creator, amount])).toEqual([
    ['ava', 2_500n],
    ['noor', 300n],
  ]);
});

test('a decimal comma in a list with commas is refused, never read as another amount', () => {
  expect(readList('ava,25,00', 'USD')).toEqual([{ line: 1, creator: 'ava', amount: null }]);
});

test('every amount that the product writes is read back', () => {
  const currencies = fc.constantFrom('USD', 'EUR', 'JPY', 'KWD');
  fc.assert(
    fc.property(currencies, fc.bigInt({ min: -1_000_000n, max: 1_000_000n }), (currency, amount) => {
      expect(amountIn(decimalText(amount, currency), currency)).toBe(amount);
    }),
  );
});
