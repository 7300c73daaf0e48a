import { queryOptions } from '@tanstack/react-query';
import { listUnearnedOrders } from '@vitrine/contract/decisions.ts';
import { call } from '../api/call.ts';

export function unearnedQuery(accountId: string) {
  return queryOptions({
    queryKey: ['unearned-orders', accountId],
    queryFn: async ({ signal }) =>
      (await call(listUnearnedOrders, { params: { merchant_account_id: accountId }, query: { limit: 100 } }, signal))
        .data,
  });
}
