import { expect, test } from '@playwright/test';
import { shopCall, signIn } from './people.ts';

test('a brand releases a commission that was held, and its creator reads that it waits and then that it does not (S27)', async ({
  page,
  browser,
  request,
  baseURL,
}, { project }) => {
  const orderId = `HELD-${project.name}-${Date.now()}`;
  const order = {
    order_id: orderId,
    currency: 'EUR',
    placed_at: new Date().toISOString(),
    discount_codes: ['AVA-CLAIR'],
    customer: { email: 'ava@creators.test' },
    lines: [
      {
        line_id: '1',
        sku: 'ELSE',
        title: 'Vase for Ava',
        quantity: 1,
        unit_price: { amount: '2500', currency: 'EUR' },
      },
    ],
  };
  await shopCall(request, '/orders', order, 'vtk_demo_maison_clair');
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const creator = await context.newPage();
  await signIn(creator, 'ava@creators.test');
  await creator.goto(`/earnings?order=${orderId}&merchant=maison-clair`);
  const why = creator.getByRole('dialog', { name: 'Why this amount?' });
  await expect(why).toContainText('We’re checking this order. If the brand doesn’t decide by');

  await signIn(page, 'brand@maison.test');
  await page.goto('/brand/maison-clair/orders');
  await page.getByLabel('Order number').fill(orderId);
  await page.getByRole('link', { name: orderId }).click();
  await page
    .getByRole('dialog', { name: `Order ${orderId}` })
    .getByRole('button', { name: 'Release' })
    .click();
  await expect(page.getByText('€3.00 released.')).toBeVisible();

  await expect(why).toContainText('The brand reviewed it and released it on');
  await expect(why).not.toContainText('We’re checking this order');
  await context.close();
});
