import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { userQuery } from './accounts/accounts.data.ts';
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
import { pageCode } from './sitemap.code.ts';
import { root } from './sitemap.root.ts';

// The routes of the brand console and the operator console.

/** Milliseconds that the previous page stays on the screen before the skeleton of the next one is shown. */
const pendingMs = 160;

async function loadBrandFrame() {
  const [{ BrandFrame }] = await Promise.all([import('./consoles/BrandFrame.tsx'), loadTexts(...frames.brand.texts)]);
  return { BrandFrame };
}

export const brandFrame = createRoute({
  getParentRoute: () => root,
  id: 'brand-frame',
  component: lazyRouteComponent(() => loadChunk(loadBrandFrame), 'BrandFrame'),
  errorComponent: Failure,
  beforeLoad: ({ context, location: { href }, preload }) =>
    requireRole(context.queryClient, { href, preload }, 'brand'),
});

/** Redirects staff to their first brand. */
export const brandEntry = createRoute({
  getParentRoute: () => brandFrame,
  path: '/brand',
  staticData: { access: 'brand' },
  beforeLoad: async ({ context }) => {
    const {
      staff_of: [first],
    } = await context.queryClient.ensureQueryData(userQuery());
    if (first) throw redirect({ to: '/brand/$merchant', params: { merchant: first.slug }, replace: true });
  },
});

async function loadOperatorFrame() {
  const [{ OperatorFrame }] = await Promise.all([
    import('./consoles/OperatorFrame.tsx'),
    loadTexts(...frames.operator.texts),
  ]);
  return { OperatorFrame };
}

export const operatorFrame = createRoute({
  getParentRoute: () => root,
  id: 'operator-frame',
  component: lazyRouteComponent(() => loadChunk(loadOperatorFrame), 'OperatorFrame'),
  errorComponent: Failure,
  beforeLoad: ({ context, location: { href }, preload }) =>
    requireRole(context.queryClient, { href, preload }, 'operator'),
});

export const operatorEntry = createRoute({
  getParentRoute: () => operatorFrame,
  path: '/operator',
  staticData: { access: 'operator' },
  beforeLoad: () => {
    throw redirect({ to: '/operator/users', replace: true });
  },
});

export const brandHome = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.brandHome.path,
  staticData: consolePages.brandHome,
}).lazy(pageCode(consolePages.brandHome));

export const catalogue = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.catalogue.path,
  staticData: consolePages.catalogue,
}).lazy(pageCode(consolePages.catalogue));

export const productRoute = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.product.path,
  staticData: consolePages.product,
  validateSearch: readTexts('preset', 'from', 'to'),
}).lazy(pageCode(consolePages.product));

export const orders = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.orders.path,
  staticData: consolePages.orders,
  validateSearch: readTexts('search', 'outcome', 'order'),
}).lazy(pageCode(consolePages.orders));

export const adjustmentsRoute = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.adjustments.path,
  staticData: consolePages.adjustments,
  validateSearch: readTexts('search', 'kind'),
}).lazy(pageCode(consolePages.adjustments));

export const objectionsRoute = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.objections.path,
  staticData: consolePages.objections,
  validateSearch: readTexts('state'),
}).lazy(pageCode(consolePages.objections));

export const claimsRoute = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.claims.path,
  staticData: consolePages.claims,
  validateSearch: readTexts('state'),
}).lazy(pageCode(consolePages.claims));

export const termsRoute = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.terms.path,
  staticData: consolePages.terms,
}).lazy(pageCode(consolePages.terms));

export const brandSettings = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.brandSettings.path,
  staticData: consolePages.brandSettings,
}).lazy(pageCode(consolePages.brandSettings));

export const brandShop = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.brandShop.path,
  staticData: consolePages.brandShop,
  validateSearch: readTexts('kind'),
}).lazy(pageCode(consolePages.brandShop));

export const brandWebhooks = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.brandWebhooks.path,
  staticData: consolePages.brandWebhooks,
  validateSearch: readTexts('endpoint'),
}).lazy(pageCode(consolePages.brandWebhooks));

export const brandDeliveries = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.brandDeliveries.path,
  staticData: consolePages.brandDeliveries,
  validateSearch: readTexts('search', 'outcome', 'delivery'),
}).lazy(pageCode(consolePages.brandDeliveries));

export const staffAccount = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.staffAccount.path,
  staticData: consolePages.staffAccount,
  loader: loadSettings,
  pendingMs,
}).lazy(pageCode(consolePages.staffAccount));

export const operatorAccount = createRoute({
  getParentRoute: () => operatorFrame,
  path: consolePages.operatorAccount.path,
  staticData: consolePages.operatorAccount,
  loader: loadSettings,
  pendingMs,
}).lazy(pageCode(consolePages.operatorAccount));

export const users = createRoute({
  getParentRoute: () => operatorFrame,
  path: consolePages.users.path,
  staticData: consolePages.users,
  validateSearch: readTexts('search', 'role', 'uid'),
}).lazy(pageCode(consolePages.users));

export const brands = createRoute({
  getParentRoute: () => operatorFrame,
  path: consolePages.brands.path,
  staticData: consolePages.brands,
  validateSearch: readTexts('brand'),
}).lazy(pageCode(consolePages.brands));

export const mails = createRoute({
  getParentRoute: () => operatorFrame,
  path: consolePages.mails.path,
  staticData: consolePages.mails,
  validateSearch: readTexts('status', 'kind', 'recipient', 'mail'),
}).lazy(pageCode(consolePages.mails));

export const deliveries = createRoute({
  getParentRoute: () => operatorFrame,
  path: consolePages.deliveries.path,
  staticData: consolePages.deliveries,
  validateSearch: readTexts('search', 'outcome', 'brand', 'delivery'),
}).lazy(pageCode(consolePages.deliveries));

export const healthRoute = createRoute({
  getParentRoute: () => operatorFrame,
  path: consolePages.health.path,
  staticData: consolePages.health,
}).lazy(pageCode(consolePages.health));
export const operatorSetup = createRoute({
  getParentRoute: () => operatorFrame,
  path: consolePages.operatorSetup.path,
  staticData: consolePages.operatorSetup,
  validateSearch: readTexts('step'),
}).lazy(pageCode(consolePages.operatorSetup));

export const operatorSettings = createRoute({
  getParentRoute: () => operatorFrame,
  path: consolePages.operatorSettings.path,
  staticData: consolePages.operatorSettings,
}).lazy(pageCode(consolePages.operatorSettings));

export const auditRoute = createRoute({
  getParentRoute: () => operatorFrame,
  path: consolePages.audit.path,
  staticData: consolePages.audit,
  validateSearch: readTexts('person', 'action', 'subject'),
}).lazy(pageCode(consolePages.audit));

export const invitations = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.invitations.path,
  staticData: consolePages.invitations,
  loader: ({ context, params }) => loadInvitations(context.queryClient, params.merchant),
  pendingMs,
}).lazy(pageCode(consolePages.invitations));

export const inbox = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.inbox.path,
  staticData: consolePages.inbox,
  loader: async ({ context, params }) => {
    const { threadsQuery } = await loadChunk(() => import('./conversations/conversations.data.ts'));
    await context.queryClient.ensureInfiniteQueryData(threadsQuery(params.merchant));
  },
  pendingMs,
}).lazy(pageCode(consolePages.inbox));

export const inboxThread = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.inboxThread.path,
  staticData: consolePages.inboxThread,
  loader: async ({ context, params: { merchant, account } }) => {
    const { creatorThreadQuery, threadsQuery, threadQuery } = await loadChunk(
      () => import('./conversations/conversations.data.ts'),
    );
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
}).lazy(pageCode(consolePages.inboxThread));

export const announcements = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.announcements.path,
  staticData: consolePages.announcements,
  loader: async ({ context, params }) => {
    const { publishedQuery } = await loadChunk(() => import('./announcements/announcements.data.ts'));
    await context.queryClient.ensureInfiniteQueryData(publishedQuery(params.merchant));
  },
  pendingMs,
}).lazy(pageCode(consolePages.announcements));

export const draftRoute = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.announcementDraft.path,
  staticData: consolePages.announcementDraft,
}).lazy(pageCode(consolePages.announcementDraft));

export const publishedRoute = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.publishedAnnouncement.path,
  staticData: consolePages.publishedAnnouncement,
}).lazy(pageCode(consolePages.publishedAnnouncement));

export const brandPayouts = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.brandPayouts.path,
  staticData: consolePages.brandPayouts,
}).lazy(pageCode(consolePages.brandPayouts));

export const brandAnalyticsRoute = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.brandAnalytics.path,
  staticData: consolePages.brandAnalytics,
  validateSearch: readBrandAnalyticsSearch,
}).lazy(pageCode(consolePages.brandAnalytics));

export const rosterRoute = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.roster.path,
  staticData: consolePages.roster,
  validateSearch: readTexts('search', 'status', 'group', 'tag', 'sort', 'order', 'preset', 'from', 'to', 'columns'),
}).lazy(pageCode(consolePages.roster));

export const creatorRoute = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.creator.path,
  staticData: consolePages.creator,
  validateSearch: readTexts('preset', 'from', 'to'),
}).lazy(pageCode(consolePages.creator));
export const applicationsRoute = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.applications.path,
  staticData: consolePages.applications,
}).lazy(pageCode(consolePages.applications));

export const applicationPageRoute = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.applicationPage.path,
  staticData: consolePages.applicationPage,
}).lazy(pageCode(consolePages.applicationPage));

export const groupsRoute = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.groups.path,
  staticData: consolePages.groups,
}).lazy(pageCode(consolePages.groups));

export const team = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.team.path,
  staticData: consolePages.team,
}).lazy(pageCode(consolePages.team));

export const brandTakedowns = createRoute({
  getParentRoute: () => brandFrame,
  path: consolePages.brandTakedowns.path,
  staticData: consolePages.brandTakedowns,
}).lazy(pageCode(consolePages.brandTakedowns));

export const suspensionsRoute = createRoute({
  getParentRoute: () => operatorFrame,
  path: consolePages.suspensions.path,
  staticData: consolePages.suspensions,
  validateSearch: readTexts('objection'),
}).lazy(pageCode(consolePages.suspensions));

export const reports = createRoute({
  getParentRoute: () => operatorFrame,
  path: consolePages.reports.path,
  staticData: consolePages.reports,
  validateSearch: readTexts('show', 'kind', 'search', 'report'),
}).lazy(pageCode(consolePages.reports));

export const tickets = createRoute({
  getParentRoute: () => operatorFrame,
  path: consolePages.tickets.path,
  staticData: consolePages.tickets,
}).lazy(pageCode(consolePages.tickets));
