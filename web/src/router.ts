import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { readQuery, writeQuery } from './navigation/address.ts';
import { ErrorPage } from './failures/ErrorPage.tsx';
import { routeTree } from './sitemap.ts';

declare module '@tanstack/react-router' {
  interface Register {
    router: PortalRouter;
  }
}

export function makeRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
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
}

export type PortalRouter = ReturnType<typeof makeRouter>;
