import { expect, test } from '@playwright/test';
import { registerCreator } from './brands.ts';
import { shopCall, signInWith, dollars } from './people.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { watchForFaults } from './soundness.ts';

test('a brand opens a decision and refunds one item, and the creator sees the reversal (S27)', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const faults = watchForFaults(page);
  const { brand, handle, token } = await registerCreator(request);
  const code = handle.toUpperCase();
  await brand.call('post', `/brand/${brand.slug}/discount-codes`, { code, creator: handle });
  const orderId = `DESK-${handle}`;
  const order = {
    order_id: orderId,
    currency: 'USD',
    placed_at: new Date().toISOString(),
    discount_codes: [code],
    lines: [{ line_id: '1', sku: 'ELSE', title: `Soap of ${orderId}`, quantity: 2, unit_price: dollars(2000) }],
  };
  await shopCall(request, '/orders', order, brand.key);
  const context = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    ...(page.viewportSize() ? { viewport: page.viewportSize() } : {}),
  });
  const creator = await context.newPage();
  await signInWith(creator, token);
  await creator.goto('/earnings');
  const row = creator.getByRole('link', { name: new RegExp(`Soap of ${orderId}`) });
  await expect(row).toContainText('$6.00');

  await signInWith(page, brand.token);
  await page.goto(`/brand/${brand.slug}/orders`);
  await page.getByLabel('Order number').fill(orderId);
  await page.getByRole('link', { name: orderId }).click();
  const sheet = page.getByRole('dialog', { name: `Order ${orderId}` });
  await expect(sheet).toContainText(`credited to @${handle}. The creator earns $6.00`);
  await expect(sheet).toContainText(`The code ${code} belongs to a creator`);
  await sheet.getByText('Record a refund').click();
  await sheet.getByLabel('or an amount in USD').fill('99');
  await sheet.getByRole('button', { name: 'Record refund', exact: true }).click();
  await expect(sheet).toContainText('Please enter at most $40.00, the amount left on this line.');
  await sheet.getByLabel('Quantity (of 2)').fill('1');
  await sheet.getByRole('button', { name: 'Record refund', exact: true }).click();
  await expect(sheet).toContainText('The creator earns $3.00: $6.00 less $3.00 reversed');
  await expect(sheet.getByRole('heading', { name: 'Refunds' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expect(row).toContainText('$3.00');
  await expect(row).toContainText('was $6.00');
  await expect(row).toContainText('Partly reversed');
  await page.keyboard.press('Escape');
  const listed = page.getByRole('row').filter({ hasText: orderId });
  await expect(listed).toContainText('Partly reversed');
  await expect(listed).toContainText('$3.00');
  await context.close();
  expect(faults).toEqual([]);
});
