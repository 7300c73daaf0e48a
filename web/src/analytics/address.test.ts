import { describe, expect, test } from 'vitest';
import { readAnalyticsSearch } from './address.ts';
import { filtersIn, isFiltered, withFilter, withoutFilters } from './search.ts';

describe('the range in the address of Analytics (S27)', () => {
  test.each([
    [{}, {}],
    [{ preset: 'last_30_days' }, {}],
    [
      { preset: 'today', compare: '1' },
      { preset: 'today', compare: '1' },
    ],
    [
      { from: '2026-10-01', to: '2026-10-31', preset: 'today' },
      { from: '2026-10-01', to: '2026-10-31' },
    ],
    [{ from: '2026-10-01' }, {}],
    [{ from: '2026-13-01', to: 'x', preset: 'forever', sort: 'magic', order: 'sideways', compare: 'yes' }, {}],
    [
      { sort: 'sales', order: 'up' },
      { sort: 'sales', order: 'up' },
    ],
    [
      { country: 'US', app: 'instagram', device: 7, link: '01a1f98b-0500-7679-8dc4-66f518135ee8' },
      { country: 'US', app: 'instagram', device: '7', link: '01a1f98b-0500-7679-8dc4-66f518135ee8' },
    ],
    [{ country: '', referrer: 'x'.repeat(256), app: ['a'], link: 'not-an-id', product: 'p' }, {}],
  ])('%j is read as %j', (given, read) => {
    expect(readAnalyticsSearch(given)).toEqual(read);
  });
});

test('filters are added, replaced, removed one by one and all together, and the range stays', () => {
  const range = { preset: 'today' } as const;
  const two = withFilter(withFilter(range, 'country', 'US'), 'device', 'mobile');
  expect(withFilter(two, 'country', 'FR')).toEqual({ preset: 'today', country: 'FR', device: 'mobile' });
  expect(filtersIn(withFilter(two, 'country', undefined))).toEqual({ device: 'mobile' });
  expect([isFiltered(two), isFiltered(range)]).toEqual([true, false]);
  expect(withoutFilters(two)).toEqual(range);
});
