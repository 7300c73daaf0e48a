import type { QueryClient } from '@tanstack/react-query';
import { whenSessionEnds } from '../api/call.ts';
import { onTokenChangedElsewhere, readToken } from '../api/token.ts';
import { keepRedirectPath } from '../accounts/redirect-path.ts';
import type { PortalRouter } from '../sitemap.ts';

const staysPut = ['/login', '/register'];

/** Sends people to /login when their session ends, from whatever call or tab the news came (S04). */
export function watchSession(router: PortalRouter, queryClient: QueryClient): void {
  whenSessionEnds(() => {
    queryClient.clear();
    const { pathname, href } = router.state.location;
    if (staysPut.includes(pathname)) return;
    keepRedirectPath(href);
    void router.navigate({ to: '/login' });
  });
  onTokenChangedElsewhere(() => {
    queryClient.clear();
    if (readToken()) void router.invalidate();
    else void router.navigate({ to: '/login' });
  });
}

/** Starts to load the page's own code while the signed-in person is still being fetched. */
export function loadAhead(router: PortalRouter): void {
  if (!readToken()) return;
  const [matched] = router.getMatchedRoutes(router.latestLocation.pathname);
  for (const route of matched) {
    // A part that cannot be loaded is told when the page itself asks for it.
    router.loadRouteChunk(route)?.catch(() => undefined);
  }
}
