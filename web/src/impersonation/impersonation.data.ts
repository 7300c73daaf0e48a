import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { openLoginAsGrant } from '@vitrine/contract/impersonation.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';

/** Creates a one-time grant to log in as this user. */
export function useOpenGrant(uid: string) {
  return useApiMutation({
    mutationFn: async (body: BodyOf<typeof openLoginAsGrant>) =>
      (await call(openLoginAsGrant, { params: { uid }, body })).data,
  });
}
