import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { listCommissions, readEarnings } from '@vitrine/contract/commissions.ts';
import { explainOrder } from '@vitrine/contract/orders.ts';
import { call } from '../api/call.ts';
import type { LiveMap } from '../api/queries.ts';
import type { CommissionState } from './search.ts';

export function earningsQuery() {
  return queryOptions({
    queryKey: ['earnings'],
    queryFn: async ({ signal }) => (await call(readEarnings, {}, signal)).data,
  });
}

export type CommissionFilter = {
  accountId: string | undefined;
  state: CommissionState | undefined;
  month: string | undefined;
};

export function commissionsQuery({ accountId, state, month }: CommissionFilter) {
  return infiniteQueryOptions({
    queryKey: ['commissions', accountId ?? 'all', state ?? 'all', month ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(
        listCommissions,
        {
          query: {
            ...(accountId && { merchant_account_id: accountId }),
            ...(state && { state }),
            ...(month && { month }),
            ...(pageParam && { cursor: pageParam }),
          },
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });
}

export function explanationQuery(orderId: string, merchant: string | undefined) {
  return queryOptions({
    queryKey: ['explanation', orderId, merchant ?? ''],
    queryFn: async ({ signal }) =>
      (await call(explainOrder, { params: { order_id: orderId }, query: { ...(merchant && { merchant }) } }, signal))
        .data,
  });
}

/** What every movement of money shows in. */
const moved = ['earnings', 'commissions', 'cash-out', 'statements'].map((key) => ({ queryKey: [key] }));

export const earningsLive: LiveMap = {
  'commission-update': ({ order_id }) => [
    ...moved,
    { queryKey: ['unearned-orders'] },
    { queryKey: ['explanation', order_id] },
  ],
  'payout-update': () => [...moved, { queryKey: ['payouts'] }, { queryKey: ['explanation'] }],
  'user-update': () => [{ queryKey: ['payout-methods'] }, { queryKey: ['cash-out'] }],
};
