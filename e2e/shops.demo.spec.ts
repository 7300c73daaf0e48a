import { expect, type Page } from '@playwright/test';
import { test } from './browsers.ts';
import { callerOf } from './calls.ts';
import { registerNewcomer } from './newcomers.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { shopperAgent, signInWith } from './people.ts';

// The README's story, without any call to the API: a creator of Glow Lab whom no other journey uses, and the demo's shop.

async function putOnStorefront(request: Page['request'], creator: { token: string; accountId: string }, title: string) {
  const call = callerOf(request, creator.token);
  const account = `/merchant-accounts/${creator.accountId}`;
  const { data: products } = await call('get', `${account}/products?limit=50`);
  const found = products.find((product: { title: string }) => product.title === title);
  await call('post', `${account}/placements`, { product_id: found.id });
}

test('a shopper clicks a product, buys it in the demo’s shop, and sends it back; the creator sees both @firefox', async ({
  browser,
  request,
}) => {
  const creator = await registerNewcomer(request);
  await putOnStorefront(request, creator, 'Powder Brush');
  const earnings = await (await browser.newContext()).newPage();
  await signInWith(earnings, creator.token);
  await earnings.goto('/earnings');

  const shopper = await browser.newContext({ userAgent: shopperAgent });
  const page = await shopper.newPage();
  await page.goto(`/@${creator.handle}/glow-lab`);
  await page.locator('a[rel~="sponsored"]').first().click();
  await page.waitForURL(/^http:\/\/glow-lab\.localhost:\d+\/products\/powder-brush/);
  await expect(page.getByRole('heading', { level: 1, name: 'Powder Brush' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  // The shopper looks around before buying: the snippet keeps the click.
  await page.getByRole('link', { name: 'About us' }).click();
  await page.getByRole('link', { name: 'All products' }).click();
  await page.getByRole('link', { name: /Powder Brush/ }).click();
  await page.getByLabel('Quantity').press('ArrowUp');
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByLabel('Discount code').fill('nobody-has-this');
  await page.getByRole('button', { name: 'Apply code' }).click();
  await expect(page.getByRole('alert')).toHaveText('There is no code NOBODY-HAS-THIS.');
  await page.getByRole('link', { name: 'Check out' }).click();
  await page.getByRole('button', { name: 'Buy now' }).click();

  // 20% of two at 34.00.
  await expect(page.getByRole('heading', { name: 'Thank you, Robin' })).toBeVisible();
  const result = page.getByRole('region', { name: 'What the creator gets' });
  await expect(result).toContainText(`@${creator.handle} gets a commission of $13.60`);
  await expectNoSidewaysScroll(page);
  const row = earnings.getByRole('link', { name: /Powder Brush/ });
  await expect(row).toContainText('$13.60');

  await page.getByRole('button', { name: 'Refund' }).click();
  await expect(result).toContainText('$6.80: $13.60 less $6.80 for what was sent back');
  await expect(row).toContainText('$6.80');
  await expect(row).toContainText('Partly reversed');
  await shopper.close();
});
