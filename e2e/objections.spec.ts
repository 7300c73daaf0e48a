import { expect, test } from '@playwright/test';
import { registerCreator } from './brands.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { dollars, shopCall, signInWith } from './people.ts';

test('a creator objects to a decline, the brand accepts it, and both see what became of it @both', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const { brand, handle, email, token, call } = await registerCreator(request);
  const code = handle.toUpperCase();
  await brand.call('post', `/brand/${brand.slug}/discount-codes`, { code, creator: handle });
  const orderId = `OBJ-${handle}`;
  const order = {
    order_id: orderId,
    currency: 'USD',
    placed_at: new Date().toISOString(),
    discount_codes: [code],
    customer: { email },
    lines: [{ line_id: '1', sku: 'ELSE', title: 'Vase for oneself', quantity: 1, unit_price: dollars(2500) }],
  };
  await shopCall(request, '/orders', order, brand.key);
  const { data: commissions } = await call('get', '/commissions');
  const declined = `/brand/${brand.slug}/commissions/${commissions[0].id}/decline`;
  await brand.call('post', declined, { reason: 'You bought this yourself' });

  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const creator = await context.newPage();
  await signInWith(creator, token);
  await creator.goto(`/earnings?order=${orderId}&merchant=${brand.slug}`);
  const why = creator.getByRole('dialog', { name: 'Why this amount?' });
  await expect(why).toContainText('You bought this yourself');
  await why.getByLabel('Your objection').fill('My sister bought it with her own card');
  await why.getByRole('button', { name: 'Send objection' }).click();
  await expect(why).toContainText('Without an answer, the commission is credited again.');
  await expectNoSidewaysScroll(creator);

  await signInWith(page, brand.token);
  await page.goto(`/brand/${brand.slug}/objections?state=open`);
  await expect(page.getByRole('row', { name: new RegExp(orderId) })).toContainText('To answer');
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: orderId }).click();
  const sheet = page.getByRole('dialog', { name: `Order ${orderId}` });
  await expect(sheet).toContainText('My sister bought it with her own card');
  await sheet.getByRole('button', { name: 'Accept and credit again' }).click();
  await expect(sheet).toContainText('You accepted it on');
  await expect(why).toContainText('accepted your objection on');
  await context.close();
});
