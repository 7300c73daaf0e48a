import { expect, test } from '@playwright/test';
import { openNewBrand } from './brands.ts';
import { newcomer, ownPassword } from './newcomers.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { signInAlone, signInWith } from './people.ts';
import { watchForFaults } from './soundness.ts';

test('an owner invites a colleague, who sees what their role allows, and is removed @both', async ({
  page,
  browser,
  baseURL,
}) => {
  const faults = watchForFaults(page);
  const brand = await openNewBrand(page.request);
  const { email } = newcomer();
  await signInWith(page, brand.token);
  await page.goto(`/brand/${brand.slug}/team`);
  await page.getByRole('button', { name: 'Invite colleague' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Send invitation' }).click();
  await expect(sheet).toContainText('Please enter a name.');
  await sheet.getByLabel('Name').fill('Nora Berg');
  await sheet.getByLabel('Email').fill(email);
  await sheet.getByText('Analyst').click();
  await sheet.getByRole('button', { name: 'Send invitation' }).click();
  await expect(sheet.locator('code')).toBeVisible();
  const link = await sheet.locator('code').innerText();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row', { name: /Nora Berg/ })).toContainText('Never');

  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  const there = await elsewhere.newPage();
  await there.goto(link);
  await there.getByLabel('New password', { exact: true }).fill(ownPassword);
  await there.getByRole('button', { name: 'Save password' }).click();
  await expect(there.getByText('Your password is set')).toBeVisible();
  await signInAlone(there, email, ownPassword);
  await there.goto(`/brand/${brand.slug}/settings`);
  await expect(there.getByText('Owners and managers can change these settings.')).toBeVisible();
  await expect(there.getByRole('link', { name: 'Messages' })).toHaveCount(0);
  await expect(there.getByRole('heading', { name: 'API keys' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Nora Berg' }).click();
  await page.getByRole('dialog').getByText('Support').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save role' }).click();
  await expect(page.getByText('Role saved.')).toBeVisible();
  await there.reload();
  await there.goto(`/brand/${brand.slug}/messages`);
  await expect(there.getByRole('heading', { level: 1, name: 'Messages' })).toBeAttached();

  await page.getByRole('button', { name: 'Nora Berg' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from the team' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove now' }).click();
  await expect(there).toHaveURL(/\/login/);
  await expect(page.getByText('Nora Berg was removed.')).toBeVisible();
  await expectNoSidewaysScroll(page);
  expect(faults).toEqual([]);
  await elsewhere.close();
});
