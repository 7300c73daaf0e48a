import { expect, type Page, test } from '@playwright/test';
import { openNewBrand } from './brands.ts';
import { confirmByHand } from './calls.ts';
import { fieldOf, ownPassword } from './newcomers.ts';
import { signInWith } from './people.ts';
import { expectSound, watchForFaults } from './soundness.ts';

// Passkeys belong to a host name, and the portal of the journeys is at an IP address of this machine.
const portal = `http://localhost:${process.env['E2E_PORT']}`;

/** A device of Chromium that has passkeys and confirms each at once. */
async function giveAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    credentials: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    forget: () => devtools.send('WebAuthn.clearCredentials', { authenticatorId }),
  };
}

const signInMethods = (page: Page) => page.getByRole('region', { name: 'Sign-in methods' });
const factors = (page: Page) => page.getByRole('list', { name: 'Second factors' });

async function giveOwnPassword(page: Page, dialog: string, button: string): Promise<void> {
  const sheet = page.getByRole('dialog', { name: dialog });
  await sheet.getByLabel('Your password').fill(ownPassword);
  await sheet.getByRole('button', { name: button, exact: true }).click();
}

/** Turns two-factor login on with a passkey; returns the recovery codes. */
async function turnOnWithPasskey(page: Page, name: string): Promise<string[]> {
  await signInMethods(page).getByRole('button', { name: 'Turn on two-factor login' }).click();
  const sheet = page.getByRole('dialog', { name: 'Turn on two-factor login' });
  await sheet.getByRole('radio', { name: 'Passkey' }).check();
  await sheet.getByLabel('Name of the passkey').fill(name);
  await expectSound(page, 'adding a passkey');
  await giveOwnPassword(page, 'Turn on two-factor login', 'Continue');
  const save = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(save.getByRole('listitem')).toHaveCount(10);
  const codes = await save.getByRole('listitem').allInnerTexts();
  await save.getByRole('button', { name: 'I’ve saved them' }).click();
  return codes;
}

async function givePassword(page: Page, email: string): Promise<void> {
  await page.goto(`${portal}/login`);
  await fieldOf(page, 'Email').fill(email);
  await fieldOf(page, 'Password').fill(ownPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
}

test('brand staff log in with a passkey, or without it with a recovery code, and manage several (S26, S27)', async ({
  page,
  request,
}) => {
  const faults = watchForFaults(page);
  const device = await giveAuthenticator(page);
  const brand = await openNewBrand(request);
  const { data: user } = await brand.call('get', '/me');
  await signInWith(page, brand.token, portal);
  await page.goto(`${portal}/staff/account`);
  const [recovery = '', another = ''] = await turnOnWithPasskey(page, 'Work laptop');
  expect(await device.credentials()).toHaveLength(1);
  await expect(factors(page)).toContainText('Work laptop');
  await expect(factors(page).getByRole('button', { name: /Remove/ })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Security log' })).toContainText('Passkey added');
  await expectSound(page, 'one passkey');

  await logOut(page);
  await givePassword(page, String(user.email));
  await expect(page.getByRole('heading', { level: 1, name: 'Use your passkey' })).toBeVisible();
  await expectSound(page, 'the second step with a passkey');
  await page.getByRole('button', { name: 'Use passkey' }).click();
  await expect(page).toHaveURL(new RegExp(`/brand/${brand.slug}$`));
  await page.goto(`${portal}/staff/account`);
  await expect(factors(page)).toContainText('last used');

  // The device no longer has it, so a recovery code is needed.
  await device.forget();
  await logOut(page);
  await givePassword(page, String(user.email));
  await page.getByRole('button', { name: 'Use passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('Your passkey wasn’t used');
  await page.getByRole('button', { name: 'Enter a recovery code instead' }).click();
  await fieldOf(page, 'Recovery code').fill(recovery);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(new RegExp(`/brand/${brand.slug}$`));

  await page.goto(`${portal}/staff/account`);
  await signInMethods(page).getByRole('button', { name: 'Add a passkey' }).click();
  await page
    .getByRole('dialog', { name: 'Add a passkey' })
    .getByRole('button', { name: 'Enter a code instead' })
    .click();
  await fieldOf(page, 'Code from your authenticator app').fill(another);
  await giveOwnPassword(page, 'Add a passkey', 'Continue');
  await expect(factors(page)).toContainText('Passkey 2');
  await factors(page).getByRole('button', { name: 'Rename Passkey 2' }).click();
  const rename = page.getByRole('dialog', { name: 'Rename passkey' });
  await rename.getByLabel('Name of the passkey').fill('Phone with a name that is as long as a name can be, no more');
  await rename.getByRole('button', { name: 'Save' }).click();
  await expect(rename).toBeHidden();
  await expectSound(page, 'two passkeys');
  await factors(page).getByRole('button', { name: 'Remove Work laptop' }).click();
  await giveOwnPassword(page, 'Remove Work laptop?', 'Remove');
  await expect(factors(page)).not.toContainText('Work laptop');
  await expect(factors(page).getByRole('listitem')).toHaveCount(1);
  expect(faults).toEqual([]);
});

test('an owner whose only second factor is a passkey requires it for payouts, and ends that with it', async ({
  page,
  request,
}) => {
  const faults = watchForFaults(page);
  await giveAuthenticator(page);
  const brand = await openNewBrand(request);
  await signInWith(page, brand.token, portal);
  await page.goto(`${portal}/staff/account`);
  await turnOnWithPasskey(page, 'Laptop');
  await page.goto(`${portal}/brand/${brand.slug}/settings`);
  const demand = page.getByRole('switch', { name: 'Require two-factor login for payouts' });
  const sheet = await confirmByHand(page);
  await demand.click();
  await expect(sheet.getByText('Your browser asks for your passkey next.')).toBeVisible();
  await expectSound(page, 'the proof with a passkey');
  await giveOwnPassword(page, 'Confirm it’s you', 'Continue');
  await expect(sheet).toBeHidden();
  await expect(demand).toBeChecked();
  await demand.click();
  await expect(demand).not.toBeChecked();
  expect(faults).toEqual([]);
});

test('at an IP address, a login says where the passkeys work and takes a recovery code', async ({ page, request }) => {
  await giveAuthenticator(page);
  const brand = await openNewBrand(request);
  const { data: user } = await brand.call('get', '/me');
  await signInWith(page, brand.token, portal);
  await page.goto(`${portal}/staff/account`);
  const [recovery = ''] = await turnOnWithPasskey(page, 'Laptop');
  await page.goto('/login');
  await fieldOf(page, 'Email').fill(String(user.email));
  await fieldOf(page, 'Password').fill(ownPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Enter a recovery code' })).toBeVisible();
  await expect(page.getByText('Your passkeys work only at localhost.')).toBeVisible();
  await fieldOf(page, 'Recovery code').fill(recovery);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(new RegExp(`/brand/${brand.slug}$`));
  await page.goto('/staff/account');
  await expect(signInMethods(page)).toContainText('To add a passkey, open the portal at localhost');
  await expectSound(page, 'the second factors at an IP address');
});
