import { infiniteQueryOptions } from '@tanstack/react-query';
import { listCommissions } from '@vitrine/contract/commissions.ts';
import { call } from '../api/call.ts';
import type { CommissionState } from './commission-state.ts';

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
