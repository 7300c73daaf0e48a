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

export type CommissionFilter = { accountId: string | undefined; state: CommissionState | undefined };

export function commissionsQuery({ accountId, state }: CommissionFilter) {
  return infiniteQueryOptions({
    queryKey: ['commissions', accountId ?? 'all', state ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(
        listCommissions,
        {
          query: {
            ...(accountId && { merchant_account_id: accountId }),
            ...(state && { state }),
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

export const earningsLive: LiveMap = {
  'commission-update': ({ order_id }) => [
    { queryKey: ['earnings'] },
    { queryKey: ['commissions'] },
    { queryKey: ['explanation', order_id] },
  ],
};
