import { queryOptions } from '@tanstack/react-query';
import { readInvitation } from '@vitrine/contract/invitations.ts';
import { call } from '../api/call.ts';

export function invitationQuery(code: string) {
  return queryOptions({
    queryKey: ['invitation', code],
    queryFn: async ({ signal }) => (await call(readInvitation, { params: { code } }, signal)).data,
  });
}
