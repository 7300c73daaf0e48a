import { queryOptions } from '@tanstack/react-query';
import { readOverview } from '@vitrine/contract/overview.ts';
import { call } from '../api/call.ts';
import type { LiveMap } from '../api/queries.ts';
import { type OverviewSpan, defaultOverviewSpan } from './search.ts';

export function overviewQuery(days: OverviewSpan = defaultOverviewSpan) {
  return queryOptions({
    queryKey: ['overview', days],
    queryFn: async ({ signal }) => (await call(readOverview, { query: { days: Number(days) } }, signal)).data,
  });
}

export const overviewLive: LiveMap = {
  'figures-update': () => [{ queryKey: ['overview'] }],
  'commission-update': () => [{ queryKey: ['overview'] }],
  'payout-update': () => [{ queryKey: ['overview'] }],
  'unread-count-update': () => [{ queryKey: ['overview'] }],
  'user-update': () => [{ queryKey: ['overview'] }],
};
