import { queryOptions } from '@tanstack/react-query';
import { readHandle } from '@vitrine/contract/accounts.ts';
import { call } from '../api/call.ts';

export function handleQuery(handle: string) {
  return queryOptions({
    queryKey: ['handle', handle],
    queryFn: async ({ signal }) => (await call(readHandle, { params: { handle } }, signal)).data,
    staleTime: 10_000,
  });
}
