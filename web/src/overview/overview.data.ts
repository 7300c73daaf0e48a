import { queryOptions } from '@tanstack/react-query';
import { readOverview } from '@vitrine/contract/overview.ts';
import { call } from '../api/call.ts';
import type { LiveMap } from '../api/queries.ts';

export const spans = ['7', '30', '90'] as const;
export type Span = (typeof spans)[number];
export const usualSpan: Span = '30';

export function readOverviewSearch(search: Record<string, unknown>): { days?: Span } {
  const days = spans.find((span) => span === search['days']);
  return days && days !== usualSpan ? { days } : {};
}

export function overviewQuery(days: Span = usualSpan) {
  return queryOptions({
    queryKey: ['overview', days],
    queryFn: async ({ signal }) => (await call(readOverview, { query: { days: Number(days) } }, signal)).data,
  });
}

export const overviewLive: LiveMap = {
  'figures-update': () => [{ queryKey: ['overview'] }],
  'commission-update': () => [{ queryKey: ['overview'] }],
};
