import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { readQuery, writeQuery } from './navigation/address.ts';
import { type Place, staysOpen } from './navigation/access.ts';
import { ErrorPage } from './failures/ErrorPage.tsx';
import { loadChunk } from './api/chunk.ts';
import { portalTree, type RouteTree, withConsoles } from './sitemap.ts';

const loadConsoles = () => import('./sitemap.consoles.ts');

declare module '@tanstack/react-router' {
  interface Register {
    router: PortalRouter;
  }
}

/** `history`: the browser's own, unless a test brings another. */
export function makeRouter(queryClient: QueryClient, history?: RouterHistory) {
  const openConsoles = async (): Promise<void> => {
    const { consoleRoutes } = await loadChunk(loadConsoles);
    withConsoles(consoleRoutes);
    router.setRoutes(router.buildRouteTree());
  };
  const router = createRouter({
    // Links are checked against all pages, also those that are added later.
    routeTree: portalTree as RouteTree,
    context: { queryClient, openConsoles, staysOpen: (place: Place): boolean => staysOpen(router, place) },
    parseSearch: readQuery,
    stringifySearch: writeQuery,
    defaultPreload: 'intent',
    // The query client alone keeps preloaded data and decides how old it may be.
    defaultPreloadStaleTime: 0,
    // A skeleton has the size of its content, so it is replaced as soon as the content is ready.
    defaultPendingMinMs: 0,
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
    ...(history && { history }),
  });
  return router;
}

export type PortalRouter = ReturnType<typeof makeRouter>;
