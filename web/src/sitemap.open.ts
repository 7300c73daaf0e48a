import { createRoute, lazyRouteComponent, type ParsedLocation, redirect } from '@tanstack/react-router';
import { loadChunk } from './api/chunk.ts';
import { loadFrame } from './frame/frame-chunk.ts';
import { OpenFrame } from './frame/OpenFrame.tsx';
import { meetReader, meetReaderInFrame, sendRegisteredHome, sendSignedInHome } from './navigation/guard.ts';
import { openPages } from './pages.open.ts';
import { pageCode } from './sitemap.code.ts';
import { type PortalContext, root } from './sitemap.root.ts';

// The routes of the pages that need no login.

const loadLayout = () => import('./frame/LoginLayout.tsx');
const loadLegal = () => import('./legal/legal.ts');
const loadLogInAs = () => import('./impersonation/log-in-as.ts');

type Going = { context: PortalContext; location: ParsedLocation; preload: boolean };

/** What the guard needs to know of the page that is opened. */
function openPage({ context, location, preload }: Going) {
  const { pathname, searchStr, hash } = location;
  return { pathname, searchStr, hash, preload, staysOpen: context.staysOpen(location) };
}

const loginLayout = createRoute({
  getParentRoute: () => root,
  id: 'login-layout',
  staticData: { access: 'anonymous' },
  component: lazyRouteComponent(() => loadChunk(loadLayout), 'LoginLayout'),
  beforeLoad: (going) => sendSignedInHome(going.context.queryClient, openPage(going)),
});

const login = createRoute({
  getParentRoute: () => loginLayout,
  path: openPages.login.path,
  staticData: openPages.login,
}).lazy(pageCode(openPages.login));

const forgot = createRoute({
  getParentRoute: () => loginLayout,
  path: openPages.forgot.path,
  staticData: openPages.forgot,
}).lazy(pageCode(openPages.forgot));

const reset = createRoute({
  getParentRoute: () => loginLayout,
  path: openPages.reset.path,
  staticData: openPages.reset,
}).lazy(pageCode(openPages.reset));

const setup = createRoute({
  getParentRoute: () => loginLayout,
  path: openPages.setup.path,
  staticData: openPages.setup,
}).lazy(pageCode(openPages.setup));

/** Pages that anyone may see, and that a logged-in creator sees inside the frame (S08). */
const openFrame = createRoute({
  getParentRoute: () => root,
  id: 'open-frame',
  staticData: { access: 'anonymous' },
  component: OpenFrame,
  beforeLoad: (going) => meetReaderInFrame(going.context.queryClient, openPage(going), loadFrame),
});

const startInvite = createRoute({
  getParentRoute: () => openFrame,
  path: openPages.startInvite.path,
  staticData: openPages.startInvite,
}).lazy(pageCode(openPages.startInvite));

const apply = createRoute({
  getParentRoute: () => openFrame,
  path: openPages.apply.path,
  staticData: openPages.apply,
}).lazy(pageCode(openPages.apply));

const staticPage = createRoute({
  getParentRoute: () => openFrame,
  path: openPages.staticPage.path,
  staticData: openPages.staticPage,
  loader: async ({ params }) => {
    const { loadLegalText } = await loadChunk(loadLegal);
    return { text: await loadLegalText(params.slug) };
  },
}).lazy(pageCode(openPages.staticPage));

export const registerRoute = createRoute({
  getParentRoute: () => root,
  path: openPages.register.path,
  staticData: { ...openPages.register, access: 'anonymous' },
  beforeLoad: (going) => sendRegisteredHome(going.context.queryClient, openPage(going)),
}).lazy(pageCode(openPages.register));

export const loginAsRoute = createRoute({
  getParentRoute: () => root,
  path: openPages.loginAs.path,
  staticData: { ...openPages.loginAs, access: 'anonymous' },
  // A grant's code is in the fragment, which no server sees. It is redeemed once, before anything is shown.
  beforeLoad: async (going) => {
    const { context, params } = going;
    const { hash } = going.location;
    await meetReader(context.queryClient, openPage(going));
    if (!hash) return;
    const { logInAs } = await loadChunk(loadLogInAs);
    const isIn = await logInAs(context.queryClient, params.uid, hash);
    throw isIn
      ? redirect({ to: '/', replace: true })
      : redirect({ to: '/login-as/$uid', params, hash: '', replace: true });
  },
}).lazy(pageCode(openPages.loginAs));

export const loginRoutes = loginLayout.addChildren([login, forgot, reset, setup]);

export const openRoutes = openFrame.addChildren([startInvite, apply, staticPage]);
