import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { userQuery } from './accounts/accounts.data.ts';
import { readAdjustmentsSearch } from './adjustments/adjustments-search.ts';
import { readBrandAnalyticsSearch } from './brand-analytics/brand-search.ts';
import { loadChunk } from './api/chunk.ts';
import { ApiProblem } from './api/problem.ts';
import { loadInvitations } from './invitations/invitations.load.ts';
import { loadTexts } from './locales/texts.ts';
import { Failure } from './failures/ErrorPage.tsx';
import { requireRole } from './navigation/guard.ts';
import { readTexts } from './navigation/search.ts';
import { frames } from './page.ts';
import { consolePages } from './pages.consoles.ts';
import { loadSettings } from './settings/settings.load.ts';
import { consoleCode } from './sitemap.consoles.code.ts';
import { root } from './sitemap.root.ts';

// The routes of the brand console.

const loadConversations = () => import('./conversations/conversations.data.ts');
const loadAnnouncements = () => import('./announcements/announcements.data.ts');

/** Milliseconds that the previous page stays on the screen before the skeleton of the next one is shown. */
const pendingMs = 160;

async function loadBrandFrame() {
  const [{ BrandFrame }] = await Promise.all([import('./consoles/BrandFrame.tsx'), loadTexts(...frames.brand.texts)]);
  return { BrandFrame };
}

const brandFrame = createRoute({
  getParentRoute: () => root,
  id: 'brand-frame',
  staticData: { access: 'brand' },
  component: lazyRouteComponent(() => loadChunk(loadBrandFrame), 'BrandFrame'),
  errorComponent: Failure,
  beforeLoad: ({ context, location: { href }, preload }) =>
    requireRole(context.queryClient, { href, preload }, 'brand'),
});

/** Redirects staff to their first brand. */
const brandEntry = createRoute({
  getParentRoute: () => brandFrame,
  path: '/brand',
  beforeLoad: async ({ context }) => {
    const {
      staff_of: [first],
    } = await context.queryClient.ensureQueryData(userQuery());
    if (first) throw redirect({ to: '/brand/$merchant', params: { merchant: first.slug }, replace: true });
  },
});

const brandHome = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.brandHome.path,
  staticData: consolePages.brandHome,
}).lazy(consoleCode(consolePages.brandHome));

const catalogue = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.catalogue.path,
  staticData: consolePages.catalogue,
}).lazy(consoleCode(consolePages.catalogue));

const productRoute = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.product.path,
  staticData: consolePages.product,
  validateSearch: readTexts('preset', 'from', 'to'),
}).lazy(consoleCode(consolePages.product));

const orders = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.orders.path,
  staticData: consolePages.orders,
  validateSearch: readTexts('search', 'outcome', 'order'),
}).lazy(consoleCode(consolePages.orders));

const adjustmentsRoute = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.adjustments.path,
  staticData: consolePages.adjustments,
  validateSearch: readAdjustmentsSearch,
}).lazy(consoleCode(consolePages.adjustments));

const objectionsRoute = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.objections.path,
  staticData: consolePages.objections,
  validateSearch: readTexts('state'),
}).lazy(consoleCode(consolePages.objections));

const claimsRoute = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.claims.path,
  staticData: consolePages.claims,
  validateSearch: readTexts('state'),
}).lazy(consoleCode(consolePages.claims));

const termsRoute = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.terms.path,
  staticData: consolePages.terms,
}).lazy(consoleCode(consolePages.terms));

const brandSettings = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.brandSettings.path,
  staticData: consolePages.brandSettings,
}).lazy(consoleCode(consolePages.brandSettings));

const brandShop = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.brandShop.path,
  staticData: consolePages.brandShop,
  validateSearch: readTexts('kind'),
}).lazy(consoleCode(consolePages.brandShop));

const brandWebhooks = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.brandWebhooks.path,
  staticData: consolePages.brandWebhooks,
  validateSearch: readTexts('endpoint'),
}).lazy(consoleCode(consolePages.brandWebhooks));

const brandDeliveries = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.brandDeliveries.path,
  staticData: consolePages.brandDeliveries,
  validateSearch: readTexts('search', 'outcome', 'delivery'),
}).lazy(consoleCode(consolePages.brandDeliveries));

const staffAccount = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.staffAccount.path,
  staticData: consolePages.staffAccount,
  loader: loadSettings,
  pendingMs,
}).lazy(consoleCode(consolePages.staffAccount));

const invitations = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.invitations.path,
  staticData: consolePages.invitations,
  loader: ({ context, params }) => loadInvitations(context.queryClient, params.merchant),
  pendingMs,
}).lazy(consoleCode(consolePages.invitations));

const inbox = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.inbox.path,
  staticData: consolePages.inbox,
  loader: async ({ context, params }) => {
    const { threadsQuery } = await loadChunk(loadConversations);
    await context.queryClient.ensureInfiniteQueryData(threadsQuery(params.merchant));
  },
  pendingMs,
}).lazy(consoleCode(consolePages.inbox));

const inboxThread = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.inboxThread.path,
  staticData: consolePages.inboxThread,
  loader: async ({ context, params: { merchant, account } }) => {
    const { creatorThreadQuery, threadsQuery, threadQuery } = await loadChunk(loadConversations);
    try {
      await context.queryClient.ensureQueryData(creatorThreadQuery(merchant, account));
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 404)
        throw redirect({ to: '/brand/$merchant/messages', params: { merchant }, replace: true });
      throw error;
    }
    await context.queryClient.ensureInfiniteQueryData(threadsQuery(merchant));
    await context.queryClient.ensureQueryData(threadQuery({ side: 'brand', merchant, account }));
  },
  pendingMs,
}).lazy(consoleCode(consolePages.inboxThread));

const announcements = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.announcements.path,
  staticData: consolePages.announcements,
  loader: async ({ context, params }) => {
    const { publishedQuery } = await loadChunk(loadAnnouncements);
    await context.queryClient.ensureInfiniteQueryData(publishedQuery(params.merchant));
  },
  pendingMs,
}).lazy(consoleCode(consolePages.announcements));

const draftRoute = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.announcementDraft.path,
  staticData: consolePages.announcementDraft,
}).lazy(consoleCode(consolePages.announcementDraft));

const publishedRoute = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.publishedAnnouncement.path,
  staticData: consolePages.publishedAnnouncement,
}).lazy(consoleCode(consolePages.publishedAnnouncement));

const brandPayouts = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.brandPayouts.path,
  staticData: consolePages.brandPayouts,
}).lazy(consoleCode(consolePages.brandPayouts));

const brandAnalyticsRoute = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.brandAnalytics.path,
  staticData: consolePages.brandAnalytics,
  validateSearch: readBrandAnalyticsSearch,
}).lazy(consoleCode(consolePages.brandAnalytics));

const rosterRoute = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.roster.path,
  staticData: consolePages.roster,
  validateSearch: readTexts('search', 'status', 'group', 'tag', 'sort', 'order', 'preset', 'from', 'to', 'columns'),
}).lazy(consoleCode(consolePages.roster));

const creatorRoute = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.creator.path,
  staticData: consolePages.creator,
  validateSearch: readTexts('preset', 'from', 'to'),
}).lazy(consoleCode(consolePages.creator));

const applicationsRoute = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.applications.path,
  staticData: consolePages.applications,
}).lazy(consoleCode(consolePages.applications));

const applicationPageRoute = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.applicationPage.path,
  staticData: consolePages.applicationPage,
}).lazy(consoleCode(consolePages.applicationPage));

const groupsRoute = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.groups.path,
  staticData: consolePages.groups,
}).lazy(consoleCode(consolePages.groups));

const team = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.team.path,
  staticData: consolePages.team,
}).lazy(consoleCode(consolePages.team));

const brandTakedowns = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.brandTakedowns.path,
  staticData: consolePages.brandTakedowns,
}).lazy(consoleCode(consolePages.brandTakedowns));

export const brandRoutes = brandFrame.addChildren([
  brandEntry,
  brandHome,
  invitations,
  inbox,
  inboxThread,
  announcements,
  draftRoute,
  publishedRoute,
  catalogue,
  productRoute,
  brandAnalyticsRoute,
  rosterRoute,
  creatorRoute,
  orders,
  adjustmentsRoute,
  claimsRoute,
  objectionsRoute,
  termsRoute,
  brandPayouts,
  brandSettings,
  brandShop,
  brandWebhooks,
  brandDeliveries,
  brandTakedowns,
  applicationPageRoute,
  applicationsRoute,
  groupsRoute,
  team,
  staffAccount,
]);
