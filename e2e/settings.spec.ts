import { expect, type Page, test } from '@playwright/test';
import { openNewBrand } from './brands.ts';
import { openSession } from './calls.ts';
import { mailedLink } from './mails.ts';
import { newcomer, ownPassword } from './newcomers.ts';
import { signInAlone, signInAsNewcomer, signInWith } from './people.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { watchForFaults } from './soundness.ts';

/** Opens the settings of a new user, because no other journey may see the changes. */
async function open(page: Page, fragment = '') {
  const person = await signInAsNewcomer(page);
  await page.goto(`/settings${fragment}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Account Settings' })).toBeVisible();
  return person;
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a new name is saved, and another open tab shows it without a reload (§92)', async ({ page, context }) => {
  await open(page);
  const other = await context.newPage();
  await other.goto('/settings');
  const name = 'Noor of Lyon';
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Name saved.')).toBeVisible();
  await expect(other.getByLabel('Name', { exact: true })).toHaveValue(name);
});

test('language, theme and time zone apply at once and stay (S14, S27)', async ({ page }) => {
  const faults = watchForFaults(page);
  await open(page, '#preferences');
  const look = page.getByRole('main');
  await look.getByText('Dark').click();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await look.getByText('Español').click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByRole('heading', { level: 1, name: 'Ajustes de la cuenta' })).toBeVisible();
  await look.getByText('English').click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await page.reload();
  await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Tokyo');
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await page.getByLabel('Time zone').selectOption('Europe/Paris');
  await look.getByText('Match device').click();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light dark');
  await expectNoSidewaysScroll(page);
  expect(faults).toEqual([]);
});

test('of two languages chosen quickly the later one applies, however late the earlier one’s texts load (S14)', async ({
  page,
}) => {
  await open(page, '#preferences');
  const language = page.getByRole('group', { name: 'Language' });
  const texts: string[] = [];
  const released = Promise.withResolvers<void>();
  await page.route('**/app-assets/*.js', async (route) => {
    texts.push(route.request().url());
    await released.promise;
    await route.continue();
  });
  await language.getByText('Español').click();
  await expect(language.getByLabel('Español')).toBeChecked();
  await expect.poll(() => texts.length).toBeGreaterThan(0);
  await language.getByText('English').click();
  await expect(language.getByLabel('English')).toBeChecked();
  released.resolve();
  await page.evaluate(async (addresses) => {
    await Promise.all(addresses.map((address) => import(address)));
    await new Promise(requestAnimationFrame);
  }, texts);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('a user without a password gets a link by email and sets one (S14, S26)', async ({ page }) => {
  const { email } = await open(page, '#sign-in');
  await page.getByRole('button', { name: 'Change email' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Get a link by email' }).click();
  await expect(sheet.getByRole('status')).toContainText(`We sent a link to ${email}`);
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeAttached();
  await page.goto(await mailedLink(email, 'password_reset'));
  await page.getByLabel('New password', { exact: true }).fill('seven grey herons');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Password changed')).toBeVisible();
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
});

test('an invalid handle is marked at its field and keeps what was typed (S14)', async ({ page }) => {
  await open(page);
  const handle = page.getByLabel('Handle');
  await handle.fill('no spaces please');
  await page.getByRole('button', { name: 'Change handle' }).click();
  await expect(page.getByText('Please use 2 to 30 characters')).toBeVisible();
  await handle.fill('ava');
  await page.getByRole('button', { name: 'Change handle' }).click();
  await expect(page.getByText('That handle is taken or reserved.')).toBeVisible();
  await expect(handle).toHaveValue('ava');
});

test('a new picture is cropped to the chosen part, and shown everywhere at once (S14, S27)', async ({ page }) => {
  await open(page);
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  await page.getByLabel('Picture file').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png });
  const sheet = page.getByRole('dialog', { name: 'Crop your photo' });
  await expect(sheet.getByLabel('Zoom')).toBeVisible();
  await sheet.getByRole('button', { name: 'Use this photo' }).click();
  await expect(page.getByText('Picture saved. It’s live.')).toBeVisible({ timeout: 30_000 });
  await expect(part(page, 'Profile').locator('img')).toHaveAttribute('src', /\/media\/p\/[\w-]{22}\.webp$/);
  await page
    .getByLabel('Picture file')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no') });
  await expect(page.getByText('We can’t read this file as a picture.')).toBeVisible();
});

test('another device is listed and logged out from here, and the security log shows it (S27)', async ({
  page,
  browser,
  baseURL,
}) => {
  const phone = await browser.newContext({
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) Version/19.1 Mobile/15E148 Safari/604.1',
    ...(baseURL ? { baseURL } : {}),
  });
  const { email } = await signInAsNewcomer(page);
  const there = await phone.newPage();
  await signInAlone(there, email, ownPassword);
  await there.goto('/');
  await page.goto('/settings#sessions');
  const devices = part(page, 'Devices');
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeFocused();
  await expect(devices.getByText('This device')).toHaveCount(1);
  await devices.getByRole('button', { name: 'Log out Safari on iPhone' }).click();
  await expect(there).toHaveURL(/\/login$/);
  await expect(devices.getByRole('button', { name: 'Log out Safari on iPhone' })).toHaveCount(0);
  await expect(part(page, 'Security log').getByText('A device was logged out').first()).toBeVisible();
  await phone.close();
});

test('changing the email or password asks for the password; a used link says so (S27)', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Change email' }).click();
  const sheet = page.getByRole('dialog', { name: 'Change your email' });
  const address = `new-${newcomer().email}`;
  await sheet.getByLabel('New email').fill(address);
  await sheet.getByLabel('Your password').fill('wrong');
  await sheet.getByRole('button', { name: 'Send confirmation link' }).click();
  await expect(sheet.getByText('That’s not your password.')).toBeVisible();
  await expect(sheet.getByLabel('New email')).toHaveValue(address);
  await sheet.getByLabel('Your password').fill(ownPassword);
  await sheet.getByRole('button', { name: 'Send confirmation link' }).click();
  await expect(page.getByText(`To confirm ${address}`)).toBeVisible();
  await page.getByRole('button', { name: 'Keep current email' }).click();
  await expect(page.getByText(`To confirm ${address}`)).toHaveCount(0);
  await page.goto('/settings#confirm-email=vte_used');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('has been used or has expired');
});

test('brand staff reach their account from the menu, change their email and password, and log out other devices (S27)', async ({
  page,
  request,
}) => {
  const faults = watchForFaults(page);
  const brand = await openNewBrand(request);
  await signInWith(page, brand.token);
  await page.goto(`/brand/${brand.slug}/orders`);
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeAttached();
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  if (await menu.isVisible()) {
    await menu.click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Your account' }).click();
  } else {
    await page.getByRole('button', { name: /User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Your account' }).click();
  }
  await expect(page).toHaveURL(/\/staff\/account$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeAttached();
  // The console around it is still that of the brand.
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' })).toHaveAttribute(
    'href',
    `/brand/${brand.slug}/orders`,
  );
  for (const name of ['Social accounts', 'Payout method']) await expect(part(page, name)).toHaveCount(0);

  const address = `new-${newcomer().email}`;
  await page.getByRole('button', { name: 'Change email' }).click();
  const sheet = page.getByRole('dialog', { name: 'Change your email' });
  await sheet.getByLabel('New email').fill(address);
  await sheet.getByLabel('Your password').fill(ownPassword);
  await sheet.getByRole('button', { name: 'Send confirmation link' }).click();
  await expect(page.getByText(`To confirm ${address}`)).toBeVisible();
  // The link in the email names the creators' settings, for every user.
  const link = await mailedLink(address, 'email_change');
  expect(new URL(link).pathname).toBe('/settings');
  await page.goto(link);
  await expect(page).toHaveURL(/\/staff\/account#confirm-email=/);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText(`From now on, log in with ${address}.`)).toBeVisible();
  await expect(page).toHaveURL(/\/staff\/account#sign-in$/);

  await page.getByRole('button', { name: 'Change password' }).click();
  const passwords = page.getByRole('dialog', { name: 'Change your password' });
  await passwords.getByLabel('Your password').fill(ownPassword);
  await passwords.getByLabel('New password').fill('nine tall lamps');
  await passwords.getByRole('button', { name: 'Change password' }).click();
  await expect(part(page, 'Security log').getByText('Password changed').first()).toBeVisible();
  expect(await openSession(request, { email: address, password: 'nine tall lamps' })).toMatch(/^vtp_/);
  expect(faults).toEqual([]);
});

test('notifications turn off and stay off; all data can be downloaded as one file (S27)', async ({ page }) => {
  await open(page, '#notifications');
  const payouts = page.getByRole('switch', { name: 'Payouts' });
  const sales = page.getByRole('combobox', { name: 'Sales by email' });
  await expect(sales).toHaveValue('daily');
  await payouts.uncheck();
  await expect(payouts).not.toBeChecked();
  await sales.selectOption('At once');
  await expect(sales).toHaveValue('now');
  await page.reload();
  await expect(payouts).not.toBeChecked();
  await expect(sales).toHaveValue('now');
  await sales.selectOption('Once a day');
  await payouts.check();
  await expect(payouts).toBeChecked();
  await page.getByRole('button', { name: 'Download your data' }).click();
  const sheet = page.getByRole('dialog', { name: 'Download your data' });
  await sheet.getByLabel('Your password').fill(ownPassword);
  const saving = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Download file' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^vitrine-\w+-\d{4}-\d{2}-\d{2}\.zip$/);
});

test('bank details can also be changed in the settings, after confirming the password (S27)', async ({ page }) => {
  await open(page, '#payouts');
  const method = part(page, 'Payout method');
  await expect(method.getByText('No bank details yet')).toBeVisible();
  await method.getByRole('button', { name: 'Add bank details' }).click();
  const sheet = page.getByRole('dialog', { name: 'Bank details' });
  await sheet.getByLabel('Bank country').selectOption('FR');
  await sheet.getByLabel('IBAN').fill('FR76 3000 6000 0112 3456 7890 189');
  await sheet.getByLabel('Your password').fill('not this one');
  await sheet.getByRole('button', { name: 'Save bank details' }).click();
  await expect(sheet.getByText('That’s not your password.')).toBeVisible();
  await sheet.getByLabel('Your password').fill(ownPassword);
  await sheet.getByRole('button', { name: 'Save bank details' }).click();
  await expect(method.getByText('•••• 0189')).toBeVisible();
});

test('a password that is easy to guess is refused at its field, and a better one is accepted (S27)', async ({
  page,
}) => {
  await open(page, '#sign-in');
  await page.getByRole('button', { name: 'Change password' }).click();
  const sheet = page.getByRole('dialog', { name: 'Change your password' });
  await sheet.getByLabel('Your password').fill(ownPassword);
  await sheet.getByLabel('New password').fill('Password1234');
  await sheet.getByRole('button', { name: 'Change password' }).click();
  await expect(sheet.getByText('isn’t easy to guess')).toBeVisible();
  await sheet.getByLabel('New password').fill('four loud open doors');
  await sheet.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed. All your other devices')).toBeVisible();
});

test('Google is connected after the password is confirmed, and disconnected again (S26, S27)', async ({ page }) => {
  await open(page, '#sign-in');
  const signInPart = part(page, 'Sign-in methods');
  await signInPart.getByRole('button', { name: 'Connect Google' }).click();
  const sheet = page.getByRole('dialog', { name: 'Connect Google' });
  await sheet.getByLabel('Your password').fill(ownPassword);
  await sheet.getByRole('button', { name: 'Continue to Google' }).click();
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  await page.getByLabel('Email').fill(`g${Date.now().toString(36)}@mail.test`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Google is connected.')).toBeVisible();
  await expect(page).toHaveURL(/\/settings#sign-in$/);
  await expect(signInPart.getByText('Connected since')).toBeVisible();
  await expect(part(page, 'Security log').getByText('Google connected')).toBeVisible();
  await signInPart.getByRole('button', { name: 'Disconnect Google' }).click();
  const leaving = page.getByRole('dialog', { name: 'Disconnect Google?' });
  await leaving.getByLabel('Your password').fill(ownPassword);
  await leaving.getByRole('button', { name: 'Disconnect' }).click();
  await expect(signInPart.getByText('Not connected')).toBeVisible();
});
