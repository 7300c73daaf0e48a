import { infiniteQueryOptions } from '@tanstack/react-query';
import { listBrandPayouts, type PayoutState } from '@vitrine/contract/payouts.ts';
import { call } from '../api/call.ts';

/** A brand's payouts in one state; the meta data has the totals of every state. */
export function brandPayoutsQuery(merchant: string, state: PayoutState) {
  return infiniteQueryOptions({
    queryKey: ['brand-payouts', merchant, state],
    queryFn: ({ pageParam, signal }) =>
      call(
        listBrandPayouts,
        { params: { merchant }, query: { state, limit: 50, ...(pageParam && { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });
}
