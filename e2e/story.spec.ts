import { expect, type Page, test } from '@playwright/test';
import { expectNoSidewaysScroll, shopCall, shopperAgent, signIn, signInAlone, usd, watchForFaults } from './people.ts';

/** A shopper opens the storefront, sees the disclosure before anything else, and follows the first product. */
async function followFirstProduct(page: Page): Promise<{ title: string; clickId: string }> {
  await page.goto('/@ava/glow-lab');
  await expect(page.getByText(/commission/i).first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  const product = page.locator('a[rel~="sponsored"]').first();
  const title = (await product.innerText()).trim();
  const landing = page.waitForRequest((request) => request.url().startsWith('https://shop.glowlab.example/'));
  await product.click({ noWaitAfter: true });
  const clickId = new URL((await landing).url()).searchParams.get('vt_click') ?? '';
  expect(clickId).toMatch(/^[A-Za-z0-9_-]{22}$/);
  return { title, clickId };
}

test('a shopper’s click becomes a creator’s money, and a refund takes its part back, each explained', async ({
  page,
  browser,
  request,
}, { project }) => {
  const faults = watchForFaults(page);
  await signIn(page, 'ava@creators.test');
  await page.goto('/manage/glow-lab/products');
  const first = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3 }) })
    .first();
  const clicks = first.getByRole('button', { name: /how clicks on .* were counted/ });
  const before = Number(((await clicks.textContent()) ?? '').match(/[\d,]+/)?.[0]?.replaceAll(',', ''));

  const shopper = await browser.newContext({ userAgent: `${shopperAgent} ${project.name}` });
  const { clickId } = await followFirstProduct(await shopper.newPage());
  await shopper.close();
  // The storefront's first product is the first of Manage; its click shows without a reload.
  await expect(clicks).toContainText(new RegExp(`${(before + 1).toLocaleString('en-US')}\\b`));

  await page.goto('/earnings');
  const orderId = `E2E-${project.name}-${Date.now()}`;
  const order = await shopCall(request, '/orders', {
    order_id: orderId,
    currency: 'USD',
    placed_at: new Date().toISOString(),
    click_id: clickId,
    lines: [
      {
        line_id: '1',
        sku: 'GL-106',
        title: `Lipstick of ${orderId}`,
        quantity: 2,
        unit_price: usd(3000),
        discount: usd(600),
      },
      { line_id: '2', sku: 'ELSE', title: `Soap of ${orderId}`, quantity: 1, unit_price: usd(1000) },
    ],
  });
  expect(order.decision.outcome).toBe('credited');
  expect(order.decision.commission).toEqual(usd(960));

  // 15 % of 54.00 and of 10.00: two rows, without a reload.
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

  const refund = await shopCall(request, `/orders/${orderId}/refunds`, {
    refund_id: 'R-1',
    lines: [{ line_id: '1', quantity: 1 }],
  });
  expect(refund.reversed).toEqual(usd(405));
  // The open explanation tells of the refund, with its arithmetic, without a reload.
  await expect(story).toContainText('Refund');
  await expect(story).toContainText('$5.55');
  await page.goBack();
  await expect(story).toBeHidden();
  await expect(row).toContainText('$4.05');
  await expect(row).toContainText('Partly reversed');
  expect(faults).toEqual([]);
});

test('an own click is kept, told apart and held, not lost', async ({ browser, baseURL, request }) => {
  const context = await browser.newContext({ userAgent: shopperAgent, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await signInAlone(page, 'ava@creators.test');
  const { clickId } = await followFirstProduct(page);
  const order = await shopCall(request, '/orders', {
    order_id: `E2E-own-${Date.now()}-${Math.random()}`,
    currency: 'USD',
    placed_at: new Date().toISOString(),
    click_id: clickId,
    lines: [{ line_id: '1', sku: 'X', title: 'Own thing', quantity: 1, unit_price: usd(1000) }],
  });
  expect(order.decision.outcome).toBe('held_self_purchase');
  await context.close();
});
