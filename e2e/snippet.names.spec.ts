import { expect, test } from '@playwright/test';
import { clickAt, openShop, textOfGuide } from './snippet.shop.ts';

const tag = textOfGuide('<script async', `http://127.0.0.1:${process.env['E2E_PORT']}`);

test('the snippet starts on a page that has an element with its name', async ({ page }) => {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  const body = () => `<a id="vitrine" href="/">Shop window</a><form data-vitrine></form>${tag.replace(' async', '')}`;
  await using shop = await openShop({ head: '', body });
  const click = clickAt(Date.now());
  await page.goto(shop.at(`/?vt_click=${click}`));
  await expect(page.locator('input[name=vt_click]')).toHaveValue(click);
  expect(faults).toEqual([]);
});
