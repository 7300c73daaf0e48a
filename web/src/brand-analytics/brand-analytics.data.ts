import { infiniteQueryOptions } from '@tanstack/react-query';
import { downloadBrandAnalytics, readBrandAnalytics } from '@vitrine/contract/brand-analytics.ts';
import { call } from '../api/call.ts';
import { download } from '../api/download.ts';
import type { BrandAnalyticsQuery } from './brand-search.ts';

const atOnce = 50;

/** Each page has the totals as well; those of the first are shown. */
export function brandAnalyticsQuery(merchant: string, query: BrandAnalyticsQuery) {
  return infiniteQueryOptions({
    queryKey: ['brand', merchant, 'analytics', query],
    queryFn: ({ pageParam, signal }) =>
      call(
        readBrandAnalytics,
        { params: { merchant }, query: { ...query, limit: atOnce, ...(pageParam && { after: pageParam }) } },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });
}

export function downloadBrandRows(merchant: string, query: BrandAnalyticsQuery): Promise<void> {
  return download(downloadBrandAnalytics, { params: { merchant }, query });
}
