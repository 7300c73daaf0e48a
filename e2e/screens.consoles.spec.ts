import { expect, type Page, test } from '@playwright/test';
import { expectSound, password, watchForFaults } from './people.ts';

const widths = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'tablet', width: 820, height: 1180 },
  { name: 'desktop', width: 1440, height: 900 },
];

/** The consoles with who works there, their pages, and a sheet that is opened. */
const consoles = [
  {
    email: 'brand@glow.test',
    home: /\/brand\/glow-lab$/,
    paths: ['', '/orders', '/catalogue', '/terms', '/settings'].map((path) => `/brand/glow-lab${path}`),
    open: (page: Page) =>
      page.goto('/brand/glow-lab/catalogue').then(() => page.getByRole('button', { name: 'Import products' }).click()),
  },
  {
    email: 'operator@vitrine.test',
    home: /\/operator\/users/,
    paths: ['/operator/users', '/operator/brands', '/operator/mails', '/operator/audit'],
    open: (page: Page) =>
      page.goto('/operator/users?search=ava').then(() => page.getByRole('link', { name: 'Ava Lindqvist' }).click()),
  },
];

async function inspect(page: Page, about: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: /Loading|Checking/ })).toHaveCount(0);
  await expectSound(page, about);
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const { name, ...viewport } of widths) {
    test(`every screen of the consoles is sound on a ${name} in the ${colorScheme}`, async ({ browser, baseURL }) => {
      // Twenty screens, each judged whole.
      test.slow();
      const context = await browser.newContext({
        viewport,
        colorScheme,
        locale: 'en-US',
        reducedMotion: 'reduce',
        ...(baseURL ? { baseURL } : {}),
      });
      const page = await context.newPage();
      const faults = watchForFaults(page);
      for (const { email, home, paths, open } of consoles) {
        await page.goto('/login');
        await page.evaluate(() => localStorage.clear());
        await page.goto('/login');
        await page.getByLabel('Email').fill(email);
        await page.getByLabel('Password', { exact: true }).fill(password);
        await page.getByRole('button', { name: 'Log in' }).click();
        await expect(page).toHaveURL(home);
        for (const path of paths) {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
          await inspect(page, path);
        }
        await open(page);
        await expect(page.getByRole('dialog')).toBeVisible();
        await inspect(page, `${email} sheet`);
      }
      await page.goto('/login-as/somebody');
      await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
      await inspect(page, 'login-as');
      expect(faults).toEqual([]);
      await context.close();
    });
  }
}
