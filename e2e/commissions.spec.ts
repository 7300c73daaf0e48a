import { expect, test } from '@playwright/test';
import { registerCreator } from './brands.ts';
import { shopCall, signInWith, dollars } from './people.ts';

test('a brand releases a commission that was on hold, and its creator sees both states (S27)', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const { brand, handle, email, token } = await registerCreator(request);
  const code = handle.toUpperCase();
  await brand.call('post', `/brand/${brand.slug}/discount-codes`, { code, creator: handle });
  const orderId = `HELD-${handle}`;
  const order = {
    order_id: orderId,
    currency: 'USD',
    placed_at: new Date().toISOString(),
    discount_codes: [code],
    customer: { email },
    lines: [{ line_id: '1', sku: 'ELSE', title: 'Vase for oneself', quantity: 1, unit_price: dollars(2500) }],
  };
  await shopCall(request, '/orders', order, brand.key);
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const creator = await context.newPage();
  await signInWith(creator, token);
  await creator.goto(`/earnings?order=${orderId}&merchant=${brand.slug}`);
  const why = creator.getByRole('dialog', { name: 'Why this amount?' });
  await expect(why).toContainText('We’re checking this order. If the brand doesn’t decide by');

  await signInWith(page, brand.token);
  await page.goto(`/brand/${brand.slug}/orders`);
  await page.getByLabel('Order number').fill(orderId);
  await page.getByRole('link', { name: orderId }).click();
  await page
    .getByRole('dialog', { name: `Order ${orderId}` })
    .getByRole('button', { name: 'Release' })
    .click();
  await expect(page.getByText('$3.75 released.')).toBeVisible();

  await expect(why).toContainText('The brand reviewed it and released it on');
  await expect(why).not.toContainText('We’re checking this order');
  await context.close();
});
