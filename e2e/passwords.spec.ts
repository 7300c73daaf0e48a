import { expect, test } from '@playwright/test';
import { mailedLink } from './mails.ts';
import { fieldOf } from './newcomers.ts';
import { signInAsNewcomer } from './people.ts';

test('a forgotten password: email, link, new password, and the old one no longer works (S26)', async ({ page }) => {
  const { email, token } = await signInAsNewcomer(page);
  await page.evaluate(() => localStorage.clear());

  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot password' })).toBeVisible();
  await fieldOf(page, 'Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const link = await mailedLink(email, 'password_reset');
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  await fieldOf(page, 'New password').fill('seven grey herons');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Password changed')).toBeVisible();
  const old = await page.request.get('/api/v1/me', { headers: { authorization: `Bearer ${token}` } });
  expect(old.status()).toBe(401);

  await page.goto('/forgot');
  await page.goto(link);
  await fieldOf(page, 'New password').fill('eleven loud geese');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('This link no longer works')).toBeVisible();
  await page.goto('/login');
  await fieldOf(page, 'Email').fill(email);
  await fieldOf(page, 'Password').fill('seven grey herons');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
});
