import { expect, type Page, test } from '@playwright/test';
import { type RegisteredCreator, registerCreator } from './brands.ts';
import { ownPassword } from './newcomers.ts';
import { shopCall, shopperAgent, signInAlone, signInWith, dollars } from './people.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { watchForFaults } from './soundness.ts';

/** A shopper opens the storefront, sees the disclosure first, and clicks the first product. */
async function followFirstProduct(page: Page, { handle, brand }: RegisteredCreator): Promise<string> {
  await page.goto(`/@${handle}/${brand.slug}`);
  await expect(page.getByText(/commission/i).first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  const product = page.locator('a[rel~="sponsored"]').first();
  const landing = page.waitForRequest((request) => request.url().startsWith(`${brand.shop}/`));
  await product.click({ noWaitAfter: true });
  const clickId = new URL((await landing).url()).searchParams.get('vt_click') ?? '';
  expect(clickId).toMatch(/^[A-Za-z0-9_-]{22}$/);
  return clickId;
}

test('a shopper’s click earns a commission, and a refund reverses its share, each explained', async ({
  page,
  browser,
  request,
}) => {
  const faults = watchForFaults(page);
  const creator = await registerCreator(request, 2);
  const { key, slug } = creator.brand;
  await signInWith(page, creator.token);
  await page.goto(`/manage/${slug}/products`);
  const first = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3 }) })
    .first();
  const clicks = first.getByRole('button', { name: /how clicks on .* were counted/ });
  await expect(clicks).toBeVisible();
  await expect(clicks).not.toContainText('1 click');

  const shopper = await browser.newContext({ userAgent: shopperAgent });
  const clickId = await followFirstProduct(await shopper.newPage(), creator);
  await shopper.close();
  // The storefront's first product is the first in Manage; its click appears without a reload.
  await expect(clicks).toContainText('1 click');

  await page.goto('/earnings');
  const orderId = `E2E-${creator.handle}`;
  const order = {
    order_id: orderId,
    currency: 'USD',
    placed_at: new Date().toISOString(),
    click_id: clickId,
    lines: [
      {
        line_id: '1',
        sku: 'W-0',
        title: `Lipstick of ${orderId}`,
        quantity: 2,
        unit_price: dollars(3000),
        discount: dollars(600),
      },
      { line_id: '2', sku: 'ELSE', title: `Soap of ${orderId}`, quantity: 1, unit_price: dollars(1000) },
    ],
  };
  const { decision } = await shopCall(request, '/orders', order, key);
  expect(decision.outcome).toBe('credited');
  expect(decision.commission).toEqual(dollars(960));

  // 15% of 54.00 and of 10.00: two rows, without a reload.
  const row = page.getByRole('link', { name: new RegExp(`Lipstick of ${orderId}`) }).first();
  await expect(row).toContainText('$8.10');
  await expect(page.getByRole('link', { name: new RegExp(`Soap of ${orderId}`) }).first()).toContainText('$1.50');
  await expectNoSidewaysScroll(page);

  await row.click();
  const story = page.getByRole('dialog', { name: 'Why this amount?' });
  await expect(story).toContainText('$9.60');
  await expect(story).toContainText('A shopper clicked your link');
  await expect(story).toContainText('When can I cash out?');
  await expect(story.getByText('$54.00').first()).toBeVisible();

  const sentBack = { refund_id: 'R-1', lines: [{ line_id: '1', quantity: 1 }] };
  const refund = await shopCall(request, `/orders/${orderId}/refunds`, sentBack, key);
  expect(refund.reversed).toEqual(dollars(405));
  // The open explanation shows the refund and its calculation without a reload.
  await expect(story).toContainText('Refund');
  await expect(story).toContainText('$5.55');
  await page.goBack();
  await expect(story).toBeHidden();
  await expect(row).toContainText('$4.05');
  await expect(row).toContainText('Partly reversed');
  expect(faults).toEqual([]);
});

test('an order that arrives while the list of commissions is loading is in that list (S17)', async ({
  page,
  browser,
  request,
}) => {
  const creator = await registerCreator(request, 1);
  await signInWith(page, creator.token);
  const shopper = await browser.newContext({ userAgent: shopperAgent });
  const clickId = await followFirstProduct(await shopper.newPage(), creator);
  await shopper.close();
  const released = Promise.withResolvers<void>();
  let isFetched = false;
  await page.route(/\/api\/v1\/commissions(\?|$)/, async (route) => {
    const answer = await route.fetch();
    isFetched = true;
    await released.promise;
    await route.fulfill({ response: answer });
  });
  await page.goto('/earnings');
  await expect.poll(() => isFetched).toBe(true);
  const { accountId, brand } = creator;
  const order = {
    order_id: `LOADING-${creator.handle}`,
    currency: 'USD',
    placed_at: new Date().toISOString(),
    click_id: clickId,
    lines: [{ line_id: '1', sku: 'W-0', title: 'Dew Serum', quantity: 1, unit_price: dollars(3000) }],
  };
  await shopCall(request, '/orders', order, brand.key);
  // Events arrive in order: when the message is announced, the order's event has been there.
  const message = { client_id: crypto.randomUUID(), body: 'Hello' };
  await brand.call('post', `/brand/${brand.slug}/threads/${accountId}/messages`, message);
  await expect(page.getByRole('button', { name: 'Messages' }).locator('[data-count]')).toHaveAttribute(
    'data-count',
    '1',
  );
  released.resolve();
  await expect(page.getByRole('link', { name: /Dew Serum/ })).toBeVisible();
  // The list is read again when more happens, which may be under way.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a creator’s own click is recorded and marked, and its order is put on hold', async ({
  browser,
  baseURL,
  request,
}) => {
  const context = await browser.newContext({ userAgent: shopperAgent, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  const creator = await registerCreator(request, 1);
  await signInAlone(page, creator.email, ownPassword);
  const clickId = await followFirstProduct(page, creator);
  const order = {
    order_id: `E2E-own-${creator.handle}`,
    currency: 'USD',
    placed_at: new Date().toISOString(),
    click_id: clickId,
    lines: [{ line_id: '1', sku: 'X', title: 'Own thing', quantity: 1, unit_price: dollars(1000) }],
  };
  const { decision } = await shopCall(request, '/orders', order, creator.brand.key);
  expect(decision.outcome).toBe('held_self_purchase');
  await context.close();
});
