import { expect, type Page, test } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { openNewBrand } from './brands.ts';
import { confirmByHand } from './calls.ts';
import { fieldOf, ownPassword } from './newcomers.ts';
import { signInAs, signInWith } from './people.ts';
import { expectSound, watchForFaults } from './soundness.ts';

/** The code that an app shows; one of the next period is accepted, too, and new after the current one was used. */
function codeOf(secret: string, periods = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + periods * 30_000 });
}

const signInMethods = (page: Page) => page.getByRole('region', { name: 'Sign-in methods' });

/** Turns two-factor login on; returns the app's secret and the recovery codes. */
async function turnOn(page: Page): Promise<{ secret: string; codes: string[] }> {
  await signInMethods(page).getByRole('button', { name: 'Turn on two-factor login' }).click();
  const confirm = page.getByRole('dialog', { name: 'Turn on two-factor login' });
  await confirm.getByLabel('Your password').fill(ownPassword);
  await confirm.getByRole('button', { name: 'Continue' }).click();
  const scan = page.getByRole('dialog', { name: 'Scan the code' });
  await expect(scan.getByAltText('QR code for your authenticator app')).toBeVisible();
  await expectSound(page, 'the QR code');
  const secret = (await scan.locator('code').innerText()).replaceAll(' ', '');
  await scan.getByLabel('Code from the app').fill('000000');
  await scan.getByRole('button', { name: 'Turn on' }).click();
  await expect(scan.getByText('That’s not the code the app shows now.')).toBeVisible();
  await scan.getByLabel('Code from the app').fill(codeOf(secret));
  await scan.getByRole('button', { name: 'Turn on' }).click();
  const save = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(save.getByRole('listitem')).toHaveCount(10);
  await expectSound(page, 'the recovery codes');
  const codes = await save.getByRole('listitem').allInnerTexts();
  await save.getByRole('button', { name: 'I’ve saved them' }).click();
  return { secret, codes };
}

async function givePassword(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await fieldOf(page, 'Email').fill(email);
  await fieldOf(page, 'Password').fill(ownPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Enter a code' })).toBeVisible();
}

async function giveCode(page: Page, code: string): Promise<void> {
  await fieldOf(page, 'Code').fill(code);
  await page.getByRole('button', { name: 'Log in' }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
}

test('brand staff turn on two-factor login, log in with a code, and use a recovery code once (S26, S27)', async ({
  page,
  request,
}) => {
  const faults = watchForFaults(page);
  const brand = await openNewBrand(request);
  const { data: user } = await brand.call('get', '/me');
  await signInWith(page, brand.token);
  await page.goto('/staff/account');
  const { secret, codes } = await turnOn(page);
  await expect(signInMethods(page)).toContainText('10 recovery codes left');
  await expect(page.getByRole('region', { name: 'Security log' })).toContainText('Two-factor login turned on');

  await logOut(page);
  await givePassword(page, String(user.email));
  await expectSound(page, 'the second step');
  await giveCode(page, '000000');
  await expect(page.getByText('That code is wrong or was already used.')).toBeVisible();
  await giveCode(page, codeOf(secret, 1));
  await expect(page).toHaveURL(new RegExp(`/brand/${brand.slug}$`));

  const [recovery = ''] = codes;
  await logOut(page);
  await givePassword(page, String(user.email));
  await giveCode(page, recovery);
  await expect(page).toHaveURL(new RegExp(`/brand/${brand.slug}$`));
  await page.goto('/staff/account');
  await expect(signInMethods(page)).toContainText('9 recovery codes left');

  await logOut(page);
  await givePassword(page, String(user.email));
  await giveCode(page, recovery);
  await expect(page.getByText('That code is wrong or was already used.')).toBeVisible();
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  expect(faults).toEqual([]);
});

test('an operator turns it off for a user who lost their codes, who then logs in with the password (S26, S27)', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const brand = await openNewBrand(request);
  const { data: user } = await brand.call('get', '/me');
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const staff = await context.newPage();
  await signInWith(staff, brand.token);
  await staff.goto('/staff/account');
  await turnOn(staff);

  await signInAs(page, 'operator@vitrine.test');
  await page.goto(`/operator/users?uid=${user.uid}`);
  const lost = page.getByRole('region', { name: 'Two-factor login' });
  await lost.getByLabel('Reason for turning it off').fill('Lost their phone, known by video call');
  await lost.getByLabel('Your password').fill('vitrine-demo');
  await lost.getByRole('button', { name: 'Turn off two-factor login' }).click();
  await expect(page.getByText('can log in without a code.')).toBeVisible();
  await expect(lost).toBeHidden();

  await expect(staff).toHaveURL(/\/login$/);
  await fieldOf(staff, 'Email').fill(String(user.email));
  await fieldOf(staff, 'Password').fill(ownPassword);
  await staff.getByRole('button', { name: 'Log in' }).click();
  await expect(staff.getByRole('region', { name: 'Security log' })).toContainText('known by video call');
});

test('an owner requires two-factor login for payouts, and ends that with a code', async ({ page, request }) => {
  const faults = watchForFaults(page);
  const brand = await openNewBrand(request);
  await signInWith(page, brand.token);
  await page.goto(`/brand/${brand.slug}/settings`);
  const demand = page.getByRole('switch', { name: 'Require two-factor login for payouts' });
  await demand.click();
  await expect(page.getByText('Turn on two-factor login first.')).toBeVisible();
  await expect(demand).not.toBeChecked();
  await page.goto('/staff/account');
  const { secret } = await turnOn(page);
  await page.goto(`/brand/${brand.slug}/settings`);
  const sheet = await confirmByHand(page);
  await demand.click();
  await sheet.getByLabel('Your password', { exact: true }).fill(ownPassword);
  await sheet.getByLabel('Code from your authenticator app').fill('000000');
  await sheet.getByRole('button', { name: 'Continue' }).click();
  await expect(sheet.getByText('That code is wrong or was already used.')).toBeVisible();
  await expectSound(page, 'a wrong code');
  await sheet.getByLabel('Code from your authenticator app').fill(codeOf(secret, 1));
  await sheet.getByRole('button', { name: 'Continue' }).click();
  await expect(sheet).toBeHidden();
  await expect(demand).toBeChecked();
  await expectSound(page, 'required');

  // What was just proven isn't asked again.
  await demand.click();
  await expect(demand).not.toBeChecked();
  expect(faults).toEqual([]);
});
