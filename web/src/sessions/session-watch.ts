import type { QueryClient } from '@tanstack/react-query';
import type { User } from '@vitrine/contract/accounts.ts';
import { barrierOf } from '@vitrine/contract/values/user-status.ts';
import { whenSessionEnds } from '../api/door.ts';
import { onTokenChangedElsewhere, readToken } from '../api/token.ts';
import { endPushHere } from '../notifications/end-push.ts';
import { accessOf, needsLogin, staysOpen } from '../navigation/access.ts';
import { keepRedirectPath } from './redirect-path.ts';
import { clearSession } from './session.ts';
import { userQuery } from '../accounts/accounts.data.ts';
import { onUserUpdate } from '../accounts/user-update.ts';
import type { PortalRouter } from '../router.ts';

function matchedNow(router: PortalRouter) {
  return router.getMatchedRoutes(router.latestLocation.pathname)[0];
}

/** Whether the page is one from which a logged-in user goes home (S07). */
function isForVisitors(router: PortalRouter): boolean {
  return matchedNow(router).some(({ id }) => id === '/login-layout' || id === '/register');
}

/** Whether a page that anyone may see is shown inside a logged-in user's frame. */
function hasFrame(router: PortalRouter): boolean {
  return router.state.matches.some(({ routeId }) => routeId === '/open-frame') && router.state.status === 'idle';
}

/**
 * Redirects to /login when the session ends, whichever call or tab reported it (S04). Returns a function that ends the
 * watch.
 */
export function watchSession(router: PortalRouter, queryClient: QueryClient): () => void {
  whenSessionEnds(() => {
    if (!readToken()) endPushHere().catch(() => undefined);
    // The pages that anyone must be able to read keep their data; only the frame around some of them is removed.
    if (staysOpen(router, router.latestLocation)) {
      if (!hasFrame(router)) return;
      if (readToken()) queryClient.clear();
      void router.invalidate();
      return;
    }
    queryClient.clear();
    if (readToken()) {
      // The impersonation ended; the operator's own session is still there.
      void router.navigate({ to: '/' }).then(() => router.invalidate());
      return;
    }
    if (needsLogin(router, router.latestLocation.pathname)) keepRedirectPath(router.latestLocation.href);
    void router.navigate({ to: '/login' });
  });
  const stopTokens = onTokenChangedElsewhere(() => {
    queryClient.clear();
    if (readToken() || accessOf(matchedNow(router)) === 'anonymous') void router.invalidate();
    else void router.navigate({ to: '/login' });
  });
  const judge = ({ user_status: status, was_active: wasActive }: User) => {
    const barrier = barrierOf(status, wasActive);
    // An answer that came after the page had stopped waiting for it.
    if (!barrier && readToken() && isForVisitors(router)) void router.invalidate();
    // The register page logs nobody out (S05).
    if (!barrier || !readToken() || router.latestLocation.pathname === '/register') return;
    clearSession();
    void router.navigate({ to: '/login', state: { barrier } }).then(() => queryClient.clear());
  };
  const stopUsers = onUserUpdate((user) => {
    if (router.state.status !== 'pending') return judge(user);
    // While a page opens, its guard decides. It may have decided before this answer.
    const stop = router.subscribe('onResolved', () => {
      stop();
      judge(queryClient.getQueryData(userQuery().queryKey) ?? user);
    });
  });
  return () => {
    stopTokens();
    stopUsers();
  };
}
