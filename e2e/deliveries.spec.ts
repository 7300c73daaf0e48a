import { createHmac, randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, test } from '@playwright/test';
import { expectNoSidewaysScroll } from './overflow.ts';
import { signInAs } from './people.ts';
import { watchForFaults } from './soundness.ts';

const demoSecret = 'vts_demo_glow_lab';

type Webhook = { id: string; body: unknown; merchant?: string; secret?: string };

/** Sends a paid order like Shopify. Returns the status of the answer. */
async function deliver(request: APIRequestContext, webhook: Webhook): Promise<number> {
  const data = JSON.stringify(webhook.body);
  const signature = createHmac('sha256', webhook.secret ?? demoSecret)
    .update(data)
    .digest('base64');
  const answer = await request.post(`/api/v1/integrations/shopify/${webhook.merchant ?? 'glow-lab'}`, {
    data,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': 'orders/paid',
      'x-shopify-webhook-id': webhook.id,
      'x-shopify-hmac-sha256': signature,
    },
  });
  return answer.status();
}

/** An order without a click and a code, old enough to change no figure of the last days. */
const orderOf = (id: number) => ({
  id,
  currency: 'USD',
  processed_at: new Date(Date.now() - 100 * 86_400_000).toISOString(),
  email: 'robin@shopper.test',
  line_items: [{ id: 1, sku: 'GL-101', title: 'Dew Serum', quantity: 1, price: '48.00' }],
});

test('what a shop sends is listed for its brand and for operators, with the reason and the decision', async ({
  page,
  request,
}) => {
  const faults = watchForFaults(page);
  const orderId = 7_000_000_000 + Math.floor(Math.random() * 1_000_000_000);
  const id = randomUUID();
  expect(await deliver(request, { id, body: orderOf(orderId) })).toBe(200);
  expect(await deliver(request, { id, body: orderOf(orderId) })).toBe(200);
  expect(await deliver(request, { id: `${id}-2`, body: { ...orderOf(orderId + 1), currency: 7 } })).toBe(200);
  expect(await deliver(request, { id, body: {}, secret: 'vts_wrong' })).toBe(401);
  expect(await deliver(request, { id, body: {}, merchant: 'no-such-brand' })).toBe(401);

  await signInAs(page, 'brand@glow.test');
  await page.goto('/brand/glow-lab/settings');
  await page.getByRole('link', { name: 'View deliveries' }).click();
  await page.getByLabel('Order number or delivery ID').fill(id);
  const rows = page.getByRole('table', { name: 'Deliveries, newest first' }).getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1)).toContainText('Invalid data');
  await expect(rows.nth(2)).toContainText('Repeated');
  await expect(rows.nth(3)).toContainText('Order saved');
  await expectNoSidewaysScroll(page);
  await rows.nth(1).getByRole('link', { name: 'Order paid' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('A field is missing or invalid: currency.');
  await expect(sheet).toContainText(`${id}-2`);
  await expect(sheet).not.toContainText('robin@shopper.test');
  await expect(sheet.locator('mark')).toContainText('"currency": 7');
  await sheet.getByRole('button', { name: 'Fix by hand' }).click();
  await sheet.getByLabel('Currency', { exact: true }).fill('USD');
  await sheet.getByLabel('Price of one').fill('48.00');
  await sheet.getByLabel('Reason').fill('The shop sent no currency');
  await expectNoSidewaysScroll(page);
  await sheet.getByRole('button', { name: 'Save fix' }).click();
  await expect(sheet).toContainText('Fixed by');
  await expect(sheet).toContainText('The shop sent no currency');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await rows.nth(3).getByRole('link', { name: 'Order paid' }).click();
  await sheet.getByRole('link', { name: 'View decision' }).click();
  await expect(page.getByRole('dialog', { name: `Order ${orderId}` })).toContainText(
    'Your shop reported the order without a click',
  );

  await page.goto('/brand/glow-lab/settings/deliveries?outcome=signature_invalid');
  await expect(page.getByRole('button', { name: 'Dismiss all' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Replay all' })).toBeHidden();
  await page
    .getByRole('link', { name: /deliver/ })
    .first()
    .click();
  await expect(sheet).toContainText('its signature doesn’t match');

  await signInAs(page, 'operator@vitrine.test');
  await page.goto('/operator/users');
  await page.getByRole('link', { name: 'Deliveries' }).click();
  await page.getByRole('combobox', { name: 'Brand' }).selectOption('Glow Lab');
  await page.getByLabel('Order number or delivery ID').fill(String(orderId));
  await expect(rows).toHaveCount(3);
  await rows.nth(2).getByRole('link', { name: 'Order paid' }).click();
  await sheet.getByRole('button', { name: 'View decision' }).click();
  await expect(sheet).toContainText('Decision, as the brand sees it');
  await expect(sheet).toContainText('How it was decided');
  await page.goto('/operator/deliveries?outcome=unknown_brand');
  await page
    .getByRole('link', { name: /deliver/ })
    .first()
    .click();
  await expect(sheet).toContainText('no brand has the address that was called');
  expect(faults).toEqual([]);
});
