import type { QueryClient } from '@tanstack/react-query';
import { userQuery } from '../accounts/accounts.data.ts';
import { isGoogleRegistrationOpen } from '../google/registration-flags.ts';
import { readToken } from '../api/token.ts';
import type { PortalRouter } from '../router.ts';

/** Starts to fetch what the first page needs, before anything can be shown: its faces, its code, and what it shows. */
export function loadAhead(router: PortalRouter, queryClient: QueryClient): void {
  const { pathname, search } = router.latestLocation;
  const [matched, params] = router.getMatchedRoutes(pathname);
  // Asked for now that the scripts are here, and before there are words to write: it took their place on the line.
  document.fonts.load('1em Fraunces').catch(() => undefined);
  if (!readToken() || isGoogleRegistrationOpen()) return;
  // A page that anyone may see does not wait for an outage to pass.
  const isOpen = matched.some((route) => route.id === '/open-frame');
  void queryClient.prefetchQuery({ ...userQuery(), ...(isOpen && { retry: false }) });
  for (const route of matched) {
    // A part that cannot be loaded is told when the page itself asks for it.
    router.loadRouteChunk(route)?.catch(() => undefined);
    route.options.staticData?.ahead?.(queryClient, { params, search }).catch(() => undefined);
  }
}
