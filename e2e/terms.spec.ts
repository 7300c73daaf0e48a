import { expect, test } from '@playwright/test';
import { openNewBrand } from './brands.ts';
import { registerNewcomer } from './newcomers.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { signInWith } from './people.ts';
import { watchForFaults } from './soundness.ts';

// A brand lowers a rate from the console, and the creator whom it affects sees it coming.

test('a lower rate is shown by name before it is published, and to its creator with the day @both', async ({
  page,
}) => {
  const faults = watchForFaults(page);
  const brand = await openNewBrand(page.request);
  const at = `/brand/${brand.slug}`;
  await brand.call('post', `${at}/terms`, { rules: [{ kind: 'percentage', rate: 1800 }] });
  await brand.call('post', `${at}/products/import`, {
    source: 'csv',
    csv: `sku,title,url,price,category\nGL-1,Dew Serum,${brand.shop}/serum,48.00,Care\nGL-2,Lip Balm,${brand.shop}/balm,12.00,Lips`,
  });
  const { data: invitation } = await brand.call('post', `${at}/invitations`, {
    by: 'link',
    reusable: true,
    expires_in_days: 1,
  });
  const creator = await registerNewcomer(page.request, new URL(String(invitation.url)).hash.slice(1));

  await signInWith(page, brand.token);
  await page.goto(`${at}/terms`);
  await page.getByRole('button', { name: 'Create new version' }).click();
  const form = page.getByRole('dialog', { name: 'New version' });
  await form.getByRole('button', { name: 'Add rule' }).click();
  const rule = form.getByRole('group', { name: 'Rule 2' });
  await rule.getByLabel('Percentage', { exact: true }).fill('15');
  await rule.getByLabel('Applies to').selectOption('One product');
  await rule.getByRole('combobox', { name: 'Product', exact: true }).fill('serum');
  await rule.getByRole('option', { name: 'Dew Serum (GL-1)' }).click();
  const changes = form.getByRole('region', { name: 'What changes' });
  await expect(changes).toContainText('1 creator earns less, 0 earn more, 0 stay the same');
  await expect(changes).toContainText(/Dew Serum: 18% → 15% from \w+ \d+/);
  await expectNoSidewaysScroll(page);
  await form.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText(/Version 2 published\. It takes effect on/)).toBeVisible();
  await expect(page.getByText('Everyone, product Dew Serum')).toBeVisible();

  await signInWith(page, creator.token);
  await page.goto('/earnings?view=rules');
  const rules = page.getByRole('region', { name: brand.name });
  await expect(rules).toContainText(/18% until \w+ \d+, then 15%\s*Dew Serum/);
  await expect(rules).toContainText('Lip Balm');
  await rules.getByText('History of your terms').click();
  await expect(rules).toContainText(/Active since .+, until/);
  await expectNoSidewaysScroll(page);
  expect(faults).toEqual([]);
});

test('tiers and a cap are entered in the form, and a creator reads them with how far they are @both', async ({
  page,
}) => {
  const faults = watchForFaults(page);
  const brand = await openNewBrand(page.request);
  const at = `/brand/${brand.slug}`;
  // Nothing can be less than nothing, so the new version takes effect at once.
  await brand.call('post', `${at}/terms`, { rules: [{ kind: 'percentage', rate: 0 }] });
  const { data: invitation } = await brand.call('post', `${at}/invitations`, {
    by: 'link',
    reusable: true,
    expires_in_days: 1,
  });
  const creator = await registerNewcomer(page.request, new URL(String(invitation.url)).hash.slice(1));

  await signInWith(page, brand.token);
  await page.goto(`${at}/terms`);
  await page.getByRole('button', { name: 'Create new version' }).click();
  const form = page.getByRole('dialog', { name: 'New version' });
  await form.getByLabel('Type').selectOption('Percentage by monthly net sales');
  await form.getByLabel('Percentage at first').fill('10');
  const tier = form.getByRole('group', { name: 'Tier 1' });
  await tier.getByLabel('From net sales in USD').fill('1000');
  await tier.getByLabel('Percentage from then on').fill('12');
  await form.getByRole('button', { name: 'Add rule' }).click();
  const second = form.getByRole('group', { name: 'Rule 2' });
  await second.getByLabel('Percentage', { exact: true }).fill('20');
  await second.getByLabel('Most per order in USD (optional)').fill('50');
  await second.getByRole('switch', { name: 'Only orders of new customers' }).click();
  await expectNoSidewaysScroll(page);
  await form.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText(/Version 2 published\./)).toBeVisible();
  await expect(page.getByText('20%, up to $50.00 per order, new customers only')).toBeVisible();

  await signInWith(page, creator.token);
  await page.goto('/earnings?view=rules');
  const rules = page.getByRole('region', { name: brand.name });
  await expect(rules).toContainText('10%, 12% from $1,000.00 of monthly net sales');
  await expect(rules).toContainText('You are at $0.00 of $1,000.00 this month. From then on you earn 12%.');
  await expectNoSidewaysScroll(page);
  expect(faults).toEqual([]);
});
