import { expect, test } from '@playwright/test';
import { expectSoundInBothSchemes, signIn, watchForFaults } from './people.ts';

test.describe.configure({ mode: 'parallel' });

const widths = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'tablet', width: 820, height: 1180 },
  { name: 'desktop', width: 1440, height: 900 },
];
const screens = [
  { path: '/', heading: 'Overview' },
  { path: '/manage/glow-lab/products', heading: 'Manage' },
  { path: '/manage/glow-lab/collections', heading: 'Manage' },
  { path: '/manage/glow-lab/links', heading: 'Manage' },
  { path: '/manage/glow-lab/appearance', heading: 'Manage' },
  { path: '/earnings', heading: 'Earnings' },
  { path: '/messages', heading: 'Messages' },
  { path: '/messages/glow-lab', heading: 'Messages' },
  { path: '/earnings?view=payouts', heading: 'Earnings' },
  { path: '/earnings?view=statements', heading: 'Earnings' },
  { path: '/earnings?view=unearned', heading: 'Earnings' },
  { path: '/analytics-page/glow-lab/overview?compare=1', heading: 'Analytics' },
  { path: '/analytics-page/glow-lab/products', heading: 'Analytics' },
  { path: '/analytics-page/glow-lab/links', heading: 'Analytics' },
  { path: '/analytics-page/glow-lab/traffic', heading: 'Analytics' },
  { path: '/social-insights', heading: 'Social Insights' },
  { path: '/settings', heading: 'Account Settings' },
];

const comingIn = [
  { path: '/start-invite#demo-glow-lab-invitation', seen: 'Glow Lab invites you' },
  { path: '/register', seen: 'Register' },
  { path: '/start-invite#not-an-invitation', seen: 'We couldn’t find this invitation' },
  { path: '/forgot', seen: 'Forgot password' },
  { path: `/reset-password#vtr_${'a'.repeat(43)}`, seen: 'Choose a new password' },
];

const openToAll = [
  '/@ava',
  '/@ava/glow-lab',
  '/@nobody',
  '/s/nothing-here',
  '/docs',
  '/pages/terms-of-use',
  '/pages/privacy-policy',
  '/pages/nothing',
];

for (const { name, ...viewport } of widths) {
  test.describe(`on a ${name}, in the light and in the dark,`, () => {
    test.use({ viewport });

    test('every screen before a login is sound', async ({ page }) => {
      test.slow();
      const faults = watchForFaults(page);
      await page.goto('/login');
      await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
      await expectSoundInBothSchemes(page, 'login');
      for (const { path, seen } of comingIn) {
        await page.goto(path);
        await expect(page.getByRole('heading', { name: seen }).first()).toBeVisible();
        await expectSoundInBothSchemes(page, path);
      }
      expect(faults).toEqual([]);
    });

    test('every screen of a creator is sound', async ({ page }) => {
      test.setTimeout(180_000);
      const faults = watchForFaults(page);
      await signIn(page, 'ava@creators.test');
      for (const { path, heading } of screens) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await expect(page.getByRole('status', { name: /Loading/ })).toHaveCount(0);
        await page.evaluate(() =>
          Promise.all(
            [...document.images]
              .filter((image) => image.loading !== 'lazy')
              .map((image) => image.decode().catch(() => undefined)),
          ),
        );
        await expectSoundInBothSchemes(page, path);
      }
      await page.goto('/earnings');
      await page
        .getByRole('link', { name: /Why this amount/ })
        .first()
        .click();
      await expect(page.getByRole('dialog')).toContainText('How it was decided');
      await expectSoundInBothSchemes(page, 'explanation');
      expect(faults).toEqual([]);
    });

    test('every page that is open to all is sound', async ({ page }) => {
      test.slow();
      const faults = watchForFaults(page);
      await signIn(page, 'ava@creators.test');
      for (const path of openToAll) {
        await page.goto(path);
        await expectSoundInBothSchemes(page, path);
      }
      expect(faults).toEqual([]);
    });
  });
}

test('a row of pictures is drawn up to the edge of the window', async ({ page }) => {
  await signIn(page, 'ava@creators.test');
  await page.goto('/');
  const row = page.getByRole('list', { name: 'Most clicked' });
  for (const { name, ...viewport } of widths) {
    await page.setViewportSize(viewport);
    // What is clipped is not hit.
    const isDrawn = () =>
      row.evaluate((list) => {
        list.scrollIntoView({ block: 'center' });
        const { right, top, height } = list.getBoundingClientRect();
        const edge = Math.min(right, document.documentElement.clientWidth);
        return list.contains(document.elementFromPoint(edge - 1, top + height / 2));
      });
    await expect.poll(isDrawn, { message: name }).toBe(true);
  }
});
