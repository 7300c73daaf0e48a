import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { readQuery, writeQuery } from './navigation/address.ts';
import { ErrorPage } from './failures/ErrorPage.tsx';
import { loadChunk } from './api/chunk.ts';
import { portalTree, type RouteTree, withConsoles } from './sitemap.ts';

declare module '@tanstack/react-router' {
  interface Register {
    router: PortalRouter;
  }
}

export function makeRouter(queryClient: QueryClient) {
  const openConsoles = async (): Promise<void> => {
    const { consoleRoutes } = await loadChunk(() => import('./sitemap.consoles.ts'));
    withConsoles(consoleRoutes);
    router.setRoutes(router.buildRouteTree());
  };
  const router = createRouter({
    // Links are checked against all pages, also those that are added later.
    routeTree: portalTree as RouteTree,
    context: { queryClient, openConsoles },
    parseSearch: readQuery,
    stringifySearch: writeQuery,
    defaultPreload: 'intent',
    // The query client alone keeps preloaded data and decides how old it may be.
    defaultPreloadStaleTime: 0,
    // A skeleton has the size of its content, so it is replaced as soon as the content is ready.
    defaultPendingMinMs: 0,
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
  });
  return router;
}

export type PortalRouter = ReturnType<typeof makeRouter>;
