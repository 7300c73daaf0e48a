import { expect, type Page, test } from '@playwright/test';
import { signInAs } from './people.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const drawer = (page: Page, name: string) => page.getByRole('dialog', { name });

test.describe('the user menu', { tag: '@phone' }, () => {
  // One worker opens its window once.
  test.describe.configure({ mode: 'default' });
  let page: Page;
  const menu = () => drawer(page, 'Your account');

  test.beforeAll(async ({ browser, baseURL = '' }) => {
    page = await browser.newPage({ baseURL, viewport: { width: 390, height: 844 }, hasTouch: true });
    await signInAs(page, 'ava@creators.test');
    await page.goto('/');
  });
  test.afterAll(() => page.close());

  test('opens from the avatar in the header (§41)', async () => {
    const avatar = page.getByRole('banner').getByRole('button', { name: 'User menu' });
    await expect(avatar.locator('img')).toBeVisible();
    await avatar.click();
    await expect(menu()).toBeVisible();
  });

  test('shows avatar, display name and /handle (§47)', async () => {
    await expect(menu().locator('img').first()).toBeVisible();
    await expect(menu().getByText('Ava Lindqvist', { exact: true })).toBeVisible();
    await expect(menu().getByText('/ava', { exact: true })).toBeVisible();
  });

  test('has the seven buttons of the specification (§48)', async () => {
    const texts = await menu().locator('a, button').allInnerTexts();
    expect(texts.map((text) => text.trim())).toEqual(
      expect.arrayContaining([
        'Settings',
        'Social Insights',
        'Feedback/support',
        'Report a problem',
        'Terms of use',
        'Privacy policy',
        'Log out',
      ]),
    );
  });

  test('ends with “Powered by” and a copyright line (§49)', async () => {
    await expect(menu().getByText('Powered by Vitrine', { exact: true })).toBeVisible();
    await expect(menu().getByText(`© ${new Date().getFullYear()} Vitrine. All rights reserved.`)).toBeVisible();
  });

  test('closes when one of its links opens a page, and stays closed on going back (§94)', async () => {
    await menu().getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Account Settings' })).toBeAttached();
    await expect(menu()).toBeHidden();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeAttached();
    await expect(menu()).toBeHidden();
  });

  test('leads to the text of the privacy policy and of the terms of use, in the side drawer (§56)', async () => {
    for (const [item, headings] of [
      ['Privacy policy', ['What we collect', 'Cookies and browser storage', 'Your rights']],
      ['Terms of use', ['The sole platform for affiliate commission', 'Arbitration, and no class actions']],
    ] as const) {
      await button(page, 'User menu').click();
      await button(page, item).click();
      for (const name of headings)
        await expect(drawer(page, item).getByRole('heading', { name, exact: true })).toBeAttached();
      await page.goBack();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });
});

test('the contents of the terms drawer scroll to a section, and the page stays', {
  tag: '@phone',
}, async ({ page }) => {
  await signInAs(page, 'ava@creators.test');
  await page.goto('/');
  await button(page, 'User menu').click();
  await button(page, 'Terms of use').click();
  const contents = drawer(page, 'Terms of use').getByRole('navigation', { name: 'Contents' });
  await expect(contents).toBeVisible();
  const link = contents.getByRole('link', { name: 'Arbitration, and no class actions' });
  if (!(await link.isVisible())) await contents.getByText('Contents').click();
  await link.click();
  await expect(page.getByRole('heading', { name: /Arbitration/ })).toBeInViewport();
  expect(new URL(page.url()).hash).toBe('');
});
