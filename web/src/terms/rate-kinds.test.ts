import { i18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { measureText, progressText } from './month-texts.ts';
import { withoutTier, withTier } from './rate-fields.ts';
import { allRateFields, parseRate, rateChoices, rateFields, rateTexts, tierRows, typedRate } from './rate-kinds.tsx';

i18n.loadAndActivate({ locale: 'en', messages: {} });

const kinds = rateChoices('USD').map(({ value }) => value);

/** Values that are valid for every kind: thresholds and percentages rise. */
const typedValues: Readonly<Record<string, string>> = {
  rate: '12.5',
  amount: '12.5',
  'from.0': '100',
  'rate.0': '15',
  'from.1': '200',
  'rate.1': '17.25',
  max_per_order: '50',
  max_per_month: '500',
};

test.each(kinds)('a rate of the kind %s is unchanged after opening and saving the form', (kind) => {
  const names = allRateFields(kind, typedValues).map(({ name }) => name);
  const typed = Object.fromEntries(names.map((name) => [name, typedValues[name] ?? '']));
  const rate = parseRate(kind, typed, 'USD');
  expect(rate).toMatchObject({ kind });
  if (rate) expect(parseRate(kind, typedRate(rate), 'USD')).toEqual(rate);
});

test.each(kinds)('the form of the kind %s says what to enter in each empty field', (kind) => {
  expect(parseRate(kind, {}, 'USD')).toBeUndefined();
  for (const { parse, mistake } of [
    ...rateFields(kind),
    ...tierRows(kind, {}).flatMap((row) => [row.from, row.rate]),
  ]) {
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

const usd = (amount: string) => ({ amount, currency: 'USD' });
const bySales = {
  kind: 'sales_tiers' as const,
  rate: 1_000,
  amount: null,
  tiers: [
    { from: usd('100000'), rate: 1_200 },
    { from: usd('500000'), rate: 1_500 },
  ],
};

test('tiers rise: a threshold or percentage that does not is a mistake', () => {
  const typed = typedRate(bySales);
  const mistaken = (changes: Record<string, string>) =>
    allRateFields('sales_tiers', { ...typed, ...changes })
      .filter(({ parse }) => parse({ ...typed, ...changes }, 'USD') === undefined)
      .map(({ name }) => name);
  expect(mistaken({})).toEqual([]);
  expect(mistaken({ 'from.1': '1000' })).toEqual(['from.1']);
  expect(mistaken({ 'rate.0': '10' })).toEqual(['rate.0']);
  expect(mistaken({ rate: '0' })).toEqual(['rate']);
  expect(mistaken({ max_per_order: '0', max_per_month: 'x' })).toEqual(['max_per_order', 'max_per_month']);
});

test('a tier is added at the end, and those after a removed one move up', () => {
  const typed = typedRate(bySales);
  expect(tierRows('sales_tiers', withTier(typed))).toHaveLength(3);
  expect(parseRate('sales_tiers', withoutTier(typed, 0), 'USD')).toMatchObject({
    tiers: [{ from: usd('500000'), rate: 1_500 }],
  });
  let many = typed;
  for (let more = 0; more < 20; more += 1) many = withTier(many);
  expect(tierRows('sales_tiers', many)).toHaveLength(10);
});

test('tiers and caps are written with their amounts', () => {
  expect(rateTexts(bySales).label()).toBe('10%, 12% from $1,000.00, 15% from $5,000.00 of monthly net sales');
  const byOrders = { kind: 'order_tiers' as const, rate: 1_000, amount: null, tiers: [{ from: 20, rate: 1_200 }] };
  const capped = {
    ...byOrders,
    max_per_order: usd('5000'),
    max_per_month: usd('50000'),
    new_customers_only: true,
  };
  expect(rateTexts(capped).label()).toBe(
    '10%, 12% from 20 monthly orders, up to $50.00 per order, up to $500.00 per month, new customers only',
  );
  expect(rateTexts(bySales).arithmetic({ pieces: '1', scope: 'the standard rate', tierRate: 1_200 })).toBe(
    '× 12%, the standard rate',
  );
});

test('what was reached is written with the tier that it leads to', () => {
  const reached = (amount: string, orders = 3) => ({ month: '2026-11', net_sales: usd(amount), orders });
  expect(progressText(bySales, reached('74000'))).toBe(
    'You are at $740.00 of $1,000.00 this month. From then on you earn 12%.',
  );
  expect(progressText(bySales, reached('500000'))).toBe('You are at $5,000.00 this month, at the highest percentage.');
  const byOrders = { kind: 'order_tiers' as const, rate: 1_000, amount: null, tiers: [{ from: 20, rate: 1_200 }] };
  expect(progressText(byOrders, reached('0', 1))).toBe('You have 1 order this month. From 20 on you earn 12%.');
  expect(measureText(bySales, reached('124000'))).toBe(
    'Net sales in the month before this order: $1,240.00. From $1,000.00, the rate is 12%.',
  );
  expect(measureText(bySales, reached('0'))).toBe(
    'Net sales in the month before this order: $0.00. Up to the first tier, the rate is 10%.',
  );
});
