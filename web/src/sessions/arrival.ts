import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { userQuery } from '../accounts/accounts.data.ts';
import { readInvitationCode } from '../invitations/invitation-code.ts';
import { takeRedirectPath } from './redirect-path.ts';

/** Goes where a login leads: the stored path, or the open invitation. A suspended creator reads first why. */
export function useArrival(): () => Promise<void> {
  const router = useRouter();
  const queryClient = useQueryClient();
  const needsLogin = (pathname: string) => {
    const [, , found] = router.getMatchedRoutes(pathname);
    const access = found?.options.staticData?.access;
    return access !== undefined && access !== 'anonymous';
  };
  return async () => {
    const path = takeRedirectPath(needsLogin);
    const isSuspended = Boolean(queryClient.getQueryData(userQuery().queryKey)?.suspended_since);
    const href = isSuspended ? '/suspensions' : path === '/' && readInvitationCode() ? '/start-invite' : path;
    await router.navigate({ href, replace: true });
  };
}
