import { i18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { parseRate, rateChoices, rateFields, rateTexts, typedRate } from './rate-kinds.tsx';

i18n.loadAndActivate({ locale: 'en', messages: {} });

const kinds = rateChoices('USD').map(({ value }) => value);

test.each(kinds)('a rate of the kind %s is unchanged after opening and saving the form', (kind) => {
  const typed = Object.fromEntries(rateFields(kind).map(({ name }) => [name, '12.5']));
  const rate = parseRate(kind, typed, 'USD');
  expect(rate).toMatchObject({ kind });
  if (rate) expect(parseRate(kind, typedRate(rate), 'USD')).toEqual(rate);
});

test.each(kinds)('the form of the kind %s says what to enter in each empty field', (kind) => {
  expect(parseRate(kind, {}, 'USD')).toBeUndefined();
  for (const { parse, mistake } of rateFields(kind)) {
    expect(parse({}, 'USD')).toBeUndefined();
    expect(mistake('USD')).not.toBe('');
  }
});

test('a percentage is at most 100 and has at most two decimals', () => {
  const parse = (rate: string) => parseRate('percentage', { rate }, 'USD')?.rate;
  expect(['0', '12.5', '12,55', '100', '100.01', '-1', '1.234', ''].map(parse)).toEqual([
    0,
    1_250,
    1_255,
    10_000,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('an amount has the decimals of its currency', () => {
  const parse = (amount: string, currency: string) => parseRate('flat', { amount }, currency)?.amount;
  expect(parse('2.05', 'USD')).toEqual({ amount: '205', currency: 'USD' });
  expect(parse('200', 'JPY')).toEqual({ amount: '200', currency: 'JPY' });
  expect(parse('2.5', 'JPY')).toBeUndefined();
  expect(typedRate({ kind: 'flat', rate: null, amount: { amount: '5', currency: 'USD' } })).toEqual({ amount: '0.05' });
});

test('a rate is written with its unit', () => {
  const share = rateTexts({ kind: 'percentage', rate: 1_250, amount: null });
  const perItem = rateTexts({ kind: 'flat', rate: null, amount: { amount: '205', currency: 'USD' } });
  const line = { pieces: '3', scope: 'the standard rate' };
  expect([share.label(), share.arithmetic(line), share.earning('$6.00')]).toEqual([
    '12.5%',
    '× 12.5%, the standard rate',
    'You earn 12.5%, $6.00 per sale',
  ]);
  expect([perItem.label(), perItem.arithmetic(line), perItem.earning('$2.05')]).toEqual([
    '$2.05 per item',
    '$2.05 × 3, the standard rate',
    'You earn $2.05 per sale',
  ]);
});
