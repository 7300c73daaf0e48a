import { msg } from './heading.ts';
import type { PortalPage } from './page.ts';

// Pages that anyone may see.

export const openPages = {
  login: {
    path: '/login',
    heading: msg`Login`,
    frame: 'login',
    code: 'sessions/login.route.tsx',
    outlivesSession: true,
  },
  forgot: {
    path: '/forgot',
    heading: msg`Forgot password`,
    frame: 'login',
    code: 'passwords/forgot.route.tsx',
    texts: 'joining',
  },
  reset: {
    path: '/reset-password',
    heading: msg`Login`,
    frame: 'login',
    code: 'passwords/reset.route.tsx',
    texts: 'joining',
    outlivesSession: 'with_link',
  },
  setup: {
    path: '/setup',
    heading: msg`Setup`,
    frame: 'login',
    code: 'installation/setup.route.tsx',
    texts: 'joining',
    outlivesSession: true,
  },
  startInvite: {
    path: '/start-invite',
    heading: msg`Invite`,
    code: 'invitations/start-invite.route.tsx',
    texts: 'joining',
    outlivesSession: true,
  },
  apply: {
    path: '/apply/$merchant',
    heading: msg`Apply`,
    code: 'applications/apply.route.tsx',
    texts: 'joining',
    outlivesSession: true,
  },
  register: {
    path: '/register',
    heading: msg`Register`,
    code: 'invitations/register.route.tsx',
    texts: 'joining',
    outlivesSession: true,
  },
  loginAs: { path: '/login-as/$uid', heading: msg`Log in as`, code: 'impersonation/login-as.route.tsx' },
  staticPage: {
    path: '/pages/$slug',
    heading: msg`Page`,
    code: 'legal/page.route.tsx',
    texts: 'legal',
    outlivesSession: true,
  },
} as const satisfies Record<string, PortalPage>;
