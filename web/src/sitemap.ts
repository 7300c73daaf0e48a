import type { QueryClient } from '@tanstack/react-query';
import { type AnyRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { userQuery } from './accounts/accounts.data.ts';
import { leadToAnalytics, readAnalyticsSearch, requireAnalytics } from './analytics/address.ts';
import { readEarningsSearch } from './earnings/search.ts';
import { readOverviewSearch } from './overview/search.ts';
import { loadAppearance, loadShelf, loadStorefront } from './storefront/loaders.ts';
import { readLinksSearch } from './links/search.ts';
import { loadChunk } from './api/chunk.ts';
import type { Barrier } from '@vitrine/contract/values/user-status.ts';
import type { DrawerName } from './frame/drawers.ts';
import { loadFrame } from './frame/frame-chunk.ts';
import { loadSettings } from './settings/settings.load.ts';
import { readSocialSearch } from './social/search.ts';
import { nowStorefront } from './frame/now-storefront.ts';
import type { PortalPage } from './page.ts';
import { ApiProblem } from './api/problem.ts';
import { creatorPages } from './pages.creator.ts';
import { pageCode } from './sitemap.code.ts';
import type { consoleRoutes } from './sitemap.consoles.ts';
import { loginAsRoute, loginRoutes, openRoutes, registerRoute } from './sitemap.open.ts';
import { root } from './sitemap.root.ts';
import { Failure } from './failures/ErrorPage.tsx';
import type { PageAccess } from './navigation/access.ts';
import { requireUser } from './navigation/guard.ts';

// The routes of creators' pages, and the tree of all routes. A page's record (pages.*.ts) says what it is. The sitemap
// says what its address does: guards, search, redirects and the data it waits for. Data modules are imported on demand,
// so that the login page doesn't load them; each by one function, so that the time it may take is counted once
// (api/chunk.ts).

const loadOverview = () => import('./overview/overview.data.ts');
const loadEarnings = () => import('./earnings/earnings.data.ts');
const loadMerchants = () => import('./conversations/merchant-list.data.ts');
const loadConversations = () => import('./conversations/conversations.data.ts');
const loadAnnouncements = () => import('./announcements/announcements.data.ts');
const loadSocial = () => import('./social/social.data.ts');

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends Partial<Pick<PortalPage, 'heading' | 'outlivesSession'>> {
    /** Who may see the pages below: declared once by what surrounds them, and inherited. */
    access?: PageAccess;
    /** Prefetches the page's data in parallel with the user, so that a first visit doesn't wait for two answers in turn. */
    ahead?: (
      queryClient: QueryClient,
      address: { params: Record<string, string>; search: Record<string, unknown> },
    ) => Promise<void>;
  }
  interface HistoryState {
    /** The previous history entry is the same page without its sheet, so closing can go back. */
    openedHere?: boolean;
    /** The drawer over the page. */
    drawer?: DrawerName;
    /** Why the user was logged out and sent to the login page. */
    barrier?: Barrier;
    /** Continues a login that takes a second factor. */
    ticket?: string;
  }
}

/** How long the previous page stays before a skeleton is shown. */
const pendingMs = 160;

const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  staticData: { access: 'login' },
  component: lazyRouteComponent(loadFrame, 'Frame'),
  errorComponent: Failure,
  beforeLoad: ({ context, location: { href }, preload }) => requireUser(context.queryClient, { href, preload }),
});

const overview = createRoute({
  getParentRoute: () => frame,
  path: creatorPages.overview.path,
  staticData: {
    ...creatorPages.overview,
    ahead: async (queryClient, { search }) => {
      const { overviewQuery } = await loadChunk(loadOverview);
      await queryClient.prefetchQuery(overviewQuery(readOverviewSearch(search).days));
    },
  },
  validateSearch: readOverviewSearch,
  loaderDeps: ({ search }) => ({ days: search.days }),
  loader: async ({ context, deps }) => {
    const { overviewQuery } = await loadChunk(loadOverview);
    await context.queryClient.ensureQueryData(overviewQuery(deps.days));
  },
  pendingMs,
}).lazy(pageCode(creatorPages.overview));

const manage = createRoute({
  getParentRoute: () => frame,
  path: creatorPages.manage.path,
  staticData: creatorPages.manage,
  beforeLoad: async ({ context }) => {
    const now = nowStorefront(await context.queryClient.ensureQueryData(userQuery()));
    if (now) throw redirect({ to: '/manage/$id/products', params: { id: now.slug }, replace: true });
  },
}).lazy(pageCode(creatorPages.manage));

/** A storefront without a type, or with an unknown one, shows its products (S01). */
const manageOther = createRoute({
  getParentRoute: () => frame,
  path: '/manage/$id/{-$type}',
  beforeLoad: ({ params: { id } }) => {
    throw redirect({ to: '/manage/$id/products', params: { id }, replace: true });
  },
});

const products = createRoute({
  getParentRoute: () => frame,
  path: creatorPages.products.path,
  staticData: {
    ...creatorPages.products,
    ahead: (queryClient, { params: { id = '' } }) => loadShelf({ context: { queryClient }, params: { id } }),
  },
  loader: loadShelf,
  pendingMs,
}).lazy(pageCode(creatorPages.products));

const earnings = createRoute({
  getParentRoute: () => frame,
  path: creatorPages.earnings.path,
  staticData: {
    ...creatorPages.earnings,
    ahead: async (queryClient) => {
      const { earningsQuery } = await loadChunk(loadEarnings);
      await queryClient.prefetchQuery(earningsQuery());
    },
  },
  validateSearch: readEarningsSearch,
  loader: async ({ context }) => {
    const { earningsQuery } = await loadChunk(loadEarnings);
    await context.queryClient.ensureQueryData(earningsQuery());
  },
  pendingMs,
}).lazy(pageCode(creatorPages.earnings));

const messages = createRoute({
  getParentRoute: () => frame,
  path: creatorPages.messages.path,
  staticData: creatorPages.messages,
  loader: async ({ context }) => {
    const { merchantListQuery } = await loadChunk(loadMerchants);
    await context.queryClient.ensureQueryData(merchantListQuery());
  },
  pendingMs,
}).lazy(pageCode(creatorPages.messages));

/** The address in emails about announcements, which are a drawer. */
const announcementsDrawer = createRoute({
  getParentRoute: () => frame,
  path: '/announcements',
  beforeLoad: () => {
    throw redirect({ to: '/', state: { drawer: 'announcements' }, replace: true });
  },
});

/** The address in emails about notifications, which are a drawer. */
const notificationsDrawer = createRoute({
  getParentRoute: () => frame,
  path: '/notifications',
  beforeLoad: () => {
    throw redirect({ to: '/', state: { drawer: 'notifications' }, replace: true });
  },
});
const announcement = createRoute({
  getParentRoute: () => frame,
  path: creatorPages.announcement.path,
  staticData: creatorPages.announcement,
  loader: async ({ context, params }) => {
    const { announcementQuery } = await loadChunk(loadAnnouncements);
    try {
      await context.queryClient.ensureQueryData(announcementQuery(params.announcement));
    } catch (error) {
      // Withdrawn, or for others.
      if (error instanceof ApiProblem && error.status === 404)
        throw redirect({ to: '/', state: { drawer: 'announcements' }, replace: true });
      throw error;
    }
  },
  pendingMs,
}).lazy(pageCode(creatorPages.announcement));

const thread = createRoute({
  getParentRoute: () => frame,
  path: creatorPages.thread.path,
  staticData: creatorPages.thread,
  loader: async ({ context, params }) => {
    const [{ merchantListQuery }, { threadQuery }] = await Promise.all([
      loadChunk(loadMerchants),
      loadChunk(loadConversations),
    ]);
    const list = await context.queryClient.ensureQueryData(merchantListQuery());
    const entry = list.find(({ merchant_account: { slug } }) => slug === params.id);
    if (!entry) throw redirect({ to: '/messages', replace: true });
    await context.queryClient.ensureQueryData(threadQuery({ side: 'creator', account: entry.merchant_account_id }));
  },
  pendingMs,
}).lazy(pageCode(creatorPages.thread));

const noAnalytics = createRoute({
  getParentRoute: () => frame,
  path: creatorPages.noAnalytics.path,
  staticData: creatorPages.noAnalytics,
  beforeLoad: leadToAnalytics,
}).lazy(pageCode(creatorPages.noAnalytics));

const analytics = createRoute({
  getParentRoute: () => frame,
  path: creatorPages.analytics.path,
  staticData: creatorPages.analytics,
  validateSearch: readAnalyticsSearch,
  beforeLoad: requireAnalytics,
}).lazy(pageCode(creatorPages.analytics));

const socialInsights = createRoute({
  getParentRoute: () => frame,
  path: creatorPages.socialInsights.path,
  staticData: creatorPages.socialInsights,
  validateSearch: readSocialSearch,
  loader: async ({ context }) => {
    const { socialQuery } = await loadChunk(loadSocial);
    await context.queryClient.ensureQueryData(socialQuery());
  },
  pendingMs,
}).lazy(pageCode(creatorPages.socialInsights));

const settings = createRoute({
  getParentRoute: () => frame,
  path: creatorPages.settings.path,
  staticData: creatorPages.settings,
  loader: loadSettings,
  pendingMs,
}).lazy(pageCode(creatorPages.settings));

const takedowns = createRoute({
  getParentRoute: () => frame,
  path: creatorPages.takedowns.path,
  staticData: creatorPages.takedowns,
}).lazy(pageCode(creatorPages.takedowns));

const suspensions = createRoute({
  getParentRoute: () => frame,
  path: creatorPages.suspensions.path,
  staticData: creatorPages.suspensions,
}).lazy(pageCode(creatorPages.suspensions));

const collections = createRoute({
  getParentRoute: () => frame,
  path: creatorPages.collections.path,
  staticData: creatorPages.collections,
  loader: loadShelf,
  pendingMs,
}).lazy(pageCode(creatorPages.collections));

const links = createRoute({
  getParentRoute: () => frame,
  path: creatorPages.links.path,
  staticData: creatorPages.links,
  validateSearch: readLinksSearch,
  loader: loadStorefront,
  pendingMs,
}).lazy(pageCode(creatorPages.links));

const appearance = createRoute({
  getParentRoute: () => frame,
  path: creatorPages.appearance.path,
  staticData: creatorPages.appearance,
  loader: loadAppearance,
  pendingMs,
}).lazy(pageCode(creatorPages.appearance));

const stray = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});

const portalRoutes = [
  loginRoutes,
  openRoutes,
  registerRoute,
  frame.addChildren([
    overview,
    manage,
    manageOther,
    products,
    earnings,
    messages,
    announcementsDrawer,
    notificationsDrawer,
    announcement,
    thread,
    noAnalytics,
    analytics,
    socialInsights,
    settings,
    suspensions,
    takedowns,
    collections,
    links,
    appearance,
  ]),
  loginAsRoute,
  stray,
] as const;

/**
 * In place of the pages of the consoles, so that the portal doesn't carry them: adds their routes and finds the page
 * again.
 */
const consoles = ['/brand/$', '/brand/$merchant/$', '/operator/$', '/staff/$'].map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    staticData: { access: 'login' },
    beforeLoad: async ({ context, location: { href } }) => {
      await context.openConsoles();
      throw redirect({ href, state: true, replace: true });
    },
  }),
);

/** The tree without the pages of the consoles. */
export const portalTree: AnyRoute = root.addChildren([...portalRoutes, ...consoles]);

/** The same tree with them. */
export function withConsoles(routes: typeof consoleRoutes) {
  return root.addChildren([...portalRoutes, ...routes]);
}
export type RouteTree = ReturnType<typeof withConsoles>;
