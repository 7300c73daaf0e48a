import type { QueryClient } from '@tanstack/react-query';
import { barrierOf } from '@vitrine/contract/values/user-status.ts';
import { whenSessionEnds } from '../api/call.ts';
import { onTokenChangedElsewhere, readToken } from '../api/token.ts';
import { keepRedirectPath } from './redirect-path.ts';
import { clearSession } from './session.ts';
import { onUserUpdate } from '../accounts/user-update.ts';
import type { PortalRouter } from '../router.ts';

/**
 * A page that anyone may see stays, whatever became of a session: /login and /register as specified (S04), and with
 * them the pages that a link from a mail leads to, and the legal texts.
 */
function isForAnyone(router: PortalRouter): boolean {
  const [matched] = router.getMatchedRoutes(router.latestLocation.pathname);
  return matched.some((route) => route.options.staticData?.access === 'anonymous');
}

/** Whether the page shows the frame of a signed-in person although anyone may see it. */
function hasFrame(router: PortalRouter): boolean {
  return router.state.matches.some(({ routeId }) => routeId === '/open-frame') && router.state.status === 'idle';
}

/** Sends people to /login when their session ends, from whatever call or tab the news came (S04). */
export function watchSession(router: PortalRouter, queryClient: QueryClient): void {
  whenSessionEnds(() => {
    // These pages go on with what they have asked for; the frame around some of them leaves with the session.
    if (isForAnyone(router)) {
      if (!hasFrame(router)) return;
      if (readToken()) queryClient.clear();
      void router.invalidate();
      return;
    }
    queryClient.clear();
    if (readToken()) {
      // Out of somebody's place: the person's own session is still there.
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
  onUserUpdate(({ user_status: status }) => {
    const barrier = barrierOf(status);
    // While a page is being opened its guard decides; on the register page nobody is signed out (S05).
    if (!barrier || router.state.status === 'pending' || router.latestLocation.pathname === '/register') return;
    clearSession();
    if (isForAnyone(router)) void router.invalidate();
    else void router.navigate({ to: '/login', state: { barrier } }).then(() => queryClient.clear());
  });
}
