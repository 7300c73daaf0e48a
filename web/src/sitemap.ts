import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { userQuery } from './accounts/accounts.data.ts';
import { readEarningsSearch } from './earnings/search.ts';
import { readOverviewSearch } from './overview/search.ts';
import { loadChunk } from './api/chunk.ts';
import { loadPortalTexts } from './locales/texts.ts';
import { ErrorPage } from './shell/ErrorPage.tsx';
import { requireUser, sendSignedInHome, strayAddress } from './shell/guard.ts';

// Every address of the portal, in one place: its page (loaded when it is needed), its heading, who may see it. What a
// page reads is loaded with the frame, which refreshes it; the login page needs none of it.

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    heading?: MessageDescriptor;
    access?: 'anonymous' | 'login';
  }
  interface HistoryState {
    /** The entry before this one is the same page without its sheet, so that closing may go back. */
    openedHere?: boolean;
  }
  interface Register {
    router: PortalRouter;
  }
}

/** How long a page may keep the one before it on the screen before its outline is shown. */
const pendingMs = 160;

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  errorComponent: ErrorPage,
});

const loginLayout = createRoute({
  getParentRoute: () => root,
  id: 'login-layout',
  component: lazyRouteComponent(() => loadChunk(() => import('./shell/LoginLayout.tsx')), 'LoginLayout'),
  beforeLoad: sendSignedInHome,
});

const login = createRoute({
  getParentRoute: () => loginLayout,
  path: '/login',
  staticData: { heading: msg`Login`, access: 'anonymous' },
}).lazy(() => loadChunk(() => import('./accounts/login.route.tsx')).then((page) => page.loginPage));

async function loadFrame() {
  const [{ Frame }] = await Promise.all([import('./shell/Frame.tsx'), loadPortalTexts()]);
  return { Frame };
}

const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  component: lazyRouteComponent(() => loadChunk(loadFrame), 'Frame'),
  beforeLoad: ({ context, location }) => requireUser(context.queryClient, location.href),
});

const overview = createRoute({
  getParentRoute: () => frame,
  path: '/',
  staticData: { heading: msg`Overview`, access: 'login' },
  validateSearch: readOverviewSearch,
  loaderDeps: ({ search }) => ({ days: search.days }),
  loader: async ({ context, deps }) => {
    const { overviewQuery } = await loadChunk(() => import('./overview/overview.data.ts'));
    await context.queryClient.ensureQueryData(overviewQuery(deps.days));
  },
  pendingMs,
}).lazy(() => loadChunk(() => import('./overview/overview.route.tsx')).then((page) => page.overviewPage));

const manage = createRoute({
  getParentRoute: () => frame,
  path: '/manage',
  staticData: { heading: msg`Manage`, access: 'login' },
  beforeLoad: async ({ context }) => {
    const {
      merchant_accounts: [first],
    } = await context.queryClient.ensureQueryData(userQuery());
    if (first) throw redirect({ to: '/manage/$id/products', params: { id: first.slug }, replace: true });
  },
}).lazy(() => loadChunk(() => import('./storefront/empty.route.tsx')).then((page) => page.noStorefrontPage));

const products = createRoute({
  getParentRoute: () => frame,
  path: '/manage/$id/products',
  staticData: { heading: msg`Manage`, access: 'login' },
  loader: async ({ context, params }) => {
    const { placementsQuery, storefrontOf } = await loadChunk(() => import('./storefront/storefront.data.ts'));
    const account = storefrontOf(await context.queryClient.ensureQueryData(userQuery()), params.id);
    if (!account) throw redirect({ to: '/manage', replace: true });
    await context.queryClient.ensureQueryData(placementsQuery(account.id));
  },
  pendingMs,
}).lazy(() => loadChunk(() => import('./storefront/products.route.tsx')).then((page) => page.productsPage));

const earnings = createRoute({
  getParentRoute: () => frame,
  path: '/earnings',
  staticData: { heading: msg`Earnings`, access: 'login' },
  validateSearch: readEarningsSearch,
  loader: async ({ context }) => {
    const { earningsQuery } = await loadChunk(() => import('./earnings/earnings.data.ts'));
    await context.queryClient.ensureQueryData(earningsQuery());
  },
  pendingMs,
}).lazy(() => loadChunk(() => import('./earnings/earnings.route.tsx')).then((page) => page.earningsPage));

const stray = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: ({ location }) => {
    throw redirect({ href: strayAddress(location.pathname), replace: true });
  },
});

const routeTree = root.addChildren([
  loginLayout.addChildren([login]),
  frame.addChildren([overview, manage, products, earnings]),
  stray,
]);

/** The query of an address is plain text by name. The router's own form would read an order number as a number and lose digits. */
function readQuery(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

function writeQuery(search: Record<string, unknown>): string {
  const given = Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
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
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
  });
}

export type PortalRouter = ReturnType<typeof makeRouter>;
