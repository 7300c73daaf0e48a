import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { loadChunk } from './api/chunk.ts';
import { loadTexts } from './locales/texts.ts';
import { Failure } from './failures/ErrorPage.tsx';
import { requireRole } from './navigation/guard.ts';
import { readTexts } from './navigation/search.ts';
import { frames } from './page.ts';
import { consolePages } from './pages.consoles.ts';
import { loadSettings } from './settings/settings.load.ts';
import { consoleCode } from './sitemap.consoles.code.ts';
import { root } from './sitemap.root.ts';

// The routes of the operator console.

/** Milliseconds that the previous page stays on the screen before the skeleton of the next one is shown. */
const pendingMs = 160;

async function loadOperatorFrame() {
  const [{ OperatorFrame }] = await Promise.all([
    import('./consoles/OperatorFrame.tsx'),
    loadTexts(...frames.operator.texts),
  ]);
  return { OperatorFrame };
}

const operatorFrame = createRoute({
  getParentRoute: () => root,
  id: 'operator-frame',
  staticData: { access: 'operator' },
  component: lazyRouteComponent(() => loadChunk(loadOperatorFrame), 'OperatorFrame'),
  errorComponent: Failure,
  beforeLoad: ({ context, location: { href }, preload }) =>
    requireRole(context.queryClient, { href, preload }, 'operator'),
});

const operatorEntry = createRoute({
  getParentRoute: () => operatorFrame,
  path: '/operator',
  beforeLoad: () => {
    throw redirect({ to: '/operator/users', replace: true });
  },
});

const operatorAccount = createRoute({
  getParentRoute: () => operatorFrame,
  path: consolePages.operatorAccount.path,
  staticData: consolePages.operatorAccount,
  loader: loadSettings,
  pendingMs,
}).lazy(consoleCode(consolePages.operatorAccount));

const users = createRoute({
  getParentRoute: () => operatorFrame,
  path: consolePages.users.path,
  staticData: consolePages.users,
  validateSearch: readTexts('search', 'role', 'uid'),
}).lazy(consoleCode(consolePages.users));

const brands = createRoute({
  getParentRoute: () => operatorFrame,
  path: consolePages.brands.path,
  staticData: consolePages.brands,
  validateSearch: readTexts('brand'),
}).lazy(consoleCode(consolePages.brands));

const mails = createRoute({
  getParentRoute: () => operatorFrame,
  path: consolePages.mails.path,
  staticData: consolePages.mails,
  validateSearch: readTexts('status', 'kind', 'recipient', 'mail'),
}).lazy(consoleCode(consolePages.mails));

const deliveries = createRoute({
  getParentRoute: () => operatorFrame,
  path: consolePages.deliveries.path,
  staticData: consolePages.deliveries,
  validateSearch: readTexts('search', 'outcome', 'brand', 'delivery'),
}).lazy(consoleCode(consolePages.deliveries));

const healthRoute = createRoute({
  getParentRoute: () => operatorFrame,
  path: consolePages.health.path,
  staticData: consolePages.health,
}).lazy(consoleCode(consolePages.health));

const operatorSetup = createRoute({
  getParentRoute: () => operatorFrame,
  path: consolePages.operatorSetup.path,
  staticData: consolePages.operatorSetup,
  validateSearch: readTexts('step'),
}).lazy(consoleCode(consolePages.operatorSetup));

const operatorSettings = createRoute({
  getParentRoute: () => operatorFrame,
  path: consolePages.operatorSettings.path,
  staticData: consolePages.operatorSettings,
}).lazy(consoleCode(consolePages.operatorSettings));

const auditRoute = createRoute({
  getParentRoute: () => operatorFrame,
  path: consolePages.audit.path,
  staticData: consolePages.audit,
  validateSearch: readTexts('person', 'action', 'subject'),
}).lazy(consoleCode(consolePages.audit));

const brandReviews = createRoute({
  getParentRoute: () => operatorFrame,
  path: consolePages.brandReviews.path,
  staticData: consolePages.brandReviews,
  validateSearch: readTexts('show'),
}).lazy(consoleCode(consolePages.brandReviews));

const suspensionsRoute = createRoute({
  getParentRoute: () => operatorFrame,
  path: consolePages.suspensions.path,
  staticData: consolePages.suspensions,
  validateSearch: readTexts('objection'),
}).lazy(consoleCode(consolePages.suspensions));

const reports = createRoute({
  getParentRoute: () => operatorFrame,
  path: consolePages.reports.path,
  staticData: consolePages.reports,
  validateSearch: readTexts('show', 'kind', 'search', 'report'),
}).lazy(consoleCode(consolePages.reports));

const tickets = createRoute({
  getParentRoute: () => operatorFrame,
  path: consolePages.tickets.path,
  staticData: consolePages.tickets,
}).lazy(consoleCode(consolePages.tickets));

export const operatorRoutes = operatorFrame.addChildren([
  operatorEntry,
  users,
  brands,
  brandReviews,
  mails,
  deliveries,
  tickets,
  reports,
  suspensionsRoute,
  healthRoute,
  auditRoute,
  operatorSetup,
  operatorSettings,
  operatorAccount,
]);
