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
    // What is fetched ahead is kept, and judged for its age, by the query client alone.
    defaultPreloadStaleTime: 0,
    // An outline has the measures of what follows it, so it gives way at once.
    defaultPendingMinMs: 0,
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
  });
}

export type PortalRouter = ReturnType<typeof makeRouter>;
