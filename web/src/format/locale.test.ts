import { afterEach, expect, test } from 'vitest';
import { formatMoney } from './money.ts';
import { formatNumber } from './numbers.ts';
import { regionOf, setLocale } from './locale.ts';

afterEach(() => setLocale('en'));

test('§127: numbers and money are written as in the chosen language (S20, S27)', () => {
  const money = { amount: '123456', currency: 'EUR' };
  expect([formatNumber(12_345), formatMoney(money)]).toEqual(['12,345', '€1,234.56']);
  setLocale('es');
  expect([formatNumber(12_345), formatMoney(money).replaceAll('\u00a0', ' ')]).toEqual(['12.345', '1.234,56 €']);
});

test('an unknown language counts as English', () => {
  expect([regionOf('es'), regionOf('xx'), regionOf('toString')]).toEqual(['es-ES', 'en-US', 'en-US']);
});
