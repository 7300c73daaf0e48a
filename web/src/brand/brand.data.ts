import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { readBrandOverview } from '@vitrine/contract/merchants.ts';
import { call } from '../api/call.ts';
import type { LiveMap } from '../api/queries.ts';

export function brandOverviewQuery(merchant: string) {
  return queryOptions({
    queryKey: ['brand-overview', merchant],
    queryFn: async ({ signal }) => (await call(readBrandOverview, { params: { merchant } }, signal)).data,
  });
}

/** Refetches everything that this brand's screens show; called after every change. */
export function useRefetch(merchant: string) {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['brand', merchant] }),
      queryClient.invalidateQueries({ queryKey: ['brand-overview', merchant] }),
    ]);
}

export const brandLive: LiveMap = {
  'order-decided': () => [{ queryKey: ['brand'] }, { queryKey: ['brand-overview'] }],
  'payout-update': () => [{ queryKey: ['brand-payouts'] }, { queryKey: ['brand-overview'] }],
  'figures-update': () => [{ queryKey: ['brand-overview'] }],
  'unread-count-update': () => [{ queryKey: ['brand-overview'] }],
};
