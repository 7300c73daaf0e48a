import { createHmac, randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, test } from '@playwright/test';
import { openNewBrand } from './brands.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { signInWith } from './people.ts';
import { watchForFaults } from './soundness.ts';

/** Sends a paid order to an address like Shopify, signed with a secret. Returns the status of the answer. */
async function deliver(request: APIRequestContext, address: string, secret: string): Promise<number> {
  const data = JSON.stringify({
    id: Math.floor(Math.random() * 1e12),
    currency: 'USD',
    processed_at: new Date().toISOString(),
    line_items: [{ id: 1, sku: 'W-1', title: 'Dew Serum', quantity: 1, price: '48.00' }],
  });
  const answer = await request.post(address, {
    data,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': 'orders/paid',
      'x-shopify-webhook-id': randomUUID(),
      'x-shopify-hmac-sha256': createHmac('sha256', secret).update(data).digest('base64'),
    },
  });
  return answer.status();
}

test('the owner of a new brand connects Shopify from the console alone, replaces the secret and disconnects @both', async ({
  page,
  request,
}) => {
  const faults = watchForFaults(page);
  const brand = await openNewBrand(request);
  await signInWith(page, brand.token);
  await page.goto(`/brand/${brand.slug}`);
  await page.getByRole('link', { name: 'Connect your shop' }).click();
  const status = page.getByRole('region', { name: 'Status' });
  await expect(status).toContainText('Not connected yet');
  await expectNoSidewaysScroll(page);
  await page.getByText('Create the webhooks by hand').click();
  const address = await page.getByText('/api/v1/integrations/shopify/').first().innerText();

  const secret = `shop-${randomUUID()}`;
  await page.getByLabel('Secret', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Save secret' }).click();
  await expect(page.getByText('must have 8 to 200 characters')).toBeVisible();
  await page.getByLabel('Secret', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Save secret' }).click();
  await expect(status).toContainText('Waiting for the first webhook');
  await expect(page.getByText(`The secret that ends with …${secret.slice(-4)} is saved.`)).toBeVisible();
  await expectNoSidewaysScroll(page);

  expect(await deliver(request, address, 'another-secret')).toBe(401);
  await expect(status).toContainText('1 webhook with a wrong signature');
  expect(await deliver(request, address, secret)).toBe(200);
  await expect(status).toContainText('Connected, last webhook received');
  await expect(status).toContainText('Order paid');
  await expect(status).toContainText('Order saved');
  await expect(status).toContainText('Webhooks since then have the right signature.');
  await page.getByText('Show the steps').click();
  await page.getByText('Create the webhooks by hand').click();
  await expect(page.getByText('Send test')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Guide to Shopify' })).toHaveAttribute('href', '/docs/shopify');

  const newer = `shop-${randomUUID()}`;
  await page.getByText('Replace the secret').click();
  await page.getByLabel('Secret', { exact: true }).fill(newer);
  await page.getByRole('button', { name: 'Replace secret' }).click();
  const secrets = page.getByRole('table', { name: 'Secrets' }).getByRole('row');
  await expect(secrets.filter({ hasText: `…${newer.slice(-4)}` })).toBeVisible();
  await expectNoSidewaysScroll(page);
  expect([await deliver(request, address, secret), await deliver(request, address, newer)]).toEqual([200, 200]);
  await page.getByRole('button', { name: `Revoke the secret …${secret.slice(-4)}` }).click();
  await page.getByRole('button', { name: 'Revoke for good' }).click();
  await expect(secrets.filter({ hasText: `…${secret.slice(-4)}` })).toBeHidden();
  expect([await deliver(request, address, secret), await deliver(request, address, newer)]).toEqual([401, 200]);

  await page.getByRole('button', { name: 'Disconnect Shopify' }).click();
  await page.getByRole('button', { name: 'Disconnect now' }).click();
  await expect(status).toContainText('Disconnected');
  expect(await deliver(request, address, newer)).toBe(401);
  expect(faults).toEqual([]);
});

test('a brand that connects its own code sees its first order arrive', async ({ page, request }) => {
  const brand = await openNewBrand(request);
  await signInWith(page, brand.token);
  await page.goto(`/brand/${brand.slug}/settings/shop`);
  await page.getByText('Own code').click();
  const status = page.getByRole('region', { name: 'Status' });
  await expect(status).toContainText('No orders in the last 30 days');
  const { data: made } = await brand.call('post', `/brand/${brand.slug}/api-keys`, {
    name: 'Shop',
    scopes: ['orders:write'],
  });
  // The request as the page shows it, with the brand's key.
  const setUp = page.getByRole('region', { name: 'Connect with your own code' });
  const text = await setUp.getByText('curl ').innerText();
  const [, url = '', body = ''] = /curl (\S+) [\s\S]*-d '(.*)'$/.exec(text) ?? [];
  const answer = await request.post(url, {
    data: JSON.parse(body),
    headers: { authorization: `Bearer ${String(made.key)}` },
  });
  expect(answer.status()).toBe(200);
  await expect(status).toContainText('Last order received');
  // Its order earned nobody anything, so the overview still says what is left to set up.
  await page.goto(`/brand/${brand.slug}`);
  await expect(page.getByRole('link', { name: 'Set your commission rates' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Last 30 days, including today' })).toBeVisible();
});

test('a brand tries its own code with a test order, and sees on the page what came of it @both', async ({
  page,
  request,
}) => {
  const faults = watchForFaults(page);
  const brand = await openNewBrand(request);
  await signInWith(page, brand.token);
  await page.goto(`/brand/${brand.slug}/settings/shop`);
  await page.getByText('Own code').click();
  const tryOut = page.getByRole('region', { name: 'Try it from click to refund' });
  const last = page.getByRole('region', { name: 'Last test order' });
  await expect(last).toContainText('No test order yet');
  await expectNoSidewaysScroll(page);
  const { data: made } = await brand.call('post', `/brand/${brand.slug}/api-keys`, {
    name: 'Trying out',
    scopes: ['orders:write'],
    is_test: true,
  });
  // The requests as the page shows them, with the brand's test key. One waits for the brand's currency.
  const requests = tryOut.getByText('curl ');
  await expect(requests).toHaveCount(2);
  for (const text of await requests.allInnerTexts()) {
    const [, url = '', body = ''] = /curl (\S+) [\s\S]*-d '(.*)'$/.exec(text) ?? [];
    const headers = { authorization: `Bearer ${String(made.key)}` };
    expect((await request.post(url, { data: JSON.parse(body), headers })).status()).toBe(200);
  }
  await expect(last).toContainText('Test order TEST-1, placed');
  await last.getByRole('link', { name: 'View test order' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('It moves no money and isn’t part of your figures.');
  await expect(sheet).toContainText('$48.00');
  expect(faults).toEqual([]);
});

test('a brand sees what an example file brings before it uploads its own', async ({ page, request }) => {
  const brand = await openNewBrand(request);
  await signInWith(page, brand.token);
  await page.goto(`/brand/${brand.slug}/settings/shop`);
  await page.getByText('File', { exact: true }).click();
  await page.getByRole('button', { name: 'View what the example brings' }).click();
  const rows = page.getByRole('table', { name: 'Orders of the file' }).getByRole('row');
  await expect(rows.filter({ hasText: '1001' })).toContainText('$108.50');
  await expect(page.getByText('It can’t be imported')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import/ })).toBeHidden();
});

test('a brand uploads its orders as a file, with columns that it assigns itself @both', async ({ page, request }) => {
  const faults = watchForFaults(page);
  const brand = await openNewBrand(request);
  await signInWith(page, brand.token);
  await page.goto(`/brand/${brand.slug}/settings/shop`);
  await page.getByText('File', { exact: true }).click();
  const choose = (csv: string) =>
    page.getByLabel('CSV file with orders').setInputFiles({
      name: 'orders.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv),
    });
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await choose('PK\u0003\u0004');
  await expect(page.getByRole('alert')).toContainText('This is an Excel workbook. Save it as CSV');
  await choose(`Nummer;Datum;Summe\nB-1;${day} 10:00;22,00\nB-2;gestern;10,00`);
  await expect(page.getByRole('alert')).toContainText('Order number, Time of the order, Price of the line');
  await page.getByLabel('Order number').selectOption('Nummer');
  await page.getByLabel('Time of the order').selectOption('Datum');
  await page.getByLabel('Price of the line').selectOption('Summe');
  const rows = page.getByRole('table', { name: 'Orders of the file' }).getByRole('row');
  await expect(rows.filter({ hasText: 'B-2' })).toContainText('Row 3: Time of the order “gestern” must be a time like');
  await expect(rows.filter({ hasText: 'B-1' })).toContainText('$22.00');
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Import 1 order' }).click();
  await expect(page.getByText('1 order imported.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('Last order received');
  await choose(`order_id,placed_at,line_total\nB-1,${day} 10:00,22.00`);
  await expect(rows.filter({ hasText: 'B-1' })).toContainText('Already imported');
  await expectNoSidewaysScroll(page);
  expect(faults).toEqual([]);
});
