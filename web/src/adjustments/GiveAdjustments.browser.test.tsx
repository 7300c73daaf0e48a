import { previewAdjustments } from '@vitrine/contract/adjustments.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '../calls.testing.ts';
import { show } from '../components.testing.tsx';
import { readAdjustmentsSearch } from './adjustments-search.ts';
import { GiveAdjustments } from './GiveAdjustments.tsx';

const list = () => page.getByRole('textbox', { name: 'Creators and amounts' });

test('the list begins with the creator from the address, so that only the amount is missing', async () => {
  const money = { amount: '3000', currency: 'USD' };
  const previews = answerCalls(previewAdjustments, () => ({
    data: { lines: [], total: money, ceiling: money },
  }));
  await show(<GiveAdjustments merchant="glow-lab" to="mia" onClose={() => undefined} />);
  await expect.element(list()).toHaveValue('mia, ');
  await list().fill('mia, 30');
  await page.getByRole('textbox', { name: 'Reason' }).fill('For the spring campaign');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect.element(page.getByText('The list has no creators.')).toBeVisible();
  expect(previews.map(({ body }) => body)).toEqual([{ kind: 'bonus', list: 'mia, 30' }]);
});

test('without one the list is empty', async () => {
  await show(<GiveAdjustments merchant="glow-lab" onClose={() => undefined} />);
  await expect.element(list()).toHaveValue('');
});

test('the address names one creator by handle, and nothing else', () => {
  expect(readAdjustmentsSearch({ search: 'ava', to: 'mia_r' })).toEqual({ search: 'ava', to: 'mia_r' });
  expect(readAdjustmentsSearch({ to: 'mia, 30\nava' })).toEqual({});
  expect(readAdjustmentsSearch({ to: 'm' })).toEqual({});
  expect(readAdjustmentsSearch({ to: 7 })).toEqual({});
});
