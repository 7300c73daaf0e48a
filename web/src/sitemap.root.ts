import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router';
import { Failure } from './failures/ErrorPage.tsx';
import type { Place } from './navigation/access.ts';
import { meansRegister } from './navigation/guard.ts';

export type PortalContext = {
  queryClient: QueryClient;
  /** Adds the routes of the consoles. */
  openConsoles: () => Promise<void>;
  /** Whether the page at this address stays when the session of its reader turns out to have ended. */
  staysOpen: (place: Place) => boolean;
};

export const root = createRootRouteWithContext<PortalContext>()({
  component: Outlet,
  errorComponent: Failure,
  beforeLoad: ({ location: { pathname, searchStr, hash }, matches }) => {
    const page = matches.at(-1);
    if (!page || page.routeId === '/register' || !meansRegister(pathname, page.params)) return;
    throw redirect({ href: `/register${searchStr}${hash && `#${hash}`}`, replace: true });
  },
});
