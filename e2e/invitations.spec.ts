import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { openNewBrand } from './brands.ts';
import { mailedLink } from './mails.ts';
import { demoInvitationPath, fieldOf, newcomer, next } from './newcomers.ts';
import { signInAs, signInAsNewcomer, signInWith } from './people.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { expectSound, watchForFaults } from './soundness.ts';

const portrait = new URL('../server/world/art/pictures/avatar-noor.webp', import.meta.url);

async function inviteByMail(page: Page, email: string, brand = { staff: 'brand@glow.test', slug: 'glow-lab' }) {
  await signInAs(page, brand.staff);
  await page.goto(`/brand/${brand.slug}/invitations`);
  await page.getByRole('button', { name: 'Invite a creator' }).click();
  const drawer = page.getByRole('dialog', { name: 'Invite a creator' });
  await drawer.getByRole('button', { name: 'Send invitation' }).click();
  await expect(drawer.getByText('Please enter an email address')).toBeVisible();
  await fieldOf(page, 'Creator’s email').fill(email);
  await drawer.getByLabel('Personal note (optional)').fill('You would fit.');
  await drawer.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('dialog')).toContainText(email);
  await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText('Open until');
  await page.evaluate(() => localStorage.clear());
}

test('from the invitation email to the first shared link, and the brand sees who joined (S26)', {
  tag: '@phone',
}, async ({ page, browser }) => {
  const { handle, email } = newcomer();
  const office = await browser.newContext();
  const desk = await office.newPage();
  await inviteByMail(desk, email);
  const faults = watchForFaults(page);
  await page.goto(await mailedLink(email, 'invitation'));
  await expect(page.getByRole('heading', { level: 1, name: 'Glow Lab invites you' })).toBeVisible();
  await expect(page.getByText('You would fit.')).toBeVisible();
  await expect(page.getByText('of every sale from your links')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Accept invitation' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Register' })).toBeVisible();

  await next(page);
  await expect(page.getByText('Please enter your name.')).toBeVisible();
  await fieldOf(page, 'Your name').fill('Ava');
  await expect(page.getByText('This handle is taken.')).toBeVisible();
  await fieldOf(page, 'Handle').fill(handle);
  await expect(page.getByText(`/@${handle} is available.`)).toBeVisible();
  await page.getByLabel('Photo of you').setInputFiles({
    name: 'me.webp',
    mimeType: 'image/webp',
    buffer: readFileSync(portrait),
  });
  await page.getByRole('button', { name: 'Use this photo' }).click();
  await expect(page.getByRole('button', { name: 'Change photo' })).toBeVisible();
  await next(page);

  // The invitation has the address, so it isn't typed.
  await expect(page.getByText(/•••@creators\.test/)).toBeVisible();
  await fieldOf(page, 'Password').fill('password1');
  await next(page);
  await page.getByRole('button', { name: 'Open my storefront' }).click();
  await expect(page.getByText('Please accept the terms to continue.')).toBeVisible();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Open my storefront' }).click();
  // The server's refusal is shown at its field, and nothing else is lost.
  await expect(page.getByText('That password is too easy to guess.')).toBeVisible();
  await fieldOf(page, 'Password').fill('three quiet windows');
  await next(page);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Open my storefront' }).click();

  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await page.getByRole('link', { name: 'Add your first product' }).click();
  await expect(page).toHaveURL(/\/manage\/glow-lab\/products$/);
  await page.getByRole('button', { name: 'Add a product' }).click();
  const catalogue = page.getByRole('dialog');
  await catalogue
    .getByRole('button', { name: /^(Add|Put)/ })
    .first()
    .click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listitem').getByRole('heading', { level: 3 }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /Copy/ }).first()).toBeVisible();
  await page.goto(`/@${handle}/glow-lab`);
  await expect(page.locator('a[rel~="sponsored"]').first()).toBeVisible();
  expect(faults).toEqual([]);

  await signInAs(desk, 'brand@glow.test');
  await desk.goto('/brand/glow-lab/invitations');
  await expect(desk.getByRole('listitem').filter({ hasText: email })).toContainText('Accepted');
  await desk.goto('/brand/glow-lab/creators');
  await expect(desk.getByRole('region', { name: 'Creators' })).toContainText(`@${handle}`);
  await office.close();
});

test('a new brand sets its commission rates before it can invite (S26)', async ({ page, request }) => {
  const brand = await openNewBrand(request);
  await signInWith(page, brand.token);
  await page.goto(`/brand/${brand.slug}/invitations`);
  await page.getByRole('button', { name: 'Invite a creator' }).click();
  const drawer = page.getByRole('dialog', { name: 'Invite a creator' });
  await expect(drawer).toContainText('Set your commission rates first.');
  await expect(drawer.getByLabel('Creator’s email')).toBeHidden();
  await expectSound(page, 'no rates');
  await drawer.getByRole('link', { name: 'Set commission rates' }).click();
  await expect(page.getByRole('heading', { name: 'No terms yet' })).toBeVisible();

  await brand.call('post', `/brand/${brand.slug}/terms`, { rules: [{ kind: 'percentage', rate: 1000 }] });
  await page.goto(`/brand/${brand.slug}/invitations`);
  await page.getByRole('button', { name: 'Invite a creator' }).click();
  await expect(drawer.getByLabel('Creator’s email')).toBeVisible();
});

test('an invitation in Spanish writes its dates in Spanish and keeps each amount on one line of its row (S26)', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'es-ES', viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(demoInvitationPath);
  await expect(page.getByText(/^Válida hasta el \d+ de \p{L}+/u)).toBeVisible();
  const amount = page.getByText(/^[\d,]+\sUS\$$/).last();
  expect(await amount.evaluate((element) => element.getClientRects().length)).toBe(1);
  expect(await amount.evaluate((element) => element.clientHeight < 40)).toBe(true);
  expect(await amount.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  await page.getByRole('link', { name: 'Aceptar la invitación' }).click();
  await page.getByLabel('Tu nombre').fill('Iris Vale');
  await page.getByLabel('Nombre de usuario').fill(`es${Date.now().toString(36)}`);
  await expect(page.getByText('está disponible')).toBeVisible();
  await page.getByRole('button', { name: 'Continuar', exact: true }).click();
  await page.getByLabel('Correo', { exact: true }).fill(`es${Date.now().toString(36)}@creators.test`);
  await page.getByLabel('Contraseña', { exact: true }).fill('tres ventanas quietas');
  await page.getByRole('button', { name: 'Continuar', exact: true }).click();
  await expect(page.getByText(/\d+ de noviembre/)).toBeVisible();
  await context.close();
});

test('a reload or a closed tab loses only the password (S26)', async ({ page, context }) => {
  const { handle, email } = newcomer();
  await page.goto(demoInvitationPath);
  await page.getByRole('link', { name: 'Accept invitation' }).click();
  await fieldOf(page, 'Your name').fill('Iris Vale');
  await fieldOf(page, 'Handle').fill(handle);
  await expect(page.getByText('is available.')).toBeVisible();
  await next(page);
  await fieldOf(page, 'Email').fill(email);
  await fieldOf(page, 'Password').fill('three quiet windows');
  await next(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(fieldOf(page, 'Password')).toHaveValue('three quiet windows');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('three quiet windows');
  await page.close();

  const again = await context.newPage();
  await again.goto('/register');
  await expect(fieldOf(again, 'Email')).toHaveValue(email);
  await expect(fieldOf(again, 'Password')).toHaveValue('');
  await again.getByRole('button', { name: 'Back' }).click();
  await expect(fieldOf(again, 'Handle')).toHaveValue(handle);
  await expect(fieldOf(again, 'Your name')).toHaveValue('Iris Vale');
});

test('an invalid token on the invitation is removed without a redirect to the login (S06)', async ({ page }) => {
  await page.goto('/login');
  await page.evaluate(() => localStorage.setItem('token', `vtp_${'a'.repeat(43)}`));
  await page.goto(demoInvitationPath);
  await expect(page.getByRole('link', { name: 'Accept invitation' })).toBeVisible();
  await expect(page).toHaveURL(/\/start-invite/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test("an existing creator accepts a second brand's invitation without registering again (S26, S07)", async ({
  page,
  browser,
}) => {
  const { email, name } = await signInAsNewcomer(page);
  await page.goto('/register');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();

  const office = await browser.newContext();
  await inviteByMail(await office.newPage(), email, { staff: 'brand@northwind.test', slug: 'northwind-outfitters' });
  await office.close();
  const link = await mailedLink(email, 'invitation');

  // A stranger who has the email can't accept it with their own account.
  const other = await browser.newContext();
  const stranger = await other.newPage();
  await signInAs(stranger, 'ava@creators.test');
  await stranger.goto(link);
  await expect(stranger.getByRole('alert')).toContainText('you’re logged in as ava@creators.test');
  await expect(stranger.getByRole('button', { name: /Accept as/ })).toHaveCount(0);
  await other.close();

  await page.goto(link);
  await page.getByRole('button', { name: `Accept as ${name}` }).click();
  await expect(page).toHaveURL(/\/manage\/northwind-outfitters\/products$/);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: /You already have a storefront with/ })).toBeVisible();
});

test('a logged-in creator without a valid invitation isn’t told to log in (S26)', async ({ page }) => {
  await signInAs(page, 'ava@creators.test');
  await page.goto('/start-invite');
  const invite = page.getByRole('main');
  await expect(invite.getByText('Open the invitation in this browser.')).toBeVisible();
  await expect(invite.getByText(/log in/i)).toHaveCount(0);
  await page.goto('/start-invite#vti_never_was');
  await expect(invite.getByText('We couldn’t find this invitation')).toBeVisible();
  await expect(invite.getByText(/log in/i)).toHaveCount(0);
  await invite.getByRole('link', { name: 'Go to the portal' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('an invalid invitation has its own page with the next step (S26)', async ({ page }) => {
  await page.goto('/start-invite#vti_never_was');
  await expect(page.getByRole('heading', { name: 'We couldn’t find this invitation' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  await page.goto('/start-invite');
  await expect(page.getByRole('heading', { level: 1, name: 'Invite' })).toBeVisible();
  await page.goto('/register');
  await expect(page.getByRole('heading', { name: 'You need an invitation' })).toBeVisible();
  await page.goto('/reset-password');
  await expect(page.getByText('This link no longer works')).toBeVisible();
  await page.goto('/start-invite?code=demo-glow-lab-invitation');
  await expect(page.getByRole('heading', { level: 1, name: 'Glow Lab invites you' })).toBeVisible();
});
