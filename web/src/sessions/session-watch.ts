import type { QueryClient } from '@tanstack/react-query';
import { barrierOf } from '@vitrine/contract/values/user-status.ts';
import { whenSessionEnds } from '../api/call.ts';
import { onTokenChangedElsewhere, readToken } from '../api/token.ts';
import { endPushHere } from '../notifications/end-push.ts';
import { keepRedirectPath } from './redirect-path.ts';
import { clearSession } from './session.ts';
import { onUserUpdate } from '../accounts/user-update.ts';
import type { PortalRouter } from '../router.ts';

/**
 * A page that anyone may see stays when a session ends: /login and /register as specified (S04), and also the pages
 * that emails link to, and the legal texts.
 */
function isForAnyone(router: PortalRouter): boolean {
  const [matched] = router.getMatchedRoutes(router.latestLocation.pathname);
  return matched.some((route) => route.options.staticData?.access === 'anonymous');
}

/** Whether a page that anyone may see is shown inside a logged-in user's frame. */
function hasFrame(router: PortalRouter): boolean {
  return router.state.matches.some(({ routeId }) => routeId === '/open-frame') && router.state.status === 'idle';
}

/** Redirects to /login when the session ends, whichever call or tab reported it (S04). */
export function watchSession(router: PortalRouter, queryClient: QueryClient): void {
  whenSessionEnds(() => {
    if (!readToken()) endPushHere().catch(() => undefined);
    // These pages keep their data; only the frame around some of them is removed.
    if (isForAnyone(router)) {
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
    keepRedirectPath(router.latestLocation.href);
    void router.navigate({ to: '/login' });
  });
  onTokenChangedElsewhere(() => {
    queryClient.clear();
    if (readToken() || isForAnyone(router)) void router.invalidate();
    else void router.navigate({ to: '/login' });
  });
  onUserUpdate(({ user_status: status, was_active: wasActive }) => {
    const barrier = barrierOf(status, wasActive);
    // While a page opens, its guard decides; the register page logs nobody out (S05).
    if (!barrier || router.state.status === 'pending' || router.latestLocation.pathname === '/register') return;
    clearSession();
    if (isForAnyone(router)) void router.invalidate();
    else void router.navigate({ to: '/login', state: { barrier } }).then(() => queryClient.clear());
  });
}
