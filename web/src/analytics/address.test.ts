import { describe, expect, test } from 'vitest';
import { readAnalyticsSearch } from './address.ts';

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
  ])('%j is read as %j', (given, read) => {
    expect(readAnalyticsSearch(given)).toEqual(read);
  });
});
