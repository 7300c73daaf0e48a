import { expect, type Locator, test } from '@playwright/test';
import { signInAs } from './people.ts';
import { expectSound, watchForFaults } from './soundness.ts';

/** Chooses a file in the open sheet. */
async function chooseCsv(sheet: Locator, rows: readonly string[]): Promise<void> {
  const buffer = Buffer.from(rows.join('\n'));
  await sheet.locator('input[type=file]').setInputFiles({ name: 'catalog.csv', mimeType: 'text/csv', buffer });
}

test('a brand sees what an import would change, imports it, and undoes it (S27)', async ({ page }) => {
  const faults = watchForFaults(page);
  await signInAs(page, 'brand@glow.test');
  await page.goto('/brand/glow-lab/catalogue');
  await page.getByRole('button', { name: 'Import products' }).click();
  const sheet = page.getByRole('dialog', { name: 'Import products' });
  const [sku, name] = ['E2E-BALM', 'Balm of the coast'];
  const search = page.getByLabel('Search by name, SKU or category');
  const product = page.getByRole('link', { name });

  await chooseCsv(sheet, [
    'sku,title,url,price,category,image',
    `${sku},${name},https://glow-lab.localhost/balm,48.00,Care,/media/demo/glow-lab-dew-serum.webp`,
    'BAD-1,,https://glow-lab.localhost/x,12.00,,',
    'BAD-2,Elsewhere,https://glow-lab.localhost/x,1.350,,',
  ]);
  await expect(sheet.getByRole('heading', { name: 'Fix 2 rows' })).toBeVisible();
  await expect(sheet).toContainText('“1.350” is ambiguous; use 1350.00 or 1.35');
  await expect(sheet).toContainText('Nothing is saved yet.');
  await expectSound(page, 'preview');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await search.fill(sku);
  await expect(page.getByRole('heading', { name: /No products match/ })).toBeVisible();

  await page.getByRole('button', { name: 'Import products' }).click();
  await chooseCsv(sheet, [
    'sku,title,url,price,category,image',
    `${sku},${name},https://glow-lab.localhost/balm,48.00,Care,/media/demo/glow-lab-dew-serum.webp`,
  ]);
  await sheet.getByRole('button', { name: 'Import 1 product' }).click();
  await expect(sheet.getByRole('heading', { name: 'Import finished' })).toBeVisible();

  await chooseCsv(sheet, ['sku,title,url,price,category', `${sku},${name},https://glow-lab.localhost/balm,52.00,`]);
  await expect(sheet.getByRole('listitem').filter({ hasText: /^Price/ })).toContainText('$48.00');
  await sheet.getByRole('checkbox', { name: 'Clear “Category” for 1 product' }).check();
  await expect(sheet.getByRole('listitem').filter({ hasText: /^Category/ })).toContainText('Care');
  await expectSound(page, 'changes');
  await sheet.getByRole('button', { name: 'Import 1 product' }).click();
  await expect(sheet.getByRole('heading', { name: 'Import finished' })).toBeVisible();
  await sheet.getByRole('button', { name: 'View catalog' }).click();
  const row = page.getByRole('row').filter({ hasText: sku });
  await expect(row).toContainText('$52.00');

  await page.getByRole('button', { name: 'Recent imports' }).click();
  const history = page.getByRole('dialog', { name: 'Recent imports' });
  const newest = history.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Undo import/ }) });
  await expect(newest.first()).toContainText('CSV file, by Mira Castell');
  await newest
    .first()
    .getByRole('button', { name: /^Undo import/ })
    .click();
  await expect(history).toContainText('Restored the old values of 1 product.');
  await expectSound(page, 'recent imports');
  await history.getByRole('button', { name: 'Close' }).click();
  await expect(row).toContainText('$48.00');
  await expect(product).toBeVisible();
  await page.getByRole('button', { name: `Archive ${name}` }).click();
  await expect(page.getByRole('heading', { name: /No products match/ })).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(product).toBeVisible();
  expect(faults).toEqual([]);
});
