import type { Page } from '@playwright/test';

/** A page of the product: its heading, and what is opened on it. `goOn` leads to a page with an id in its address. */
export type Screen = {
  path: string;
  heading?: string;
  goOn?: (page: Page) => Promise<void>;
  open?: (page: Page) => Promise<void>;
};
/** Pages that one test checks, and who is logged in. */
export type Area = { name: string; email?: string; screens: readonly Screen[] };

const ava = 'ava@creators.test';
const under = (start: string, heading: string, ends: readonly string[]): Screen[] =>
  ends.map((end) => ({ path: `${start}${end}`, heading }));

export const areas: readonly Area[] = [
  {
    name: 'before a login',
    screens: [
      { path: '/login', heading: 'Login' },
      { path: '/start-invite#demo-glow-lab-invitation', heading: 'Glow Lab invites you' },
      { path: '/register', heading: 'Register' },
      { path: '/start-invite#not-an-invitation', heading: 'We couldn’t find this invitation' },
      { path: '/forgot', heading: 'Forgot password' },
      { path: `/reset-password#vtr_${'a'.repeat(43)}`, heading: 'Choose a new password' },
      { path: '/setup', heading: 'This setup link doesn’t work' },
      { path: '/apply/glow-lab', heading: 'Talk about skin with us' },
      { path: `/setup#vto_${'a'.repeat(43)}`, heading: 'Setup' },
      { path: '/login-as/somebody', heading: 'This link doesn’t work' },
    ],
  },
  {
    name: 'Overview and Manage',
    email: ava,
    screens: [
      { path: '/', heading: 'Overview' },
      ...under('/manage/glow-lab', 'Manage', ['/products', '/collections', '/links', '/appearance']),
    ],
  },
  {
    name: 'Earnings',
    email: ava,
    screens: [
      ...under('/earnings', 'Earnings', ['', '?view=payouts', '?view=statements', '?view=unearned', '?view=rules']),
      {
        path: '/earnings',
        open: async (page) => {
          await page
            .getByRole('link', { name: /Why this amount/ })
            .first()
            .click();
          await page.getByRole('dialog').getByText('How it was decided').waitFor();
        },
      },
    ],
  },
  {
    name: 'Analytics',
    email: ava,
    screens: under('/analytics-page/glow-lab', 'Analytics', ['/overview?compare=1', '/products', '/links', '/traffic']),
  },
  {
    name: 'messages, accounts and settings',
    email: ava,
    screens: [
      { path: '/messages', heading: 'Messages' },
      { path: '/messages/glow-lab', heading: 'Messages' },
      { path: '/social-insights', heading: 'Social Insights' },
      { path: '/settings', heading: 'Account Settings' },
      { path: '/takedowns', heading: 'Taken down' },
      { path: '/suspensions', heading: 'Suspensions' },
    ],
  },
  {
    name: 'legal texts and the invitation, in the frame',
    email: ava,
    screens: [
      { path: '/pages/terms-of-use', heading: 'Terms of use' },
      { path: '/pages/privacy-policy', heading: 'Privacy policy' },
      { path: '/start-invite', heading: 'Invite' },
    ],
  },
  {
    name: 'open to everyone',
    screens: [
      '/@ava',
      '/@ava/glow-lab',
      '/@nobody',
      '/s/nothing-here',
      '/report',
      '/report?kind=copyright',
      '/docs',
      '/docs/quickstart',
      '/docs/reference/shop',
      '/pages/nothing',
    ].map((path) => ({
      path,
    })),
  },
  {
    name: 'the brand’s orders, products and creators',
    email: 'brand@glow.test',
    screens: [
      ...['', '/orders', '/analytics', '/catalogue', '/creators', '/invitations', '/terms'].map((end) => ({
        path: `/brand/glow-lab${end}`,
      })),
      { path: '/staff/account', heading: 'Your account' },
      {
        path: '/brand/glow-lab/catalogue',
        open: (page) => page.getByRole('button', { name: 'Import products' }).click(),
      },
      {
        path: '/brand/glow-lab/catalogue',
        open: (page) => page.getByRole('button', { name: 'Add product' }).click(),
      },
      {
        path: '/brand/glow-lab/catalogue',
        open: (page) => page.getByRole('button', { name: 'Product feed' }).click(),
      },
      {
        path: '/brand/glow-lab/catalogue',
        heading: 'Cloud Cream',
        goOn: async (page) => {
          await page.getByLabel('Search by name, SKU or category').fill('GL-102');
          await page.getByRole('link', { name: 'Cloud Cream' }).click();
          await page.getByRole('heading', { name: 'Creators who feature it' }).waitFor();
        },
      },
    ],
  },
  {
    name: 'the brand’s messages, payouts and settings',
    email: 'brand@glow.test',
    screens: [
      '/messages',
      '/announcements',
      '/announcements/drafts/new',
      '/payouts',
      '/adjustments',
      '/objections',
      '/claims',
      '/groups',
      '/applications',
      '/application-page',
      '/team',
      '/settings',
      '/settings/shop',
      '/settings/webhooks',
      '/settings/shop?kind=api',
      '/settings/shop?kind=file',
      '/settings/deliveries',
      '/takedowns',
    ].map((end) => ({
      path: `/brand/glow-lab${end}`,
    })),
  },
  {
    name: 'the operator’s console',
    email: 'operator@vitrine.test',
    screens: [
      ...[
        '/users',
        '/brands',
        '/mails',
        '/deliveries',
        '/tickets',
        '/reports',
        '/reports?show=down',
        '/suspensions',
        '/health',
        '/audit',
        '/team',
        '/settings',
        '/setup',
      ].map((end) => ({
        path: `/operator${end}`,
      })),
      { path: '/operator/account', heading: 'Your account' },
      {
        path: '/operator/brands',
        open: (page) => page.getByRole('link', { name: 'Maison Clair' }).click(),
      },
      {
        path: '/operator/users?search=ava',
        open: (page) => page.getByRole('link', { name: 'Ava Lindqvist' }).click(),
      },
    ],
  },
];
