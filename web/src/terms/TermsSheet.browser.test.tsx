import { previewTerms, publishTerms, searchTermsTargets, type TermsPreview } from '@vitrine/contract/terms.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refusal, answerCalls } from '../calls.testing.ts';
import { show } from '../components.testing.tsx';
import { TermsSheet } from './TermsSheet.tsx';
import type { Terms } from './terms-texts.ts';

const closed = vi.fn<() => void>();
const everything = {
  creator: null,
  group: null,
  group_name: null,
  sku: null,
  product: null,
  category: null,
  starts_on: null,
  ends_on: null,
};
const held: Terms = {
  version: 3,
  note: '',
  created_at: '2026-11-01T12:00:00.000Z',
  effective_at: '2026-11-01T12:00:00.000Z',
  rules: [
    { position: 1, ...everything, kind: 'percentage', rate: 1500, amount: null },
    {
      position: 2,
      ...everything,
      sku: 'GL-101',
      kind: 'flat',
      rate: null,
      amount: { amount: '200', currency: 'USD' },
    },
  ],
};
const rule = (number: number) => page.getByRole('group', { name: `Rule ${number}` });
const percentage = (number = 1) => rule(number).getByRole('textbox', { name: 'Percentage' });
const changes = () => page.getByRole('region', { name: 'What changes' });
const publish = () => page.getByRole('button', { name: 'Publish' }).click();
const published = { ...held, version: 4, effective_at: '2026-12-22T12:00:00.000Z' };

async function open(version?: Terms) {
  await show(<TermsSheet merchant="glow-lab" currency="USD" held={version} onClose={closed} />);
}

const unchanged: TermsPreview = {
  effective_at: '2026-11-20T12:00:00.000Z',
  creators: { lose: 0, gain: 0, unchanged: 2 },
  products: { lose: 0, gain: 0, unchanged: 3 },
  changes: [],
};
const rate = (value: number) => ({ kind: 'percentage' as const, rate: value, amount: null });

function answerPreview(preview: TermsPreview) {
  return answerCalls(previewTerms, () => ({ data: preview, meta: { next_cursor: null } }));
}

beforeEach(() => {
  closed.mockReset();
  answerPreview(unchanged);
});

test('starts with the rules that hold, as they were entered', async () => {
  await open(held);
  await expect.element(percentage()).toHaveValue('15');
  await expect.element(rule(2).getByRole('textbox', { name: 'Amount in USD' })).toHaveValue('2.00');
  await expect.element(rule(2).getByRole('combobox', { name: 'Product' })).toHaveValue('GL-101');
  await expect.element(changes()).toMatchTextContent('2 stay the same');
});

test('shows by name what a lower rate changes, and from when on', async () => {
  const calls = answerPreview({
    ...unchanged,
    effective_at: '2026-12-06T12:00:00.000Z',
    creators: { lose: 1, gain: 0, unchanged: 1 },
    changes: [
      {
        creator: 'ava',
        display_name: 'Ava',
        products: [
          {
            product: 'Dew Serum',
            from: '2026-12-06T12:00:00.000Z',
            before: rate(1_800),
            after: rate(1_500),
            is_cut: true,
            new_customers: false,
          },
        ],
        more: 12,
      },
    ],
  });
  await open(held);
  await percentage().fill('14.99');
  await expect.element(changes()).toMatchTextContent('1 creator earns less, 0 earn more, 1 stays the same');
  await expect.element(changes()).toMatchTextContent(/Ava.*Dew Serum: 18% → 15% from .*6/);
  await expect.element(changes()).toMatchTextContent('and 12 more products');
  await expect.poll(() => calls.at(-1)?.body.rules[0]).toMatchObject({ kind: 'percentage', rate: 1_499 });
});

test('the first terms of a brand without creators say so instead of counting nobody', async () => {
  answerPreview({ ...unchanged, creators: { lose: 0, gain: 0, unchanged: 0 } });
  await open();
  await percentage().fill('15');
  await expect.element(changes()).toMatchTextContent('No creators yet, so nobody’s rate changes.');
  await expect.element(changes()).not.toMatchTextContent('0 earn more');
});

test('the last rule cannot be removed', async () => {
  await open();
  await expect.element(page.getByRole('button', { name: /Remove rule/ })).not.toBeInTheDocument();
});

test('while a rate is not readable, nothing is compared', async () => {
  await open(held);
  await percentage().fill('a lot');
  await expect.element(changes()).not.toBeInTheDocument();
});

test('bad rates are said at their fields, and nothing is sent', async () => {
  await open(held);
  await percentage().fill('100.01');
  await rule(2).getByRole('textbox', { name: 'Amount in USD' }).fill('2.005');
  await publish();
  await expect.element(percentage()).toHaveAccessibleDescription('Please enter a percentage from 0 to 100, like 12.5.');
  await expect
    .element(rule(2).getByRole('textbox', { name: 'Amount in USD' }))
    .toHaveAccessibleDescription('Please enter an amount in USD.');
});

test.each([
  ['Applies to', 'One product', 'Product', 'Please choose a product.'],
  ['Applies to', 'One category', 'Category', 'Please choose a category.'],
  ['Who', 'One creator', 'Creator', 'Please choose a creator.'],
  ['Who', 'One group', 'Group', 'Please choose a group.'],
])('a rule whose “%s” is “%s” needs a choice', async (list, choice, field, text) => {
  await open();
  await percentage().fill('10');
  await page.getByRole('combobox', { name: list }).selectOptions(choice);
  await publish();
  await expect.element(page.getByRole('combobox', { name: field, exact: true })).toHaveAccessibleDescription(text);
});

test('a picker searches while one types, and is used with the keyboard', async () => {
  const searches = answerCalls(searchTermsTargets, ({ query }) => ({
    data:
      query['search'] === 'lip'
        ? [
            { value: 'lip', name: 'Lip Balm (lip)' },
            { value: 'lip2', name: 'Lip Oil (lip2)' },
          ]
        : [],
  }));
  await open();
  await page.getByRole('combobox', { name: 'Applies to' }).selectOptions('One product');
  const product = page.getByRole('combobox', { name: 'Product', exact: true });
  await product.fill('lip');
  await expect.element(page.getByRole('option', { name: 'Lip Oil (lip2)' })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(product).toHaveValue('Lip Oil (lip2)');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  expect(searches.at(-1)?.query).toEqual({ kind: 'product', search: 'lip' });
});

test('another type of rate has fields of its own and forgets no typed value of the first', async () => {
  await open();
  await percentage().fill('12.5');
  const type = page.getByRole('combobox', { name: 'Type' });
  await type.selectOptions('USD per item');
  await expect.element(rule(1).getByRole('textbox', { name: 'Amount in USD' })).toHaveValue('');
  await type.selectOptions('Percentage of the price');
  await expect.element(percentage()).toHaveValue('12.5');
});

test('publishes rules for everyone, for one creator and a category, with dates, and says from when they hold', async () => {
  const calls = answerCalls(publishTerms, () => ({ data: published }));
  await open();
  await percentage().fill('12,5');
  await page.getByRole('button', { name: 'Add rule' }).click();
  await percentage(2).fill('20');
  answerCalls(searchTermsTargets, ({ query }) => ({
    data: [query['kind'] === 'creator' ? { value: 'ava', name: 'Ava (@ava)' } : { value: 'Care', name: 'Care' }],
  }));
  await rule(2).getByRole('combobox', { name: 'Who' }).selectOptions('One creator');
  await rule(2).getByRole('combobox', { name: 'Creator', exact: true }).click();
  await page.getByRole('option', { name: 'Ava (@ava)' }).click();
  await rule(2).getByRole('combobox', { name: 'Applies to' }).selectOptions('One category');
  await rule(2).getByRole('combobox', { name: 'Category', exact: true }).click();
  await page.getByRole('option', { name: 'Care' }).click();
  await rule(2).getByLabelText('First day (optional)').fill('2026-12-01');
  await rule(2).getByLabelText('Last day (optional)').fill('2026-12-07');
  await page.getByRole('textbox', { name: 'Note to your creators (optional)' }).fill('  Happy holidays ');
  await publish();
  await expect.element(page.getByText(/^Version 4 published\. It takes effect on/)).toBeVisible();
  expect(calls.map(({ body }) => body)).toEqual([
    {
      rules: [
        { kind: 'percentage', rate: 1250, amount: null },
        {
          creator: 'ava',
          category: 'Care',
          starts_on: '2026-12-01',
          ends_on: '2026-12-07',
          kind: 'percentage',
          rate: 2000,
          amount: null,
        },
      ],
      note: 'Happy holidays',
    },
  ]);
  expect(closed).toHaveBeenCalledTimes(1);
});

test('tiers, caps and a rule for new customers are published as typed', async () => {
  const calls = answerCalls(publishTerms, () => ({ data: published }));
  await open();
  await page.getByRole('combobox', { name: 'Type' }).selectOptions('Percentage by monthly net sales');
  await page.getByRole('textbox', { name: 'Percentage at first' }).fill('10');
  const tier = (number: number) => page.getByRole('group', { name: `Tier ${number}` });
  const fill = async (number: number, from: string, percent: string) => {
    await tier(number).getByRole('textbox', { name: 'From net sales in USD' }).fill(from);
    await tier(number).getByRole('textbox', { name: 'Percentage from then on' }).fill(percent);
  };
  await fill(1, '1000', '12');
  await page.getByRole('button', { name: 'Add tier' }).click();
  await fill(2, '500', '11');
  await page.getByRole('textbox', { name: 'Most per order in USD (optional)' }).fill('50');
  await page.getByRole('switch', { name: 'Only orders of new customers' }).click();
  await publish();
  await expect
    .element(tier(2).getByRole('textbox', { name: 'From net sales in USD' }))
    .toHaveAccessibleDescription('Please enter an amount in USD, like 1000, above 0 and above the tier before.');
  await expect
    .element(tier(2).getByRole('textbox', { name: 'Percentage from then on' }))
    .toHaveAccessibleDescription('Please enter a percentage up to 100 that is higher than the one before.');
  expect(calls).toHaveLength(0);
  await page.getByRole('button', { name: 'Remove tier 2' }).click();
  await publish();
  await expect.element(page.getByText(/^Version 4 published\./)).toBeVisible();
  expect(calls[0]?.body).toEqual({
    rules: [
      {
        kind: 'sales_tiers',
        rate: 1_000,
        amount: null,
        tiers: [{ from: { amount: '100000', currency: 'USD' }, rate: 1_200 }],
        max_per_order: { amount: '5000', currency: 'USD' },
        new_customers_only: true,
      },
    ],
  });
});

test('a refused tier is named at its field', async () => {
  answerCalls(publishTerms, () => refusal('validation_failed', { 'rules.0.tiers.0.from.currency': ['must be EUR'] }));
  await open();
  await page.getByRole('combobox', { name: 'Type' }).selectOptions('Percentage by monthly net sales');
  await page.getByRole('textbox', { name: 'Percentage at first' }).fill('10');
  await page.getByRole('textbox', { name: 'From net sales in USD' }).fill('100');
  await page.getByRole('textbox', { name: 'Percentage from then on' }).fill('12');
  await publish();
  await expect
    .element(page.getByRole('textbox', { name: 'From net sales in USD' }))
    .toHaveAccessibleDescription('must be EUR');
});

test('a rule that the server refuses is named, and the others stay as they are', async () => {
  answerCalls(publishTerms, () => refusal('validation_failed', { 'rules.1.sku': ['is not in your catalog'] }));
  await open(held);
  await percentage().fill('16');
  await publish();
  await expect
    .element(rule(2).getByRole('combobox', { name: 'Product' }))
    .toHaveAccessibleDescription('is not in your catalog');
  await expect.element(percentage()).not.toHaveAttribute('aria-invalid');
  expect(closed).not.toHaveBeenCalled();
});
