import type { QueryClient } from '@tanstack/react-query';
import { whenSessionEnds } from '../api/call.ts';
import { onTokenChangedElsewhere, readToken } from '../api/token.ts';
import { isGoogleRegistrationOpen } from '../accounts/registration-flags.ts';
import { userQuery } from '../accounts/accounts.data.ts';
import { keepRedirectPath } from '../accounts/redirect-path.ts';
import type { PortalRouter } from '../router.ts';

/**
 * A page that anyone may see stays, whatever became of a session: /login and /register as specified (S04), and with
 * them the pages that a link from a mail leads to, and the legal texts.
 */
function isForAnyone(router: PortalRouter): boolean {
  const [matched] = router.getMatchedRoutes(router.latestLocation.pathname);
  return matched.some((route) => route.options.staticData?.access === 'anonymous');
}

/** Sends people to /login when their session ends, from whatever call or tab the news came (S04). */
export function watchSession(router: PortalRouter, queryClient: QueryClient): void {
  whenSessionEnds(() => {
    // These pages show nothing of a person, and go on with what they have asked for.
    if (isForAnyone(router)) return;
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
    if (readToken()) void router.invalidate();
    else void router.navigate({ to: '/login' });
  });
}

/** Starts to fetch the signed-in person, the page's own code and what it shows at once, before anything can be shown. */
export function loadAhead(router: PortalRouter, queryClient: QueryClient): void {
  if (!readToken() || isGoogleRegistrationOpen()) return;
  void queryClient.prefetchQuery(userQuery());
  const { pathname, search } = router.latestLocation;
  const [matched, params] = router.getMatchedRoutes(pathname);
  for (const route of matched) {
    // A part that cannot be loaded is told when the page itself asks for it.
    router.loadRouteChunk(route)?.catch(() => undefined);
    route.options.staticData?.ahead?.(queryClient, { params, search }).catch(() => undefined);
  }
}
