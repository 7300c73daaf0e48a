import { expect, type Page, test } from '@playwright/test';
import { expectSoundInBothSchemes, signIn, watchForFaults } from './people.ts';

test.describe.configure({ mode: 'parallel' });

const widths = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'tablet', width: 820, height: 1180 },
  { name: 'desktop', width: 1440, height: 900 },
];

/** The consoles with who works there, their pages, and a sheet that is opened. */
const consoles = [
  {
    who: 'brand',
    email: 'brand@glow.test',
    paths: ['', '/orders', '/catalogue', '/terms', '/settings'].map((path) => `/brand/glow-lab${path}`),
    open: (page: Page) =>
      page.goto('/brand/glow-lab/catalogue').then(() => page.getByRole('button', { name: 'Import products' }).click()),
  },
  {
    who: 'operator',
    email: 'operator@vitrine.test',
    paths: ['/operator/users', '/operator/brands', '/operator/mails', '/operator/audit'],
    open: (page: Page) =>
      page.goto('/operator/users?search=ava').then(() => page.getByRole('link', { name: 'Ava Lindqvist' }).click()),
  },
];

async function inspect(page: Page, about: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: /Loading|Checking/ })).toHaveCount(0);
  await expectSoundInBothSchemes(page, about);
}

for (const { name, ...viewport } of widths) {
  test.describe(`on a ${name}, in the light and in the dark,`, () => {
    test.use({ viewport });

    for (const { who, email, paths, open } of consoles) {
      test(`every screen of the ${who}’s console is sound`, async ({ page }) => {
        test.slow();
        const faults = watchForFaults(page);
        await signIn(page, email);
        for (const path of paths) {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
          await inspect(page, path);
        }
        await open(page);
        await expect(page.getByRole('dialog')).toBeVisible();
        await inspect(page, `${who} sheet`);
        expect(faults).toEqual([]);
      });
    }

    test('the page of a grant that is not valid is sound', async ({ page }) => {
      await page.goto('/login-as/somebody');
      await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
      await inspect(page, 'login-as');
    });
  });
}
