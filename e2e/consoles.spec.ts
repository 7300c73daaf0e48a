import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectNoSidewaysScroll, expectSound, glowLabKey, password, shopCall, usd, watchForFaults } from './people.ts';

async function signInAt(page: Page, email: string, home: RegExp): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(home);
}

/** On a phone the deeds of the frame are in a drawer; on a desk they stand beside the pages. */
async function logOut(page: Page, isPhone: boolean): Promise<void> {
  if (isPhone) await page.getByRole('button', { name: /^(Menu|User menu)$/ }).click();
  else await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
}

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

/** Gives the open sheet a file. */
async function chooseCsv(sheet: Locator, rows: readonly string[]): Promise<void> {
  const buffer = Buffer.from(rows.join('\n'));
  await sheet.locator('input[type=file]').setInputFiles({ name: 'catalog.csv', mimeType: 'text/csv', buffer });
}

test('a brand sees what an import would change, imports it, and undoes it (S27)', async ({ page }, { project }) => {
  const faults = watchForFaults(page);
  await signInAt(page, 'brand@glow.test', /\/brand\/glow-lab$/);
  await page.goto('/brand/glow-lab/catalogue');
  await page.getByRole('button', { name: 'Import products' }).click();
  const sheet = page.getByRole('dialog', { name: 'Import products' });
  const [sku, name] = [`E2E-${project.name}-${Date.now()}`, `Balm of ${project.name} ${Date.now()}`];
  const search = page.getByLabel('Search by name, SKU or category');
  const product = page.getByRole('link', { name });

  await chooseCsv(sheet, [
    'sku,title,url,price,category,image',
    `${sku},${name},https://shop.glowlab.example/balm,48.00,Care,/media/demo/glow-lab-dew-serum.webp`,
    'BAD-1,,https://shop.glowlab.example/x,12.00,,',
    'BAD-2,Elsewhere,https://shop.glowlab.example/x,1.350,,',
  ]);
  await expect(sheet.getByRole('heading', { name: 'Fix 2 rows' })).toBeVisible();
  await expect(sheet).toContainText('“1.350” is ambiguous; write 1350.00 or 1.35');
  await expect(sheet).toContainText('Nothing is saved yet.');
  await expectSound(page, 'preview');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await search.fill(sku);
  await expect(page.getByRole('heading', { name: /Nothing found/ })).toBeVisible();

  await page.getByRole('button', { name: 'Import products' }).click();
  await chooseCsv(sheet, [
    'sku,title,url,price,category,image',
    `${sku},${name},https://shop.glowlab.example/balm,48.00,Care,/media/demo/glow-lab-dew-serum.webp`,
  ]);
  await sheet.getByRole('button', { name: 'Import 1 product' }).click();
  await expect(sheet.getByRole('heading', { name: 'Import finished' })).toBeVisible();

  await chooseCsv(sheet, ['sku,title,url,price,category', `${sku},${name},https://shop.glowlab.example/balm,52.00,`]);
  await expect(sheet.getByRole('listitem').filter({ hasText: /^Price/ })).toContainText('$48.00');
  await sheet.getByRole('checkbox', { name: 'Clear “Category” of 1 product' }).check();
  await expect(sheet.getByRole('listitem').filter({ hasText: /^Category/ })).toContainText('Care');
  await expectSound(page, 'changes');
  await sheet.getByRole('button', { name: 'Import 1 product' }).click();
  await expect(sheet.getByRole('heading', { name: 'Import finished' })).toBeVisible();
  await sheet.getByRole('button', { name: 'View catalog' }).click();
  const row = page.getByRole('row').filter({ hasText: sku });
  await expect(row).toContainText('$52.00');

  await page.getByRole('button', { name: 'Recent imports' }).click();
  const history = page.getByRole('dialog', { name: 'Recent imports' });
  const newest = history.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Undo import/ }) });
  await expect(newest.first()).toContainText('CSV file, by Mira Castell');
  await newest
    .first()
    .getByRole('button', { name: /^Undo import/ })
    .click();
  await expect(history).toContainText('1 product has its old values back.');
  await expectSound(page, 'recent imports');
  await history.getByRole('button', { name: 'Close' }).click();
  await expect(row).toContainText('$48.00');
  await expect(product).toBeVisible();
  await page.getByRole('button', { name: `Take ${name} out of the catalogue` }).click();
  await expect(page.getByRole('heading', { name: /Nothing found/ })).toBeVisible();
  await page.getByRole('button', { name: 'Put it back' }).click();
  await expect(product).toBeVisible();
  expect(faults).toEqual([]);
});

test('a brand looks into a decision and refunds a piece, and the creator sees it reversed (S27)', async ({
  page,
  browser,
  request,
  baseURL,
}, { project }) => {
  const faults = watchForFaults(page);
  const orderId = `DESK-${project.name}-${Date.now()}`;
  await shopCall(request, '/orders', {
    order_id: orderId,
    currency: 'USD',
    placed_at: new Date().toISOString(),
    discount_codes: ['AVA10'],
    lines: [{ line_id: '1', sku: 'ELSE', title: `Soap of ${orderId}`, quantity: 2, unit_price: usd(2000) }],
  });
  const context = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    ...(page.viewportSize() ? { viewport: page.viewportSize() } : {}),
  });
  const creator = await context.newPage();
  await signInAt(creator, 'ava@creators.test', /\/$/);
  await creator.goto('/earnings');
  const row = creator.getByRole('link', { name: new RegExp(`Soap of ${orderId}`) });
  await expect(row).toContainText('$6.00');

  await signInAt(page, 'brand@glow.test', /\/brand\/glow-lab$/);
  await page.goto('/brand/glow-lab/orders');
  await page.getByLabel('Order number').fill(orderId);
  await page.getByRole('link', { name: orderId }).click();
  const sheet = page.getByRole('dialog', { name: `Order ${orderId}` });
  await expect(sheet).toContainText('brought by @ava. The creator earns $6.00');
  await expect(sheet).toContainText('The code AVA10 of @ava');
  await sheet.getByText('Enter a refund').click();
  await sheet.getByLabel('or an amount in USD').fill('99');
  await sheet.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(sheet).toContainText('must not be above 4000');
  await sheet.getByLabel('Pieces of 2').fill('1');
  await sheet.getByRole('button', { name: 'Refund', exact: true }).click();
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
  await signInAt(creator, 'ava@creators.test', /\/$/);
  await creator.goto(`/earnings?order=${orderId}&merchant=maison-clair`);
  const why = creator.getByRole('dialog', { name: 'Why this amount?' });
  await expect(why).toContainText('We’re checking this order. If the brand doesn’t decide by');

  await signInAt(page, 'brand@maison.test', /\/brand\/maison-clair$/);
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

test('an operator sees what a creator sees, changes nothing, and is themself again (S04, S22)', async ({ page }, {
  project,
}) => {
  const faults = watchForFaults(page);
  await signInAt(page, 'operator@vitrine.test', /\/operator\/users/);
  await page.getByLabel('Name, handle, e-mail or uid').fill('@ava');
  await page.getByRole('link', { name: 'Ava Lindqvist' }).click();
  const sheet = page.getByRole('dialog', { name: 'Ava Lindqvist' });
  await sheet.getByRole('button', { name: 'Log in as Ava Lindqvist' }).click();
  await expect(sheet).toContainText('Please say in a few words why.');
  const own = await stored(page, 'token');
  await sheet.getByLabel('Why').fill('She asked why an order is missing');
  await sheet.getByRole('button', { name: 'Log in as Ava Lindqvist' }).click();

  await expect(page.getByRole('heading', { name: 'Overview' })).toBeAttached();
  await expect(page).toHaveURL(/\/$/);
  const theirs = await stored(page, 'token');
  expect([await stored(page, 'original_token'), theirs === own]).toEqual([own, false]);
  const answer = await page.request.patch('/api/v1/merchant-accounts/any/links/any', {
    headers: { authorization: `Bearer ${theirs}` },
    data: { title: 'changed' },
  });
  expect([answer.status(), (await answer.json()).code]).toEqual([403, 'view_only']);

  await logOut(page, project.name === 'phone');
  await expect(page).toHaveURL(/\/operator\/users/);
  await expect(page.getByRole('heading', { name: 'Users' })).toBeAttached();
  expect([await stored(page, 'token'), await stored(page, 'original_token')]).toEqual([own, null]);
  const dead = await page.request.get('/api/v1/me', { headers: { authorization: `Bearer ${theirs}` } });
  expect(dead.status()).toBe(401);
  await page.goto('/operator/audit?person=%40ava&action=impersonation.started');
  await expect(page.getByRole('cell', { name: /She asked why an order is missing/ }).first()).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Unbroken up to' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  expect(faults).toEqual([]);
});

test('the address of a grant shows one and the same page to whoever comes by (S22)', async ({ page }) => {
  for (const path of ['/login-as/somebody', '/login-as/somebody#vtg_made-up']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Nothing to see here' })).toBeVisible();
  }
  await signInAt(page, 'noor@creators.test', /\/$/);
  const own = await stored(page, 'token');
  await page.goto('/login-as/somebody#vtg_made-up');
  await expect(page.getByRole('heading', { name: 'Nothing to see here' })).toBeVisible();
  expect([await stored(page, 'token'), await stored(page, 'original_token')]).toEqual([own, null]);
  await page.getByRole('link', { name: 'Go to Vitrine' }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeAttached();
});

test('an operator opens a brand, and reads the mail to its owner (S27)', async ({ page }, { project }) => {
  const faults = watchForFaults(page);
  await signInAt(page, 'operator@vitrine.test', /\/operator\/users/);
  await page.goto('/operator/brands');
  await page.getByRole('button', { name: 'Open a brand' }).click();
  const sheet = page.getByRole('dialog', { name: 'Open a brand' });
  const brand = `Tidal ${project.name}`;
  await sheet.getByLabel('Name of the brand').fill(brand);
  await sheet.getByLabel('Address of its shop').fill('tidal.example');
  await sheet.getByLabel('Name of its owner').fill('Ines Maro');
  await sheet.getByLabel('E-mail of its owner').fill('ava@creators.test');
  await sheet.getByRole('button', { name: 'Open the brand' }).click();
  await expect(sheet).toContainText('Please write a whole address, like https://shop.example.');
  await sheet.getByLabel('Address of its shop').fill('https://tidal.example');
  await sheet.getByRole('button', { name: 'Open the brand' }).click();
  await expect(sheet).toContainText('does not work for a brand');
  await sheet.getByLabel('E-mail of its owner').fill(`ines@${project.name}.test`);
  await sheet.getByRole('button', { name: 'Open the brand' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('table')).toContainText(brand);

  await page.goto('/operator/mails');
  await page.getByLabel('Recipient').fill(`ines@${project.name}`);
  await page.getByRole('link', { name: `${brand} is open on Vitrine` }).click();
  const mail = page.getByRole('dialog');
  await expect(mail).toContainText('/reset-password#hidden');
  await mail.getByLabel('Reason for handing it over').fill('Her mailbox is not reachable yet');
  await mail.getByLabel('Your password').fill(password);
  await mail.getByRole('button', { name: 'Get link' }).click();
  await expect(mail.getByRole('status')).toContainText(/\/reset-password#vtr_[\w-]{43}/);
  await mail.getByText('As it looks').click();
  await expect(mail.frameLocator('iframe').getByRole('heading', { name: `${brand} is open` })).toBeVisible();
  await expectNoSidewaysScroll(page);
  expect(faults).toEqual([]);
});

test('what came of a deed is told although its sheet was closed before the answer came (S27)', async ({ page }, {
  project,
}) => {
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/v1/operator/brands', async (route) => {
    if (route.request().method() === 'POST') await answered.promise;
    await route.continue();
  });
  await signInAt(page, 'operator@vitrine.test', /\/operator\/users/);
  await page.goto('/operator/brands');
  await page.getByRole('button', { name: 'Open a brand' }).click();
  const sheet = page.getByRole('dialog', { name: 'Open a brand' });
  const brand = `Salt ${project.name}`;
  await sheet.getByLabel('Name of the brand').fill(brand);
  await sheet.getByLabel('Address of its shop').fill('https://salt.example');
  await sheet.getByLabel('Name of its owner').fill('Odile Renn');
  await sheet.getByLabel('E-mail of its owner').fill(`odile@${project.name}.test`);
  await sheet.getByRole('button', { name: 'Open the brand' }).click();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
  answered.resolve();
  await expect(page.getByText(`${brand} is open, and its owner has a mail.`)).toBeVisible();
});

test('a key of the shop is shown once, and opens nothing after it is revoked (S27)', async ({ page, request }, {
  project,
}) => {
  await signInAt(page, 'brand@glow.test', /\/brand\/glow-lab$/);
  await page.goto('/brand/glow-lab/settings');
  const name = `Till of ${project.name}`;
  await page.getByLabel('Name of a new key').fill(name);
  await page.getByRole('button', { name: 'Make a key' }).click();
  const key = (await page.getByText(/^vtk_\S{43}$/).innerText()).trim();
  expect(key).not.toBe(glowLabKey);
  const ask = () => request.get('/api/v1/orders/none/explain', { headers: { authorization: `Bearer ${key}` } });
  expect((await ask()).status()).toBe(404);
  await page.getByRole('button', { name: `Revoke ${name}` }).click();
  await page.getByRole('button', { name: 'Revoke for good' }).click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Revoked on');
  expect((await ask()).status()).toBe(401);
});

// Once: two windows of one person would change each other's look.
test('a member of staff chooses the language and look of their console, at once and for good (S27)', {
  tag: '@desktop',
}, async ({ page }) => {
  await signInAt(page, 'brand@maison.test', /\/brand\/maison-clair$/);
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('button', { name: 'Language and look' }).click();
  const drawer = page.getByRole('dialog', { name: 'Language and look' });
  const html = page.locator('html');
  await drawer.getByText('Dark').click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await drawer.getByText('Español').click();
  const translated = page.getByRole('dialog', { name: 'Idioma y aspecto' });
  await expect(translated.getByRole('radio', { name: 'Español' })).toBeChecked();
  await page.reload();
  await expect(html).toHaveAttribute('lang', 'es');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: /Menú de usuario/ }).click();
  await page.getByRole('button', { name: 'Idioma y aspecto' }).click();
  await translated.getByText('Como el dispositivo').click();
  await expect(html).not.toHaveAttribute('data-theme');
  await translated.getByText('English').click();
  await expect(drawer.getByRole('radio', { name: 'English' })).toBeChecked();
});
