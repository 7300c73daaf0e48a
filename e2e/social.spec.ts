import { expect, type Page, test } from '@playwright/test';
import { signInAs } from './people.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { watchForFaults } from './soundness.ts';

async function open(page: Page, email: string): Promise<void> {
  await signInAs(page, email);
  await page.goto('/social-insights');
  await expect(page.getByRole('heading', { level: 1, name: 'Social Insights' })).toBeVisible();
}

test('a creator connects Instagram, sees its figures, and disconnects it again (§2)', async ({ page }) => {
  const faults = watchForFaults(page);
  await open(page, 'noor@creators.test');
  await expect(page.getByRole('heading', { name: 'Track your followers' })).toBeVisible();
  await page.getByRole('button', { name: 'Connect Instagram' }).click();
  await page.getByRole('link', { name: 'Allow' }).click();
  const instagram = page.getByRole('region', { name: 'Instagram' });
  await expect(instagram.getByText('@ava.lindqvist')).toBeVisible();
  await expect(instagram.getByRole('button', { name: '48,200' })).toBeVisible();
  await expect(instagram.getByText('Connected since')).toBeVisible();
  await expect(page, 'the platform’s answer leaves the address, its fragment too (S03)').toHaveURL(
    /\/social-insights$/,
  );
  await instagram.getByRole('term').filter({ hasText: 'Link clicks' }).locator('xpath=..').getByRole('button').click();
  await expect(page.getByRole('dialog', { name: 'Link clicks' })).toContainText(
    'Includes data from affiliate shortlinks shared by the creator that go directly to the product page.',
  );
  await page.keyboard.press('Escape');
  await expectNoSidewaysScroll(page);
  await instagram.getByRole('button', { name: 'Disconnect Instagram' }).click();
  await page.getByRole('button', { name: 'Disconnect @ava.lindqvist' }).click();
  await expect(page.getByRole('button', { name: 'Connect Instagram' })).toBeVisible();
  expect(faults).toEqual([]);
});

test('a refusal at the platform is shown, and nothing is connected (S16)', async ({ page }) => {
  await open(page, 'noor@creators.test');
  await page.getByRole('button', { name: 'Connect TikTok' }).click();
  await page.getByRole('link', { name: 'Deny' }).click();
  await expect(page.getByRole('alert')).toContainText('didn’t give permission');
  await expect(page.getByRole('button', { name: 'Connect TikTok' })).toBeVisible();
  await page.goto('/social-insights?code=made-up&state=made-up');
  await expect(page.getByRole('alert')).toContainText('start again');
  await expect(page).toHaveURL(/\/social-insights$/);
});

test('figures entered manually are drawn with gaps; an invalid number keeps what was typed (S16, S27)', async ({
  page,
}) => {
  await open(page, 'ava@creators.test');
  const instagram = page.getByRole('region', { name: 'Instagram' });
  await expect(instagram.getByText('9 days missing')).toBeVisible();
  await instagram.getByText('View as table').click();
  await expect(instagram.getByRole('cell', { name: 'no data' })).toHaveCount(9);
  await instagram.getByRole('button', { name: 'Enter figures for Instagram' }).click();
  const sheet = page.getByRole('dialog', { name: 'Instagram figures' });
  await sheet.getByLabel('Followers').fill('many');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet.getByText('Please enter a whole number')).toBeVisible();
  await expect(sheet.getByLabel('Followers')).toHaveValue('many');
  await sheet.getByLabel('Followers').fill('49,001');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(instagram.getByRole('button', { name: '49,001' })).toBeVisible();
  await expectNoSidewaysScroll(page);
});
