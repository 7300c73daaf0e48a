import { expect, test } from '@playwright/test';
import { openNewBrand } from './brands.ts';
import { registerNewcomer } from './newcomers.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { signInWith } from './people.ts';
import { watchForFaults } from './soundness.ts';

// A brand sets up its own program, from the console alone.

test('the owner of a new brand changes its settings, and a creator sees what concerns them @both', async ({ page }) => {
  const faults = watchForFaults(page);
  const brand = await openNewBrand(page.request);
  const at = `/brand/${brand.slug}`;
  await brand.call('post', `${at}/terms`, { rules: [{ kind: 'percentage', rate: 1500 }] });
  const { data: invitation } = await brand.call('post', `${at}/invitations`, {
    by: 'link',
    reusable: true,
    expires_in_days: 1,
  });
  const creator = await registerNewcomer(page.request, new URL(String(invitation.url)).hash.slice(1));

  await signInWith(page, brand.token);
  await page.goto(`${at}/settings`);
  const setting = (label: string) => page.locator('form').filter({ has: page.getByLabel(label, { exact: true }) });
  const change = async (label: string, value: string) => {
    await setting(label).getByLabel(label, { exact: true }).fill(value);
    await setting(label).getByRole('button', { name: 'Save' }).click();
  };
  await change('Days a click counts', '400');
  await expect(setting('Days a click counts')).toContainText('Please enter a whole number from 1 to 365.');
  await change('Days a click counts', '14');
  await expect(page.getByText('It applies to clicks from now on')).toBeVisible();
  await change('Hosts of your shop', 'https://shop.example');
  await expect(setting('Hosts of your shop')).toContainText('isn’t a host');
  await change('Smallest payout in USD', '50.00');
  await expect(page.getByText('Smallest payout saved.')).toBeVisible();
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await expect(page.getByText('Times and days are in the brand’s time zone, Asia/Tokyo.')).toBeVisible();

  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  await page.getByLabel('Logo file').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png });
  await expect(page.getByText('Logo saved. It’s live.')).toBeVisible({ timeout: 30_000 });
  const history = page.getByRole('region', { name: 'Changes to these settings' });
  await expect(history).toContainText('Days a click counts: 30 → 14');
  await expect(history).toContainText('Smallest payout: $25.00 → $50.00');
  await expectNoSidewaysScroll(page);

  await signInWith(page, creator.token);
  await page.goto('/earnings?view=rules');
  const rules = page.getByRole('region', { name: brand.name });
  await expect(rules).toContainText('14 days');
  await expect(rules).toContainText('Days a click counts: 30 → 14');
  await expect(rules).not.toContainText('Asia/Tokyo');
  expect(faults).toEqual([]);
});
