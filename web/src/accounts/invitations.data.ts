import { queryOptions } from '@tanstack/react-query';
import { readHandle } from '@vitrine/contract/accounts.ts';
import { readInvitation } from '@vitrine/contract/invitations.ts';
import { call } from '../api/call.ts';

export function invitationQuery(code: string) {
  return queryOptions({
    queryKey: ['invitation', code],
    queryFn: async ({ signal }) => (await call(readInvitation, { params: { code } }, signal)).data,
  });
}

export function handleQuery(handle: string) {
  return queryOptions({
    queryKey: ['handle', handle],
    queryFn: async ({ signal }) => (await call(readHandle, { params: { handle } }, signal)).data,
    staleTime: 10_000,
  });
}
