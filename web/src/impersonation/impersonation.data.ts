import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { openLoginAsGrant } from '@vitrine/contract/impersonation.ts';
import { call } from '../api/call.ts';
import { useDeed } from '../api/deed.ts';

/** Creates a one-time grant to log in as this user. */
export function useOpenGrant(uid: string) {
  return useDeed({
    mutationFn: async (body: BodyOf<typeof openLoginAsGrant>) =>
      (await call(openLoginAsGrant, { params: { uid }, body })).data,
  });
}
