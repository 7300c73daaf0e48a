import { publishTerms } from '@vitrine/contract/terms.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { refusal, answerCalls } from '../calls.testing.ts';
import { show } from '../components.testing.tsx';
import { TermsSheet } from './TermsSheet.tsx';
import type { Terms } from './terms-texts.ts';

const closed = vi.fn<() => void>();
const held: Terms = {
  version: 3,
  note: '',
  created_at: '2026-11-01T12:00:00.000Z',
  effective_at: '2026-11-01T12:00:00.000Z',
  rules: [
    { position: 1, creator: null, sku: null, category: null, kind: 'percentage', rate: 1500, amount: null },
    {
      position: 2,
      creator: null,
      sku: 'GL-101',
      category: null,
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

beforeEach(() => {
  closed.mockReset();
});

test('starts with the rules that hold, as they were typed', async () => {
  await open(held);
  await expect.element(percentage()).toHaveValue('15');
  await expect.element(rule(2).getByRole('textbox', { name: 'Amount in USD' })).toHaveValue('2.00');
  await expect.element(rule(2).getByRole('textbox', { name: 'SKU' })).toHaveValue('GL-101');
  await expect.element(changes()).toMatchTextContent('No changes yet.');
});

test('says what a higher rate changes, and that it holds at once', async () => {
  await open(held);
  await percentage().fill('17.5');
  await expect.element(changes()).toMatchTextContent('Everyone, all products: from 15% to 17.5%');
  await expect.element(changes()).toMatchTextContent('this takes effect as soon as you publish it');
});

test.each([
  ['a lower rate', () => percentage().fill('14.99'), 'from 15% to 14.99%'],
  ['a removed rule', () => page.getByRole('button', { name: 'Remove rule 2' }).click(), 'removed (was $2.00 per item)'],
])('%s takes effect after the notice period', async (_what, change, text) => {
  await open(held);
  await change();
  await expect.element(changes()).toMatchTextContent(text);
  await expect.element(changes()).toMatchTextContent('this takes effect after your notice period');
});

test('two rules for the same thing are two changes, until they are told apart', async () => {
  const complaint = vi.spyOn(console, 'error').mockReturnValue();
  await open();
  await percentage().fill('10');
  await page.getByRole('button', { name: 'Add rule' }).click();
  await percentage(2).fill('20');
  await rule(2).getByRole('textbox', { name: 'Creator' }).fill('ava');
  await expect
    .poll(() =>
      changes()
        .getByRole('listitem')
        .elements()
        .map((item) => item.textContent),
    )
    .toEqual(['Everyone, all products: new rule, 10%', '@ava, all products: new rule, 20%']);
  expect(complaint).not.toHaveBeenCalled();
});

test('the last rule cannot be removed', async () => {
  await open();
  await expect.element(page.getByRole('button', { name: /Remove rule/ })).not.toBeInTheDocument();
});

test('while a rate is not readable, nothing is said about changes', async () => {
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
  ['One product', 'Please enter the SKU.'],
  ['One category', 'Please enter the category.'],
])('a rule for “%s” needs its name', async (target, text) => {
  await open();
  await percentage().fill('10');
  await page.getByRole('combobox', { name: 'Applies to' }).selectOptions(target);
  await publish();
  await expect.element(percentage()).toHaveAccessibleDescription(text);
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

test('publishes rules for everyone, for one creator and for a category, and says from when they hold', async () => {
  const calls = answerCalls(publishTerms, () => ({ data: published }));
  await open();
  await percentage().fill('12,5');
  await page.getByRole('button', { name: 'Add rule' }).click();
  await percentage(2).fill('20');
  await rule(2).getByRole('textbox', { name: 'Creator' }).fill(' @ava ');
  await rule(2).getByRole('combobox', { name: 'Applies to' }).selectOptions('One category');
  await rule(2).getByRole('textbox', { name: 'Category' }).fill('Care');
  await page.getByRole('textbox', { name: 'Note to your creators (optional)' }).fill('  Happy holidays ');
  await publish();
  await expect.element(page.getByText(/^Version 4 published\. It takes effect on/)).toBeVisible();
  expect(calls.map(({ body }) => body)).toEqual([
    {
      rules: [
        { kind: 'percentage', rate: 1250, amount: null },
        { creator: 'ava', category: 'Care', kind: 'percentage', rate: 2000, amount: null },
      ],
      note: 'Happy holidays',
    },
  ]);
  expect(closed).toHaveBeenCalledTimes(1);
});

test('a rule that the server refuses is named, and the others stay as they are', async () => {
  answerCalls(publishTerms, () => refusal('validation_failed', { 'rules.1.creator': ['has no creator @nobody'] }));
  await open(held);
  await percentage().fill('16');
  await publish();
  await expect
    .element(rule(2).getByRole('textbox', { name: 'Amount in USD' }))
    .toHaveAccessibleDescription('creator has no creator @nobody');
  await expect.element(percentage()).not.toHaveAttribute('aria-invalid');
  expect(closed).not.toHaveBeenCalled();
});
