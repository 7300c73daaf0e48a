import { expect, type Page, test } from '@playwright/test';
import { signInAs } from './people.ts';

/** Its name goes on with what is unread. */
const button = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}(,|$)`) });
const drawer = (page: Page, name: string) => page.getByRole('dialog', { name });

test.describe('the frame on a phone', { tag: '@phone' }, () => {
  // One worker opens its window once.
  test.describe.configure({ mode: 'default' });
  let page: Page;
  const menu = () => drawer(page, 'Your account');
  const openMenu = async () => {
    if (!(await menu().isVisible())) await button(page, 'User menu').click();
    await expect(menu().getByRole('button', { name: 'Log out' })).toBeVisible();
  };

  test.beforeAll(async ({ browser, baseURL }) => {
    page = await browser.newPage({
      ...(baseURL && { baseURL }),
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    await signInAs(page, 'ava@creators.test');
    await page.goto('/');
  });
  test.afterAll(() => page.close());

  test('the avatar in the header opens the user menu (§41)', async () => {
    const avatar = page.getByRole('banner').getByRole('button', { name: 'User menu' });
    await expect(avatar.locator('img')).toBeVisible();
    await avatar.click();
    await expect(menu()).toBeVisible();
  });

  test('the user menu shows avatar, display name and /handle (§47)', async () => {
    await openMenu();
    await expect(menu().locator('img').first()).toBeVisible();
    await expect(menu().getByText('Ava Lindqvist', { exact: true })).toBeVisible();
    await expect(menu().getByText('/ava', { exact: true })).toBeVisible();
  });

  test('the user menu has the seven buttons of the specification (§48)', async () => {
    await openMenu();
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

  test('the user menu ends with “Powered by” and a copyright line (§49)', async () => {
    await openMenu();
    await expect(menu().getByText('Powered by Vitrine', { exact: true })).toBeVisible();
    await expect(menu().getByText(`© ${new Date().getFullYear()} Vitrine. All rights reserved.`)).toBeVisible();
  });

  test('the user menu closes when one of its links opens a page, and stays closed on going back (§94)', async () => {
    await openMenu();
    await menu().getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Account Settings' })).toBeAttached();
    await expect(menu()).toBeHidden();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeAttached();
    await expect(menu()).toBeHidden();
  });

  test('the header has the page’s title, or the storefront dropdown on a page of a storefront (§42)', async () => {
    await page.goto('/earnings');
    await expect(page.getByRole('banner').getByText('Earnings', { exact: true })).toBeVisible();
    await page.goto('/manage/glow-lab/products');
    await expect(page.getByRole('banner').getByRole('button', { name: 'Storefront Glow Lab' })).toBeVisible();
    await expect(page.getByRole('banner').getByText('Manage', { exact: true })).toHaveCount(0);
  });

  test('the side drawer shows the text of the privacy policy and of the terms of use (§56)', async () => {
    for (const [item, headings] of [
      ['Privacy policy', ['What we collect', 'Cookies and browser storage', 'Your rights']],
      ['Terms of use', ['The sole platform for affiliate commission', 'Arbitration, and no class actions']],
    ] as const) {
      await button(page, 'User menu').click();
      await button(page, item).click();
      for (const name of headings)
        await expect(drawer(page, item).getByRole('heading', { name }).first()).toBeAttached();
      await page.goBack();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });
});

test('the list of brands has logos, and unread totals that end at 99 (§51, §124)', { tag: '@phone' }, async ({
  page,
}) => {
  await signInAs(page, 'ava@creators.test');
  await page.route('**/api/v1/chatroom/get-merchant-list', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    for (const entry of body.data) {
      const isGlow = entry.merchant_account.slug === 'glow-lab';
      entry.unread_message_count = isGlow ? 60 : 3;
      entry.unread_announcement_count = isGlow ? 45 : 1;
    }
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto('/');
  await button(page, 'Messages').click();
  const brands = drawer(page, 'Messages').getByRole('listitem');
  await expect(brands.locator('img')).toHaveCount(2);
  await expect(brands.nth(0)).toContainText(/Glow Lab.*99/s);
  await expect(brands.nth(1)).toContainText(/Maison Clair.*4/s);
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
