import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { userQuery } from '../accounts/accounts.data.ts';
import { readInvitationCode } from '../invitations/invitation-code.ts';
import { needsLogin } from '../navigation/access.ts';
import type { PortalRouter } from '../router.ts';
import { takeRedirectPath } from './redirect-path.ts';

/**
 * Where a login leads: the stored path (S02), otherwise to the open invitation or home. Without a stored path, a
 * suspended creator reads first why; every page tells them that they are suspended.
 */
export function takeArrival(router: PortalRouter, isSuspended: boolean): string {
  const path = takeRedirectPath((pathname) => needsLogin(router, pathname));
  if (path !== undefined) return path;
  if (isSuspended) return '/suspensions';
  return readInvitationCode() ? '/start-invite' : '/';
}

/** Goes where a login leads. */
export function useArrival(): () => Promise<void> {
  const router = useRouter();
  const queryClient = useQueryClient();
  return async () => {
    const isSuspended = Boolean(queryClient.getQueryData(userQuery().queryKey)?.suspended_since);
    await router.navigate({ href: takeArrival(router, isSuspended), replace: true });
  };
}
