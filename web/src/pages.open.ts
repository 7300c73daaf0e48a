import { msg } from './heading.ts';
import type { PortalPage } from './page.ts';

/** Pages that anyone may see. */
const open = { access: 'anonymous' } as const;

export const openPages = {
  login: { ...open, path: '/login', heading: msg`Login`, frame: 'login', code: 'sessions/login.route.tsx' },
  forgot: {
    ...open,
    path: '/forgot',
    heading: msg`Forgot password`,
    frame: 'login',
    code: 'passwords/forgot.route.tsx',
    texts: 'joining',
  },
  reset: {
    ...open,
    path: '/reset-password',
    heading: msg`Login`,
    frame: 'login',
    code: 'passwords/reset.route.tsx',
    texts: 'joining',
  },
  setup: {
    ...open,
    path: '/setup',
    heading: msg`Setup`,
    frame: 'login',
    code: 'installation/setup.route.tsx',
    texts: 'joining',
  },
  startInvite: {
    ...open,
    path: '/start-invite',
    heading: msg`Invite`,
    code: 'invitations/start-invite.route.tsx',
    texts: 'joining',
  },
  apply: {
    ...open,
    path: '/apply/$merchant',
    heading: msg`Apply`,
    code: 'applications/apply.route.tsx',
    texts: 'joining',
  },
  register: {
    ...open,
    path: '/register',
    heading: msg`Register`,
    code: 'invitations/register.route.tsx',
    texts: 'joining',
  },
  loginAs: { ...open, path: '/login-as/$uid', heading: msg`Log in as`, code: 'impersonation/login-as.route.tsx' },
  staticPage: { ...open, path: '/pages/$slug', heading: msg`Page`, code: 'legal/page.route.tsx', texts: 'legal' },
} as const satisfies Record<string, PortalPage>;
