import { readBrandAnalytics } from '@vitrine/contract/brand-analytics.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '../calls.testing.ts';
import { show } from '../components.testing.tsx';
import { BrandAnalyticsScreen } from './BrandAnalyticsScreen.tsx';
import type { BrandAnalyticsSearch, BrandSearchChange } from './brand-search.ts';

const search: BrandAnalyticsSearch = {
  from: '2026-01-01',
  to: '2026-11-20',
  country: 'US',
  by: 'link',
  compare: 'previous',
};
const last90Days = { preset: 'last_90_days', from: undefined, to: undefined };

test.each([
  ['range_too_long', 'by', 'This period is too long for this breakdown', 'Show the last 90 days', last90Days],
  ['range_too_long', 'by', 'This period is too long for this breakdown', 'Break down by creator', { by: undefined }],
  ['range_too_long', 'from', 'This period is too long for these filters', 'Clear filters', { country: undefined }],
  ['range_too_long', 'compare', /too long to compare/, 'Don’t compare', { compare: undefined }],
  ['clicks_not_kept', 'from', /don’t reach that far back/, 'Show the last 28 days', { preset: 'last_28_days' }],
  ['clicks_not_kept', 'compare', /can’t be compared with these filters/, 'Don’t compare', { compare: undefined }],
] as const)('%s of “%s” is explained below the filters, with a way out', async (code, field, title, button, change) => {
  answerCalls(readBrandAnalytics, () => refusal(code, { [field]: ['must be something else'] }));
  const changes: BrandSearchChange[] = [];
  await show(<BrandAnalyticsScreen merchant="glow-lab" search={search} onSearch={(chosen) => changes.push(chosen)} />);
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Remove the filter Country/ })).toBeVisible();
  await expect.element(page.getByText('We couldn’t load the figures')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: button, exact: true }).click();
  expect(changes).toEqual([expect.objectContaining(change)]);
});

test('any other failure can be tried again', async () => {
  answerCalls(readBrandAnalytics, () => refusal('not_found'));
  await show(<BrandAnalyticsScreen merchant="glow-lab" search={search} onSearch={() => undefined} />);
  await expect.element(page.getByText('We couldn’t load the figures')).toBeVisible();
});
