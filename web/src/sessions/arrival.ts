import { useRouter } from '@tanstack/react-router';
import { readInvitationCode } from '../invitations/invitation-code.ts';
import { takeRedirectPath } from './redirect-path.ts';

/** Goes where a login leads: the stored path, or the open invitation. */
export function useArrival(): () => Promise<void> {
  const router = useRouter();
  const needsLogin = (pathname: string) => {
    const [, , found] = router.getMatchedRoutes(pathname);
    const access = found?.options.staticData?.access;
    return access !== undefined && access !== 'anonymous';
  };
  return async () => {
    const path = takeRedirectPath(needsLogin);
    const href = path === '/' && readInvitationCode() ? '/start-invite' : path;
    await router.navigate({ href, replace: true });
  };
}
