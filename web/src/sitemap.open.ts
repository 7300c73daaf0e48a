import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { loadChunk } from './api/chunk.ts';
import { loadFrame } from './frame/frame-chunk.ts';
import { OpenFrame } from './frame/OpenFrame.tsx';
import { meetReader, meetReaderInFrame, sendRegisteredHome, sendSignedInHome } from './navigation/guard.ts';
import { openPages } from './pages.open.ts';
import { pageCode } from './sitemap.code.ts';
import { root } from './sitemap.root.ts';

// The routes of the pages that need no login.

const loginLayout = createRoute({
  getParentRoute: () => root,
  id: 'login-layout',
  component: lazyRouteComponent(() => loadChunk(() => import('./frame/LoginLayout.tsx')), 'LoginLayout'),
  beforeLoad: ({ context, location }) => sendSignedInHome(context.queryClient, location),
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
  component: OpenFrame,
  beforeLoad: ({ context }) => meetReaderInFrame(context.queryClient, loadFrame),
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
    const { loadLegalText } = await loadChunk(() => import('./legal/legal.ts'));
    return { text: await loadLegalText(params.slug) };
  },
}).lazy(pageCode(openPages.staticPage));

export const registerRoute = createRoute({
  getParentRoute: () => root,
  path: openPages.register.path,
  staticData: openPages.register,
  beforeLoad: ({ context, location }) => sendRegisteredHome(context.queryClient, location),
}).lazy(pageCode(openPages.register));

export const loginAsRoute = createRoute({
  getParentRoute: () => root,
  path: openPages.loginAs.path,
  staticData: openPages.loginAs,
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
}).lazy(pageCode(openPages.loginAs));

export const loginRoutes = loginLayout.addChildren([login, forgot, reset, setup]);

export const openRoutes = openFrame.addChildren([startInvite, apply, staticPage]);
