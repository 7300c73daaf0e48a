import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  listPayoutMethods,
  listPayouts,
  listStatements,
  readCashOut,
  readStatement,
} from '@vitrine/contract/payouts.ts';
import { call } from '../api/call.ts';

const at = (accountId: string) => ({ params: { merchant_account_id: accountId } });

export function cashOutQuery(accountId: string) {
  return queryOptions({
    queryKey: ['cash-out', accountId],
    queryFn: async ({ signal }) => (await call(readCashOut, at(accountId), signal)).data,
  });
}

export function payoutMethodsQuery() {
  return queryOptions({
    queryKey: ['payout-methods'],
    queryFn: async ({ signal }) => (await call(listPayoutMethods, {}, signal)).data,
  });
}

export function payoutsQuery(accountId: string) {
  return queryOptions({
    queryKey: ['payouts', accountId],
    queryFn: async ({ signal }) => (await call(listPayouts, { ...at(accountId), query: { limit: 100 } }, signal)).data,
  });
}

export function statementsQuery(accountId: string) {
  return queryOptions({
    queryKey: ['statements', accountId],
    queryFn: async ({ signal }) => (await call(listStatements, at(accountId), signal)).data,
  });
}

export type StatementAddress = { accountId: string; month: string; currency: string };

export const statementCall = ({ accountId, month, currency }: StatementAddress) => ({
  params: { merchant_account_id: accountId, month },
  query: { currency },
});

export function statementQuery(address: StatementAddress) {
  const { params, query } = statementCall(address);
  return infiniteQueryOptions({
    queryKey: ['statements', address.accountId, address.month, address.currency],
    queryFn: ({ pageParam, signal }) =>
      call(readStatement, { params, query: { ...query, limit: 50, ...(pageParam && { cursor: pageParam }) } }, signal),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });
}

const moneyKeys = ['earnings', 'commissions', 'cash-out', 'payouts', 'payout-methods', 'statements', 'overview'];

/** Refreshes every query that a payout or a change of bank details affects. */
export function useMoneyMoved(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () => Promise.all(moneyKeys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}
