import { useState } from 'react';
import type { AnalyticsRange } from '@vitrine/contract/analytics.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../components.testing.tsx';
import { RangeControls } from './RangeControls.tsx';
import type { RangeSearch } from './search.ts';

const range: AnalyticsRange = {
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
};
const asked = vi.fn<(range: RangeSearch) => void>();
const compared = vi.fn<(isOn: boolean) => void>();

beforeEach(() => {
  asked.mockReset();
  compared.mockReset();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T18:00:00Z') });
});
afterEach(() => vi.useRealTimers());

/** Like the page: the address follows what is chosen. */
function Page({ start }: { start?: RangeSearch }) {
  const [search, setSearch] = useState<RangeSearch>(start ?? {});
  return (
    <RangeControls
      search={search}
      range={range}
      onRange={(next) => {
        asked(next);
        setSearch(next);
      }}
      onCompare={compared}
    />
  );
}

const period = () => page.getByRole('combobox', { name: 'Period' });
const from = () => page.getByLabelText('From');
const to = () => page.getByLabelText('To', { exact: true });

test('the usual period needs no address, another one is named in it', async () => {
  await show(<Page start={{ from: '2026-11-01', to: '2026-11-03' }} />);
  await period().selectOptions('Last 30 days');
  await period().selectOptions('Last 7 days');
  expect(asked.mock.calls.flat()).toEqual([{}, { preset: 'last_7_days' }]);
});

test('a custom range starts with the days that are shown', async () => {
  await show(<Page />);
  await expect.element(from()).not.toBeInTheDocument();
  await period().selectOptions('Custom range');
  expect(asked.mock.calls.flat()).toEqual([{ from: '2026-10-24', to: '2026-11-22' }]);
  await expect.element(from()).toHaveValue('2026-10-24');
  await expect.element(to()).toHaveValue('2026-11-22');
});

test.each([
  ['a start after the end', '2026-11-04', '2026-11-03', 'The start date can’t be after the end date.'],
  ['a day in the future', '2026-11-01', '2026-11-23', 'Choose dates up to today.'],
  ['a day before 2000', '1999-12-31', '2026-11-03', 'Choose dates in 2000 or later.'],
])('%s is refused at once with its reason, and nothing is asked for', async (_what, first, last, reason) => {
  await show(<Page start={{ from: '2026-11-01', to: '2026-11-03' }} />);
  await from().fill(first);
  asked.mockReset();
  await to().fill(last);
  await expect.element(page.getByRole('alert')).toHaveTextContent(reason);
  await expect.element(from()).toHaveAccessibleDescription(reason);
  await expect.element(from()).toHaveValue(first);
  expect(asked).not.toHaveBeenCalled();
});

test('today is the day where the creator lives, not the day in Greenwich', async () => {
  vi.setSystemTime(new Date('2026-11-23T02:00:00Z'));
  await show(<Page start={{ from: '2026-11-01', to: '2026-11-03' }} />);
  await to().fill('2026-11-23');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Choose dates up to today.');
});

test('an empty day asks for nothing and says nothing yet', async () => {
  await show(<Page start={{ from: '2026-11-01', to: '2026-11-03' }} />);
  await from().clear();
  expect(asked).not.toHaveBeenCalled();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('a day put right again is asked for, and the reason goes', async () => {
  await show(<Page start={{ from: '2026-11-01', to: '2026-11-03' }} />);
  await from().fill('2026-11-05');
  await expect.element(page.getByRole('alert')).toBeVisible();
  await from().fill('2026-11-02');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  expect(asked.mock.calls.flat()).toEqual([{ from: '2026-11-02', to: '2026-11-03' }]);
});

test('comparing is turned on and off', async () => {
  await show(<Page />);
  await page.getByRole('checkbox', { name: 'Compare with the previous period' }).click();
  expect(compared.mock.calls).toEqual([[true]]);
});
