import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { type FilteredAnalytics, readFilteredAnalytics } from '@vitrine/contract/analytics.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ApiProblem } from '../api/problem.ts';
import { answerCalls, refusal } from '../calls.testing.ts';
import { glowLabAccount, show } from '../components.testing.tsx';
import { FilterBar } from './FilterBar.tsx';
import { FilteredFailed } from './FilteredFailed.tsx';
import { FilteredScreen } from './FilteredScreen.tsx';
import type { AnalyticsSearch } from './search.ts';

const value = (name: string, clicks: number, views: number | null = null) => ({ value: name, clicks, views });
const data: FilteredAnalytics = {
  range: {
    preset: 'last_30_days',
    from: '2026-10-24',
    to: '2026-11-22',
    days: 30,
    time_zone: 'America/New_York',
    starts_at: '2026-10-24T04:00:00.000Z',
    ends_at: '2026-11-23T05:00:00.000Z',
    before: { from: '2026-09-24', to: '2026-10-23', starts_at: '2026-09-24T04:00:00.000Z' },
    unit: 'day',
    as_of: '2026-11-22T18:00:00.000Z',
    since: '2026-01-01T00:00:00.000Z',
  },
  clicks: 12,
  views: null,
  series: [],
  links: [{ link_id: 'l_1', title: 'Cloud Cream', short_url: null, image: null, clicks: 12 }],
  filtered_link: { link_id: 'l_1', title: 'Cloud Cream', short_url: null, image: null, clicks: 12 },
  countries: [value('US', 8), value('FR', 4)],
  devices: [value('mobile', 12)],
  referrers: [value('l.instagram.com', 9)],
  apps: [value('instagram', 9)],
};

/** Like the page: the address follows what is chosen. */
function Page({ start }: { start: AnalyticsSearch }) {
  const [search, setSearch] = useState(start);
  return <FilterBar accountId={glowLabAccount.id} search={search} data={data} onChange={setSearch} />;
}

function Screen({ search, of = data }: { search: AnalyticsSearch; of?: FilteredAnalytics }) {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  return (
    <RouterContextProvider router={router}>
      <FilteredScreen
        data={of}
        place={{ slug: 'glow-lab', type: 'overview', search }}
        onShow={() => undefined}
        onClear={() => undefined}
      />
    </RouterContextProvider>
  );
}

const chips = () => page.getByRole('button', { name: /^Remove the filter/ });

test('each filter is a chip with its name; removing one leaves the others and keeps the focus near', async () => {
  await show(<Page start={{ link: 'l_1', country: 'US', app: 'instagram' }} />);
  const names = () =>
    chips()
      .elements()
      .map((chip) => chip.getAttribute('aria-label'));
  expect(names()).toEqual([
    'Remove the filter Link: Cloud Cream',
    'Remove the filter Country: United States',
    'Remove the filter App: Instagram',
  ]);
  await page.getByRole('button', { name: 'Remove the filter Country: United States' }).click();
  expect(names()).toHaveLength(2);
  await expect.element(page.getByRole('region', { name: 'Filters' })).toHaveFocus();
  await page.getByRole('button', { name: 'Clear all' }).click();
  expect(names()).toEqual([]);
  await expect.element(page.getByRole('button', { name: 'Clear all' })).not.toBeInTheDocument();
});

test('a filter is chosen among what clicks have with the other filters', async () => {
  const calls = answerCalls(readFilteredAnalytics, () => ({ data }));
  await show(<Page start={{ device: 'mobile', country: 'US' }} />);
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByLabelText('Filter by').selectOptions('Country');
  await page.getByRole('button', { name: /France/ }).click();
  expect(calls.at(-1)?.query).toEqual({ device: 'mobile' });
  await expect.element(page.getByRole('button', { name: 'Remove the filter Country: France' })).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('a range that is too long is explained where a filter is added', async () => {
  answerCalls(readFilteredAnalytics, () => refusal('range_too_long'));
  await show(<Page start={{ preset: 'last_12_months' }} />);
  await page.getByRole('button', { name: 'Add filter' }).click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('This period is too long to filter. Choose at most 92 days.');
});

test('what can’t be filtered is said, and a row leads to its clicks in addition to the filters', async () => {
  await show(<Screen search={{ link: 'l_1', preset: 'today' }} />);
  await expect.element(page.getByText(/^Only clicks can be filtered by link and app/)).toBeVisible();
  const href = page.getByRole('link', { name: 'Filter by France' }).element().getAttribute('href');
  expect(href).toBe('/analytics-page/glow-lab/overview?link=l_1&preset=today&country=FR');
  await expect.element(page.getByRole('link', { name: 'Filter by Cloud Cream' })).not.toBeInTheDocument();
  await expect.element(page.getByText('Direct or unknown')).toBeVisible();
});

test('without clicks the page says what to do', async () => {
  await show(<Screen search={{ country: 'AQ' }} of={{ ...data, clicks: 0, views: 0 }} />);
  await expect.element(page.getByRole('heading', { name: 'No clicks with these filters' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Clear all filters' })).toBeVisible();
});

test.each([
  ['range_too_long', 'This period is too long to filter', 'Show the last 90 days', 'last_90_days'],
  ['clicks_not_kept', 'Older clicks can’t be filtered', 'Show the last 28 days', 'last_28_days'],
] as const)('a refusal with %s offers a period that works', async (code, title, button, preset) => {
  const chosen: string[] = [];
  const error = new ApiProblem({ code, status: 422, message: '' });
  await show(<FilteredFailed error={error} retry={() => undefined} onPreset={(next) => chosen.push(next)} />);
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
  await page.getByRole('button', { name: button }).click();
  expect(chosen).toEqual([preset]);
});
