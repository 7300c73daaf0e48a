import type { ProductImport } from '@vitrine/contract/catalogue.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../components.testing.tsx';
import { activateLocale, loadTexts } from '../locales/texts.ts';
import { RefusedRows, SkippedRows } from './ImportRows.tsx';

type Row = ProductImport['rows'][number];
const row = (changed: Partial<Row>): Row => ({
  line: 2,
  outcome: 'skipped',
  sku: 'a-1',
  title: 'Towel',
  field: null,
  value: null,
  reason: null,
  changes: [],
  clears: [],
  rates: [],
  ...changed,
});
const card = { field: 'gift_card', reason: 'is left out, because a gift card earns no commission' };

test('gift cards are listed apart from what the shop doesn’t sell yet, with how many and why', async () => {
  await show(
    <SkippedRows rows={[row({ ...card, title: 'Gift card – 10' }), row({ ...card, line: 3 }), row({ line: 4 })]} />,
  );
  const headings = page.getByRole('heading').elements();
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    '2 gift cards were left out: the sale counts when a card is spent',
    '1 product that your shop doesn’t sell yet',
  ]);
});

test('a refused row says in Spanish what is wrong with it', async () => {
  await loadTexts('brand');
  await activateLocale('es');
  const wrong = {
    outcome: 'refused' as const,
    field: 'price',
    value: '12x',
    reason: 'must be a price in USD, like 24.90',
  };
  await show(<RefusedRows rows={[row(wrong)]} />);
  const text = page.getByRole('listitem').element().textContent.replaceAll('\u00a0', ' ');
  expect(text).toContain('Precio “12x” debe ser un precio en USD, como 24.90');
});
