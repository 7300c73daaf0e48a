import { queryOptions } from '@tanstack/react-query';
import { readPortal } from '@vitrine/contract/accounts.ts';
import { call } from '../api/call.ts';

/** What this installation offers before a login. */
export function portalQuery() {
  return queryOptions({
    queryKey: ['portal'],
    queryFn: async ({ signal }) => (await call(readPortal, {}, signal)).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
