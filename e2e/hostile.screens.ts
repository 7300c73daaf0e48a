import type { Page } from '@playwright/test';
import type { Hostile } from './hostile.fill.ts';
import { hostileTexts } from './hostile.texts.ts';

type Opening = (page: Page) => Promise<void>;
/** A page of the product, and what can be opened on it, one after the other. */
export type HostileScreen = { path: string; opens?: Opening[] };

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const pick = (name: string) => (page: Page) => page.getByRole('menuitem', { name }).click();
/** A radio button is hidden, so its label is clicked. */
const tick = (name: string | RegExp) => (page: Page) => page.getByRole('radio', { name }).check({ force: true });

/** The open drawer is kept in the history's state, whatever opened it. */
const drawers = [
  ['user-menu', 'Your account'],
  ['help', 'Feedback/support'],
  ['problem', 'Report a problem'],
  ['terms-of-use', 'Terms of use'],
  ['privacy-policy', 'Privacy policy'],
  ['announcements', 'Announcements'],
  ['notifications', 'Notifications'],
  ['messages', 'Messages'],
] as const;
const inDrawer = drawers.map(([drawer, title]) => async (page: Page) => {
  await page.evaluate((named) => history.replaceState({ ...history.state, drawer: named }, ''), drawer);
  await page.getByRole('dialog', { name: title }).waitFor();
});

/** Sheets on a page: each is closed before the next one is opened. */
const inTurn = (...opens: Opening[]): Opening[] =>
  opens.map((open, index) => async (page) => {
    const sheet = page.locator('dialog[open]');
    if (index > 0) {
      await sheet.getByRole('button', { name: 'Close' }).last().click();
      await sheet.waitFor({ state: 'detached' });
    }
    await open(page);
    await sheet.waitFor();
  });

const query = (names: readonly string[]) =>
  new URLSearchParams(names.map((name, index) => [name, hostileTexts[index * 7] ?? ''])).toString();

export const creatorScreens = ({ slug, orders }: Hostile): HostileScreen[] => [
  { path: '/', opens: inDrawer },
  {
    path: `/manage/${slug}/products`,
    opens: inTurn(press('Add a product'), press(/how clicks on .* were counted/), async (page) => {
      await press(/^More options for/)(page);
      await pick('Edit title and note')(page);
    }),
  },
  { path: `/manage/${slug}/collections` },
  {
    path: `/manage/${slug}/links`,
    opens: inTurn(press(/^QR code for/), press(/how clicks on .* were counted/), async (page) => {
      await press(/^More options for/)(page);
      await pick('Edit title or destination')(page);
    }),
  },
  { path: `/manage/${slug}/appearance` },
  { path: '/earnings' },
  { path: '/earnings?view=payouts' },
  { path: '/earnings?view=statements' },
  { path: '/earnings?view=unearned' },
  ...orders.slice(2, 5).map((order) => ({ path: `/earnings?${new URLSearchParams({ order, merchant: slug })}` })),
  { path: '/messages' },
  {
    path: `/messages/${slug}`,
    opens: [
      (page) =>
        page.locator('input[type=file]').setInputFiles({
          name: `"><svg onload=ran()>.png`,
          mimeType: 'image/png',
          buffer: Buffer.from('not a picture'),
        }),
    ],
  },
  ...['overview', 'products', 'links', 'traffic'].map((type) => ({ path: `/analytics-page/${slug}/${type}` })),
  { path: '/social-insights' },
  { path: '/takedowns' },
  { path: '/suspensions' },
  { path: '/settings' },
  { path: `/earnings?${query(['view', 'month', 'storefront', 'state', 'order', 'merchant'])}` },
  { path: `/analytics-page/${slug}/overview?${query(['from', 'to', 'preset', 'show', 'sort'])}` },
];

const spoiltCatalogue = [
  'sku,title,url,price',
  ...hostileTexts.map((text) => `${JSON.stringify(text)},,javascript:ran(),${text}`),
];

export const brandScreens = ({ slug, accountId, orders }: Hostile): HostileScreen[] => [
  ...[
    '',
    '/invitations',
    '/messages',
    `/messages/${accountId}`,
    '/announcements',
    '/orders',
    '/terms',
    '/settings',
  ].map((path) => ({ path: `/brand/${slug}${path}` })),
  {
    path: `/brand/${slug}/catalogue`,
    opens: inTurn(async (page) => {
      await press('Import products')(page);
      const sheet = page.getByRole('dialog');
      await sheet.locator('input[type=file]').setInputFiles({
        name: `"><svg onload=ran()>.csv`,
        mimeType: 'text/csv',
        buffer: Buffer.from(spoiltCatalogue.join('\n')),
      });
      await sheet.getByText('Row 3', { exact: false }).first().waitFor();
    }),
  },
  { path: `/brand/${slug}/payouts`, opens: [tick(/^Failed/), tick(/^Paid/)] },
  ...orders.slice(1, 4).map((order) => ({ path: `/brand/${slug}/orders?${new URLSearchParams({ order })}` })),
  { path: `/brand/${slug}/orders?${query(['search', 'outcome'])}` },
  { path: `/brand/${slug}/settings/shop?${query(['kind'])}` },
  { path: `/brand/${slug}/settings/webhooks?${query(['endpoint'])}` },
  { path: `/brand/${slug}/settings/deliveries?${query(['search', 'outcome', 'delivery'])}` },
];

export const operatorScreens = (
  { handle, creatorId, reports }: Hostile,
  mailIds: readonly string[],
): HostileScreen[] => [
  { path: `/operator/users?search=${handle}` },
  { path: `/operator/users?search=${handle}&uid=${creatorId}` },
  { path: '/operator/brands' },
  { path: '/operator/tickets', opens: [tick(/^Answered/)] },
  { path: `/operator/suspensions?${query(['objection'])}` },
  ...['open', 'down'].map((show) => ({ path: `/operator/reports?show=${show}` })),
  ...reports.map((report) => ({ path: `/operator/reports?report=${report}` })),
  { path: `/operator/reports?${query(['show', 'kind', 'search', 'report'])}` },
  { path: `/operator/mails?recipient=${handle.slice(1)}` },
  ...mailIds.map((mail) => ({ path: `/operator/mails?mail=${mail}`, opens: [tick('Preview')] })),
  { path: `/operator/audit?person=${handle}` },
  { path: `/operator/audit?${query(['person', 'action', 'subject'])}` },
  { path: `/operator/users?${query(['search', 'role', 'uid'])}` },
  { path: `/operator/mails?${query(['status', 'kind', 'recipient', 'mail'])}` },
  { path: `/operator/deliveries?${query(['search', 'outcome', 'brand', 'delivery'])}` },
];

export const openScreens = ({
  handle,
  slug,
  previewPath,
  invitationUrl,
  shortCode,
  takenDownCode,
}: Hostile): HostileScreen[] => [
  { path: `/@${handle}` },
  { path: `/@${handle}/${slug}` },
  { path: previewPath },
  { path: `/@${handle}/${encodeURIComponent('"><svg onload=ran()>')}` },
  { path: `/@${encodeURIComponent('<svg onload=ran()>')}` },
  { path: `/s/${encodeURIComponent('<svg onload=ran()>')}` },
  { path: `/s/${shortCode}+` },
  { path: `/s/${takenDownCode}` },
  { path: `/report?${query(['address', 'kind'])}` },
  { path: invitationUrl },
  { path: '/register' },
  { path: '/start-invite#<svg onload=ran()>' },
  { path: '/reset-password#<svg onload=ran()>' },
  { path: `/login?${query(['redirect', 'next', 'error', 'message'])}` },
  { path: `/pages/terms-of-use?${query(['from'])}` },
  { path: `/pages/privacy-policy#javascript:ran()` },
  { path: `/pages/${encodeURIComponent('<svg onload=ran()>')}` },
  { path: '/login-as/<svg onload=ran()>' },
  { path: '/docs' },
];
