import type { QueryClient } from '@tanstack/react-query';
import { userQuery } from '../accounts/accounts.data.ts';
import { isGoogleRegistrationOpen } from '../google/registration-flags.ts';
import { accessOf } from './access.ts';
import { readToken } from '../api/token.ts';
import type { PortalRouter } from '../router.ts';

/** Starts to fetch what the first page needs before anything is shown: its fonts, its code and its data. */
export function loadAhead(router: PortalRouter, queryClient: QueryClient): void {
  const { pathname, search } = router.latestLocation;
  const [matched, params] = router.getMatchedRoutes(pathname);
  // Requested after the scripts, so that it doesn't share their bandwidth, but before any text is shown.
  document.fonts.load('1em Fraunces').catch(() => undefined);
  if (!readToken() || isGoogleRegistrationOpen()) return;
  // A page that anyone may see doesn't wait for an outage to end.
  const isOpen = accessOf(matched) === 'anonymous';
  void queryClient.prefetchQuery({ ...userQuery(), ...(isOpen && { retry: false }) });
  for (const route of matched) {
    // The page itself reports a part that can't be loaded.
    router.loadRouteChunk(route)?.catch(() => undefined);
    route.options.staticData?.ahead?.(queryClient, { params, search }).catch(() => undefined);
  }
}
