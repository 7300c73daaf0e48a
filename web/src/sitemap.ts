import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { userQuery } from './accounts/accounts.data.ts';
import { leadToAnalytics, readAnalyticsSearch, requireAnalytics } from './analytics/address.ts';
import { readEarningsSearch } from './earnings/search.ts';
import { readOverviewSearch } from './overview/search.ts';
import { loadAppearance, loadShelf, loadStorefront } from './storefront/loaders.ts';
import { readLinksSearch } from './links/search.ts';
import { loadChunk } from './api/chunk.ts';
import { loadPart } from './locales/texts.ts';
import type { Barrier } from '@vitrine/contract/values/user-status.ts';
import type { DrawerName } from './frame/drawers.ts';
import { loadFrame } from './frame/frame-chunk.ts';
import { readSocialSearch } from './social/search.ts';
import { nowStorefront } from './frame/now-storefront.ts';
import {
  announcements,
  audit,
  brandEntry,
  brandFrame,
  brandHome,
  brandPayouts,
  brands,
  brandSettings,
  catalogue,
  inbox,
  inboxThread,
  invitations,
  mails,
  operatorEntry,
  operatorFrame,
  orders,
  terms,
  tickets,
  users,
} from './sitemap.consoles.ts';
import { root } from './sitemap.root.ts';
import { Failure } from './failures/ErrorPage.tsx';
import {
  meetReader,
  meetReaderInFrame,
  requireUser,
  sendRegisteredHome,
  sendSignedInHome,
} from './navigation/guard.ts';
import { OpenFrame } from './frame/OpenFrame.tsx';

// Every address of the portal: its page (loaded on demand), its heading, and who may see it. The data modules of the
// pages are imported on demand too, so that the login page doesn't load them.

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    heading?: MessageDescriptor;
    access?: 'anonymous' | 'login' | 'brand' | 'operator';
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
  }
}

/** How long the previous page stays before a skeleton is shown. */
const pendingMs = 160;

const loginLayout = createRoute({
  getParentRoute: () => root,
  id: 'login-layout',
  component: lazyRouteComponent(() => loadChunk(() => import('./frame/LoginLayout.tsx')), 'LoginLayout'),
  beforeLoad: ({ context, location }) => sendSignedInHome(context.queryClient, location),
});

const login = createRoute({
  getParentRoute: () => loginLayout,
  path: '/login',
  staticData: { heading: msg`Login`, access: 'anonymous' },
}).lazy(() => loadChunk(() => import('./sessions/login.route.tsx')).then((page) => page.loginPage));

const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  component: lazyRouteComponent(loadFrame, 'Frame'),
  errorComponent: Failure,
  beforeLoad: ({ context, location: { href }, preload }) => requireUser(context.queryClient, { href, preload }),
});

const overview = createRoute({
  getParentRoute: () => frame,
  path: '/',
  staticData: {
    heading: msg`Overview`,
    access: 'login',
    ahead: async (queryClient, { search }) => {
      const { overviewQuery } = await loadChunk(() => import('./overview/overview.data.ts'));
      await queryClient.prefetchQuery(overviewQuery(readOverviewSearch(search).days));
    },
  },
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
    const now = nowStorefront(await context.queryClient.ensureQueryData(userQuery()));
    if (now) throw redirect({ to: '/manage/$id/products', params: { id: now.slug }, replace: true });
  },
}).lazy(() =>
  loadPart('storefront', () => import('./storefront/no-storefront.route.tsx')).then((page) => page.noStorefrontPage),
);

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
  path: '/manage/$id/products',
  staticData: {
    heading: msg`Manage`,
    access: 'login',
    ahead: (queryClient, { params: { id = '' } }) => loadShelf({ context: { queryClient }, params: { id } }),
  },
  loader: loadShelf,
  pendingMs,
}).lazy(() =>
  loadPart('storefront', () => import('./storefront/products.route.tsx')).then((page) => page.productsPage),
);

const earnings = createRoute({
  getParentRoute: () => frame,
  path: '/earnings',
  staticData: {
    heading: msg`Earnings`,
    access: 'login',
    ahead: async (queryClient) => {
      const { earningsQuery } = await loadChunk(() => import('./earnings/earnings.data.ts'));
      await queryClient.prefetchQuery(earningsQuery());
    },
  },
  validateSearch: readEarningsSearch,
  loader: async ({ context }) => {
    const { earningsQuery } = await loadChunk(() => import('./earnings/earnings.data.ts'));
    await context.queryClient.ensureQueryData(earningsQuery());
  },
  pendingMs,
}).lazy(() => loadPart('earnings', () => import('./earnings/earnings.route.tsx')).then((page) => page.earningsPage));

/** Pages that anyone may see, and that a signed-in creator sees inside the frame (S08). */
const openFrame = createRoute({
  getParentRoute: () => root,
  id: 'open-frame',
  component: OpenFrame,
  beforeLoad: ({ context }) => meetReaderInFrame(context.queryClient, loadFrame),
});

const startInvite = createRoute({
  getParentRoute: () => openFrame,
  path: '/start-invite',
  staticData: { heading: msg`Invite`, access: 'anonymous' },
}).lazy(() =>
  loadPart('joining', () => import('./invitations/start-invite.route.tsx')).then((page) => page.startInvitePage),
);

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  staticData: { heading: msg`Register`, access: 'anonymous' },
  beforeLoad: ({ context, location }) => sendRegisteredHome(context.queryClient, location),
}).lazy(() => loadPart('joining', () => import('./invitations/register.route.tsx')).then((page) => page.registerPage));

const forgot = createRoute({
  getParentRoute: () => loginLayout,
  path: '/forgot',
  staticData: { heading: msg`Forgot password`, access: 'anonymous' },
}).lazy(() => loadPart('joining', () => import('./passwords/forgot.route.tsx')).then((page) => page.forgotPage));

const reset = createRoute({
  getParentRoute: () => loginLayout,
  path: '/reset-password',
  staticData: { heading: msg`Login`, access: 'anonymous' },
}).lazy(() => loadPart('joining', () => import('./passwords/reset.route.tsx')).then((page) => page.resetPage));

const messages = createRoute({
  getParentRoute: () => frame,
  path: '/messages',
  staticData: { heading: msg`Messages`, access: 'login' },
  loader: async ({ context }) => {
    const { merchantListQuery } = await loadChunk(() => import('./conversations/merchant-list.data.ts'));
    await context.queryClient.ensureQueryData(merchantListQuery());
  },
  pendingMs,
}).lazy(() =>
  loadPart('conversations', () => import('./conversations/messages.route.tsx')).then((page) => page.messagesPage),
);

const thread = createRoute({
  getParentRoute: () => frame,
  path: '/messages/$id',
  staticData: { heading: msg`Messages`, access: 'login' },
  loader: async ({ context, params }) => {
    const [{ merchantListQuery }, { threadQuery }] = await loadChunk(() =>
      Promise.all([import('./conversations/merchant-list.data.ts'), import('./conversations/conversations.data.ts')]),
    );
    const list = await context.queryClient.ensureQueryData(merchantListQuery());
    const entry = list.find(({ merchant_account: { slug } }) => slug === params.id);
    if (!entry) throw redirect({ to: '/messages', replace: true });
    await context.queryClient.ensureQueryData(threadQuery({ side: 'creator', account: entry.merchant_account_id }));
  },
  pendingMs,
}).lazy(() =>
  loadPart('conversations', () => import('./conversations/thread.route.tsx')).then((page) => page.threadPage),
);

const noAnalytics = createRoute({
  getParentRoute: () => frame,
  path: '/analytics-page',
  staticData: { heading: msg`Analytics`, access: 'login' },
  beforeLoad: leadToAnalytics,
}).lazy(() => loadPart('analytics', () => import('./analytics/empty.route.tsx')).then((page) => page.noAnalyticsPage));

const analytics = createRoute({
  getParentRoute: () => frame,
  path: '/analytics-page/$id/$type',
  staticData: { heading: msg`Analytics`, access: 'login' },
  validateSearch: readAnalyticsSearch,
  beforeLoad: requireAnalytics,
}).lazy(() =>
  loadPart('analytics', () => import('./analytics/analytics.route.tsx')).then((page) => page.analyticsPage),
);

const socialInsights = createRoute({
  getParentRoute: () => frame,
  path: '/social-insights',
  staticData: { heading: msg`Social Insights`, access: 'login' },
  validateSearch: readSocialSearch,
  loader: async ({ context }) => {
    const { socialQuery } = await loadChunk(() => import('./social/social.data.ts'));
    await context.queryClient.ensureQueryData(socialQuery());
  },
  pendingMs,
}).lazy(() =>
  loadPart('settings', () => import('./social/social-insights.route.tsx')).then((page) => page.socialInsightsPage),
);

const settings = createRoute({
  getParentRoute: () => frame,
  path: '/settings',
  staticData: { heading: msg`Account Settings`, access: 'login' },
  loader: async ({ context }) => {
    const { settingsQuery } = await loadChunk(() => import('./settings/settings.data.ts'));
    await context.queryClient.ensureQueryData(settingsQuery());
  },
  pendingMs,
}).lazy(() => loadPart('settings', () => import('./settings/settings.route.tsx')).then((page) => page.settingsPage));

const collections = createRoute({
  getParentRoute: () => frame,
  path: '/manage/$id/collections',
  staticData: { heading: msg`Manage`, access: 'login' },
  loader: loadShelf,
  pendingMs,
}).lazy(() =>
  loadPart('storefront', () => import('./storefront/collections.route.tsx')).then((page) => page.collectionsPage),
);

const links = createRoute({
  getParentRoute: () => frame,
  path: '/manage/$id/links',
  staticData: { heading: msg`Manage`, access: 'login' },
  validateSearch: readLinksSearch,
  loader: loadStorefront,
  pendingMs,
}).lazy(() => loadPart('storefront', () => import('./links/links.route.tsx')).then((page) => page.linksPage));

const appearance = createRoute({
  getParentRoute: () => frame,
  path: '/manage/$id/appearance',
  staticData: { heading: msg`Manage`, access: 'login' },
  loader: loadAppearance,
  pendingMs,
}).lazy(() =>
  loadPart('storefront', () => import('./storefront/appearance.route.tsx')).then((page) => page.appearancePage),
);

const loginAs = createRoute({
  getParentRoute: () => root,
  path: '/login-as/$uid',
  staticData: { heading: msg`Log in as`, access: 'anonymous' },
  // A grant's code is in the fragment, which no server sees. It is redeemed once, before anything is shown.
  beforeLoad: async ({ context, params, location: { hash } }) => {
    await meetReader(context.queryClient);
    if (!hash) return;
    const { logInAs } = await loadChunk(() => import('./impersonation/log-in-as.ts'));
    const isIn = await logInAs(context.queryClient, params.uid, hash);
    throw isIn
      ? redirect({ to: '/', replace: true })
      : redirect({ to: '/login-as/$uid', params, hash: '', replace: true });
  },
}).lazy(() => loadChunk(() => import('./impersonation/login-as.route.tsx')).then((page) => page.loginAsPage));

const staticPage = createRoute({
  getParentRoute: () => openFrame,
  path: '/pages/$slug',
  staticData: { heading: msg`Page`, access: 'anonymous' },
  loader: async ({ params }) => {
    const { loadLegalText } = await loadChunk(() => import('./legal/legal.ts'));
    return { text: await loadLegalText(params.slug) };
  },
}).lazy(() => loadPart('legal', () => import('./legal/page.route.tsx')).then((page) => page.staticPage));

const stray = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});

export const routeTree = root.addChildren([
  loginLayout.addChildren([login, forgot, reset]),
  openFrame.addChildren([startInvite, staticPage]),
  register,
  frame.addChildren([
    overview,
    manage,
    manageOther,
    products,
    earnings,
    messages,
    thread,
    noAnalytics,
    analytics,
    socialInsights,
    settings,
    collections,
    links,
    appearance,
  ]),
  loginAs,
  brandFrame.addChildren([
    brandEntry,
    brandHome,
    invitations,
    inbox,
    inboxThread,
    announcements,
    catalogue,
    orders,
    terms,
    brandPayouts,
    brandSettings,
  ]),
  operatorFrame.addChildren([operatorEntry, users, brands, mails, tickets, audit]),
  stray,
]);
