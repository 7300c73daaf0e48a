import { expect, type Page, test } from '@playwright/test';
import { demoInvitationPath, fieldOf, newcomer, next } from './newcomers.ts';
import { beautyAddress, signInAs } from './people.ts';

async function throughGoogle(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

test('registering with Google survives a closed tab, and the next login opens the account (§72)', async ({
  page,
  context,
}) => {
  const { handle } = newcomer();
  const email = `${handle}@mail.test`;
  const flags = (of: Page) =>
    of.evaluate(() =>
      ['google_registration', 'google_go_out', 'google_step_2'].map((key) => localStorage.getItem(key) !== null),
    );
  await page.goto(demoInvitationPath);
  await page.getByRole('link', { name: 'Accept invitation' }).click();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/register$/);
  await expect(fieldOf(page, 'Your name')).not.toHaveValue('');
  expect(await flags(page)).toEqual([true, false, true]);
  await page.close();

  const again = await context.newPage();
  await again.goto('/register');
  await fieldOf(again, 'Handle').fill(handle);
  await expect(again.getByText('is available.')).toBeVisible();
  await next(again);
  await expect(again.getByText(email)).toBeVisible();
  await again.getByRole('checkbox').check();
  await again.getByRole('button', { name: 'Open my storefront' }).click();
  await expect(again.getByRole('heading', { name: 'Overview' })).toBeVisible();
  expect(await flags(again)).toEqual([false, false, false]);

  await again.evaluate(() => localStorage.clear());
  await again.goto('/login');
  // The provider remembers this browser and doesn't ask again.
  await again.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(again.getByRole('heading', { name: 'Overview' })).toBeVisible();
});

test('a Google account that isn’t connected here opens no account, and the page says what to do (S26)', async ({
  page,
}) => {
  await page.goto('/login');
  await throughGoogle(page, `${newcomer().handle}@mail.test`);
  await expect(page.getByRole('alert')).toContainText('No account uses this Google account yet');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('logging in with Google from the beauty variant returns to it (S24, S26)', async ({ page, baseURL }) => {
  const { handle } = newcomer();
  await page.goto(beautyAddress(baseURL, demoInvitationPath));
  await page.getByRole('link', { name: 'Accept invitation' }).click();
  await throughGoogle(page, `${handle}@mail.test`);
  await expect(page).toHaveURL(beautyAddress(baseURL, '/register'));
  await expect(fieldOf(page, 'Your name')).not.toHaveValue('');
});

test('the user isn’t fetched during a registration with Google (S06)', async ({ page }) => {
  await signInAs(page, 'noor@creators.test');
  await page.evaluate(() => localStorage.setItem('google_registration', '1'));
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto('/earnings');
  await expect(page).toHaveURL(/\/register$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Register' })).toBeVisible();
  expect(requested).not.toContain('/api/v1/me');
});
