import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { userQuery } from './accounts/accounts.data.ts';
import { loadChunk } from './api/chunk.ts';
import { loadInvitations } from './invitations/invitations.load.ts';
import { loadPart, loadTexts } from './locales/texts.ts';
import { Failure } from './failures/ErrorPage.tsx';
import { requireRole } from './navigation/guard.ts';
import { readTexts } from './navigation/search.ts';
import { root } from './sitemap.root.ts';

// The routes of the brand console and the operator console.

/** Milliseconds that the previous page stays on the screen before the skeleton of the next one is shown. */
const pendingMs = 160;

async function loadBrandFrame() {
  const [{ BrandFrame }] = await Promise.all([
    import('./consoles/BrandFrame.tsx'),
    loadTexts('portal', 'overview', 'brand', 'earnings', 'conversations'),
  ]);
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
    loadTexts('portal', 'operator'),
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
  path: '/brand/$merchant',
  staticData: { heading: msg`Overview`, access: 'brand' },
}).lazy(() => loadPart('brand', () => import('./brand/home.route.tsx')).then((page) => page.brandHomePage));

export const catalogue = createRoute({
  getParentRoute: () => brandFrame,
  path: '/brand/$merchant/catalogue',
  staticData: { heading: msg`Catalog`, access: 'brand' },
}).lazy(() => loadPart('brand', () => import('./catalogue/catalogue.route.tsx')).then((page) => page.cataloguePage));

export const orders = createRoute({
  getParentRoute: () => brandFrame,
  path: '/brand/$merchant/orders',
  staticData: { heading: msg`Orders`, access: 'brand' },
  validateSearch: readTexts('search', 'outcome', 'order'),
}).lazy(() => loadPart('brand', () => import('./orders/orders.route.tsx')).then((page) => page.ordersPage));

export const terms = createRoute({
  getParentRoute: () => brandFrame,
  path: '/brand/$merchant/terms',
  staticData: { heading: msg`Terms`, access: 'brand' },
}).lazy(() => loadPart('brand', () => import('./terms/terms.route.tsx')).then((page) => page.termsPage));

export const brandSettings = createRoute({
  getParentRoute: () => brandFrame,
  path: '/brand/$merchant/settings',
  staticData: { heading: msg`Settings`, access: 'brand' },
}).lazy(() =>
  loadPart('brand', () => import('./merchants/merchant-settings.route.tsx')).then((page) => page.brandSettingsPage),
);

export const users = createRoute({
  getParentRoute: () => operatorFrame,
  path: '/operator/users',
  staticData: { heading: msg`Users`, access: 'operator' },
  validateSearch: readTexts('search', 'role', 'uid'),
}).lazy(() => loadPart('operator', () => import('./operators/users.route.tsx')).then((page) => page.usersPage));

export const brands = createRoute({
  getParentRoute: () => operatorFrame,
  path: '/operator/brands',
  staticData: { heading: msg`Brands`, access: 'operator' },
}).lazy(() => loadPart('operator', () => import('./operators/brands.route.tsx')).then((page) => page.brandsPage));

export const mails = createRoute({
  getParentRoute: () => operatorFrame,
  path: '/operator/mails',
  staticData: { heading: msg`Emails`, access: 'operator' },
  validateSearch: readTexts('status', 'kind', 'recipient', 'mail'),
}).lazy(() => loadPart('operator', () => import('./operators/mails.route.tsx')).then((page) => page.mailsPage));

export const audit = createRoute({
  getParentRoute: () => operatorFrame,
  path: '/operator/audit',
  staticData: { heading: msg`Audit log`, access: 'operator' },
  validateSearch: readTexts('person', 'action', 'subject'),
}).lazy(() => loadPart('operator', () => import('./operators/audit.route.tsx')).then((page) => page.auditPage));

export const invitations = createRoute({
  getParentRoute: () => brandFrame,
  path: '/brand/$merchant/invitations',
  staticData: { heading: msg`Invitations`, access: 'brand' },
  loader: ({ context, params }) => loadInvitations(context.queryClient, params.merchant),
  pendingMs,
}).lazy(() =>
  loadPart('brand', () => import('./invitations/invitations.route.tsx')).then((page) => page.invitationsPage),
);

export const inbox = createRoute({
  getParentRoute: () => brandFrame,
  path: '/brand/$merchant/messages',
  staticData: { heading: msg`Messages`, access: 'brand' },
  loader: async ({ context, params }) => {
    const { threadsQuery } = await loadChunk(() => import('./conversations/conversations.data.ts'));
    await context.queryClient.ensureQueryData(threadsQuery(params.merchant));
  },
  pendingMs,
}).lazy(() => loadPart('brand', () => import('./conversations/inbox.route.tsx')).then((page) => page.inboxPage));

export const inboxThread = createRoute({
  getParentRoute: () => brandFrame,
  path: '/brand/$merchant/messages/$account',
  staticData: { heading: msg`Messages`, access: 'brand' },
  loader: async ({ context, params: { merchant, account } }) => {
    const { threadsQuery, threadQuery } = await loadChunk(() => import('./conversations/conversations.data.ts'));
    const threads = await context.queryClient.ensureQueryData(threadsQuery(merchant));
    if (!threads.some((entry) => entry.merchant_account_id === account))
      throw redirect({ to: '/brand/$merchant/messages', params: { merchant }, replace: true });
    await context.queryClient.ensureQueryData(threadQuery({ side: 'brand', merchant, account }));
  },
  pendingMs,
}).lazy(() =>
  loadPart('brand', () => import('./conversations/inbox-thread.route.tsx')).then((page) => page.inboxThreadPage),
);

export const announcements = createRoute({
  getParentRoute: () => brandFrame,
  path: '/brand/$merchant/announcements',
  staticData: { heading: msg`Announcements`, access: 'brand' },
  loader: async ({ context, params }) => {
    const { publishedQuery } = await loadChunk(() => import('./conversations/conversations.data.ts'));
    await context.queryClient.ensureQueryData(publishedQuery(params.merchant));
  },
  pendingMs,
}).lazy(() =>
  loadPart('brand', () => import('./conversations/announcements.route.tsx')).then((page) => page.announcementsPage),
);

export const brandPayouts = createRoute({
  getParentRoute: () => brandFrame,
  path: '/brand/$merchant/payouts',
  staticData: { heading: msg`Payouts`, access: 'brand' },
}).lazy(() =>
  loadPart('brand', () => import('./payouts/brand-payouts.route.tsx')).then((page) => page.brandPayoutsPage),
);

export const tickets = createRoute({
  getParentRoute: () => operatorFrame,
  path: '/operator/tickets',
  staticData: { heading: msg`Tickets`, access: 'operator' },
}).lazy(() => loadPart('operator', () => import('./support/tickets.route.tsx')).then((page) => page.ticketsPage));
