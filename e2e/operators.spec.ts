import { expect, test } from '@playwright/test';
import { password, signInAs } from './people.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { watchForFaults } from './soundness.ts';

test('an operator creates a brand, and reads the email to its owner (S27)', async ({ page }) => {
  const faults = watchForFaults(page);
  await signInAs(page, 'operator@vitrine.test');
  await page.goto('/operator/brands');
  await page.getByRole('button', { name: 'Create brand' }).click();
  const sheet = page.getByRole('dialog', { name: 'Create brand' });
  const brand = 'Tidal';
  await sheet.getByLabel('Brand name').fill(brand);
  await sheet.getByLabel('Shop address').fill('tidal.example');
  await sheet.getByLabel('Owner’s name').fill('Ines Maro');
  await sheet.getByLabel('Owner’s email').fill('ava@creators.test');
  await sheet.getByRole('button', { name: 'Create brand' }).click();
  await expect(sheet).toContainText('Please enter the full address, like https://shop.example.');
  await sheet.getByLabel('Shop address').fill('https://tidal.example');
  await sheet.getByRole('button', { name: 'Create brand' }).click();
  await expect(sheet).toContainText('belongs to a user who is not a brand user');
  await sheet.getByLabel('Owner’s email').fill('ines@tidal.test');
  await sheet.getByRole('button', { name: 'Create brand' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('table')).toContainText(brand);

  await page.goto('/operator/mails');
  await page.getByLabel('Recipient').fill('ines@tidal');
  await page.getByRole('link', { name: `${brand} is now on Vitrine` }).click();
  const mail = page.getByRole('dialog');
  await expect(mail).toContainText('/reset-password#hidden');
  await mail.getByLabel('Reason for sharing the link').fill('Her mailbox is not reachable yet');
  await mail.getByLabel('Your password').fill(password);
  await mail.getByRole('button', { name: 'Get link' }).click();
  await expect(mail.getByRole('status')).toContainText(/\/reset-password#vtr_[\w-]{43}/);
  await mail.getByText('Preview').click();
  await expect(mail.frameLocator('iframe').getByRole('heading', { name: `${brand} is ready` })).toBeVisible();
  await expectNoSidewaysScroll(page);
  expect(faults).toEqual([]);
});

test('the result of an action is shown even if its sheet was closed before the response (S27)', async ({ page }) => {
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/v1/operator/brands', async (route) => {
    if (route.request().method() === 'POST') await answered.promise;
    await route.continue();
  });
  await signInAs(page, 'operator@vitrine.test');
  await page.goto('/operator/brands');
  await page.getByRole('button', { name: 'Create brand' }).click();
  const sheet = page.getByRole('dialog', { name: 'Create brand' });
  const brand = 'Salt';
  await sheet.getByLabel('Brand name').fill(brand);
  await sheet.getByLabel('Shop address').fill('https://salt.example');
  await sheet.getByLabel('Owner’s name').fill('Odile Renn');
  await sheet.getByLabel('Owner’s email').fill('odile@salt.test');
  await sheet.getByRole('button', { name: 'Create brand' }).click();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
  answered.resolve();
  await expect(page.getByText(`${brand} created. Its owner’s link is also under Emails.`)).toBeVisible();
});
