import { queryOptions } from '@tanstack/react-query';
import { readEarnings } from '@vitrine/contract/commissions.ts';
import { call } from '../api/call.ts';
import type { LiveMap } from '../api/queries.ts';

export function earningsQuery() {
  return queryOptions({
    queryKey: ['earnings'],
    queryFn: async ({ signal }) => (await call(readEarnings, {}, signal)).data,
  });
}

/** The queries that every movement of money affects. */
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
