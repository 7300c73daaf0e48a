import type { QueryClient } from '@tanstack/react-query';
import { whenSessionEnds } from '../api/call.ts';
import { onTokenChangedElsewhere, readToken } from '../api/token.ts';
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
