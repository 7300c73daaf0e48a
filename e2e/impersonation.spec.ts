import { expect, type Page, test } from '@playwright/test';
import { signInAs, signInAlone } from './people.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { watchForFaults } from './soundness.ts';
import { stored } from './session.ts';

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /User menu/ }).click();
  const inDrawer = page.getByRole('button', { name: 'Log out' });
  await inDrawer.or(page.getByRole('menuitem', { name: 'Log out' })).click();
}

test('§37*: an operator views the portal as a creator, changes nothing, and returns to their own session (§30, §71, §103)', async ({
  page,
}) => {
  const faults = watchForFaults(page);
  await signInAlone(page, 'operator@vitrine.test');
  await page.goto('/operator/users');
  await page.getByLabel('Name, handle, email or user ID').fill('@ava');
  await page.getByRole('link', { name: 'Ava Lindqvist' }).click();
  const sheet = page.getByRole('dialog', { name: 'Ava Lindqvist' });
  await sheet.getByRole('button', { name: 'Log in as Ava Lindqvist' }).click();
  await expect(sheet).toContainText('Please enter at least 10 characters.');
  const own = await stored(page, 'token');
  await sheet.getByLabel('Reason for access').fill('She asked why an order is missing');
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

  await logOut(page);
  await expect(page).toHaveURL(/\/operator\/users/);
  await expect(page.getByRole('heading', { name: 'Users' })).toBeAttached();
  expect([await stored(page, 'token'), await stored(page, 'original_token')]).toEqual([own, null]);
  const me = () => page.request.get('/api/v1/me', { headers: { authorization: `Bearer ${theirs}` } });
  await expect.poll(async () => (await me()).status()).toBe(401);
  await page.goto('/operator/audit?person=%40ava&action=impersonation.started');
  await expect(page.getByRole('cell', { name: /She asked why an order is missing/ }).first()).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Log verified up to' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  expect(faults).toEqual([]);
});

test('the address of a grant shows everyone the same page (§30)', async ({ page }) => {
  for (const path of ['/login-as/somebody', '/login-as/somebody#vtg_made-up']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
  }
  await signInAs(page, 'noor@creators.test');
  const own = await stored(page, 'token');
  await page.goto('/login-as/somebody#vtg_made-up');
  await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
  expect([await stored(page, 'token'), await stored(page, 'original_token')]).toEqual([own, null]);
  await page.getByRole('link', { name: 'Go to the portal' }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeAttached();
});
