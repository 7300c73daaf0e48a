import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../components.testing.tsx';
import { activateLocale } from '../locales/texts.ts';
import { emptyRule, type RuleDraft } from './rule-drafts.ts';
import { RuleFields } from './RuleFields.tsx';

async function open(changed: Partial<RuleDraft> = {}, errors: Record<string, string> = {}) {
  await page.viewport(520, 900);
  const draft = { ...emptyRule(), ...changed };
  await show(
    <RuleFields
      merchant="glow-lab"
      draft={draft}
      number={1}
      currency="USD"
      errorOf={(field) => errors[field]}
      onChange={() => undefined}
      onRemove={undefined}
    />,
  );
}

const topOf = (name: string) => {
  const field = page.getByRole('textbox', { name }).element();
  return Math.round(field.getBoundingClientRect().top);
};
const labelHeight = (text: string) => page.getByText(text, { exact: true }).element().getBoundingClientRect().height;
const [perOrder, perMonth] = ['Most per order in USD (optional)', 'Most per creator and month in USD (optional)'];

test('fields beside each other are level, also when one label needs more lines or one has an error', async () => {
  await open({}, { max_per_order: 'Please enter an amount in USD above 0, or leave it blank.' });
  expect(labelHeight(perMonth)).toBeGreaterThan(labelHeight(perOrder));
  expect(topOf(perOrder)).toBe(topOf(perMonth));
});

test('the fields of a tier are level in the same way', async () => {
  await open({ kind: 'sales_tiers', typed: {} }, { 'from.0': 'Please enter an amount in USD.' });
  expect(topOf('From net sales in USD')).toBe(topOf('Percentage from then on'));
});

test.each(['en', 'es'] as const)('the longest type of a rate fits into its box on a phone (%s)', async (locale) => {
  await activateLocale(locale);
  await open();
  await page.viewport(390, 900);
  const select = page.getByRole('combobox').first().element();
  const style = getComputedStyle(select);
  const ruler = document.createElement('canvas').getContext('2d');
  if (!(select instanceof HTMLSelectElement) || !ruler) throw new Error('There is no select');
  ruler.font = style.font;
  const longest = Math.max(...[...select.options].map(({ text }) => ruler.measureText(text).width));
  const room = select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
  expect(Math.floor(longest)).toBeLessThanOrEqual(Math.ceil(room));
});
