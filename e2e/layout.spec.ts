import { expect, type Page, test } from '@playwright/test';
import { shopperAgent, signInAs } from './people.ts';
import { expectNoSidewaysScroll } from './overflow.ts';

// What a layout must handle at any window size, text size and text direction. These tests set their own widths, so they
// run once.

const widths = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'tablet', width: 820, height: 1180 },
  { name: 'desktop', width: 1440, height: 900 },
];

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await expect(page.getByRole('status').filter({ hasText: /Loading/ })).toHaveCount(0);
}

test('a storefront is fully visible on a right-to-left page', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ userAgent: shopperAgent, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  for (const path of ['/@ava', '/@ava/glow-lab', '/s/nothing-here']) {
    await page.goto(path);
    // A browser's translation of the page reverses the document's direction.
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    for (const { name, ...viewport } of widths) {
      await page.setViewportSize(viewport);
      await test.step(`${path} on a ${name}`, async () => {
        await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
        await expectNoSidewaysScroll(page);
      });
    }
  }
  await context.close();
});

test('the tabs of Earnings are visible on a phone without scrolling, and an email links to the statements', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, 'ava@creators.test');
  await open(page, '/earnings');
  await expect(page.getByRole('link', { name: 'Statements' })).toBeInViewport();
  // The link in the email about a closed month.
  await open(page, '/earnings?view=statements');
  await expect(page.getByRole('button', { name: /\d{4}/ }).first()).toBeInViewport();
  await expect(page.getByText('Pending', { exact: true })).toHaveCount(0);
});

test('a figure’s name is read by screen readers', async ({ page }) => {
  await signInAs(page, 'ava@creators.test');
  await open(page, '/');
  await expect(page.getByRole('button', { name: /^Earned: \$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Clicks: [\d,]+ clicks$/ })).toBeVisible();
});

test('a product dropped above the first one becomes the first', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAs(page, 'noor@creators.test');
  await open(page, '/manage/northwind-outfitters/products');
  const handles = page.locator('[data-sort-handle]');
  const names = () =>
    page.locator('[data-sort-id]').evaluateAll((tiles) => tiles.map((tile) => tile.dataset['sortId']));
  await expect(page.locator('[data-sort-id]').nth(2)).toBeVisible();
  const before = await names();
  const first = await page.locator('[data-sort-id]').first().boundingBox();
  await page.locator('[data-sort-id]').nth(1).hover();
  await expect(handles.nth(1)).toHaveCSS('cursor', 'grab');
  const second = await handles.nth(1).boundingBox();
  if (!first || !second) throw new Error('There are two products to move');
  await page.mouse.move(second.x + 4, second.y + 4);
  await page.mouse.down();
  await page.mouse.move(first.x + 10, first.y + 40, { steps: 5 });
  await page.mouse.move(first.x + 10, first.y - 24, { steps: 5 });
  await expect(page.getByText(/: position 1 of/)).toBeAttached();
  await page.mouse.up();
  await expect.poll(async () => (await names()).slice(0, 3)).toEqual([before[1], before[0], before[2]]);
});
