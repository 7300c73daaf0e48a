import { expect, type Locator, test } from '@playwright/test';
import { openNewBrand, registerCreator } from './brands.ts';
import { signInWith } from './people.ts';
import { expectSound, watchForFaults } from './soundness.ts';

async function chooseFile(sheet: Locator, rows: readonly string[]): Promise<void> {
  const buffer = Buffer.from(rows.join('\n'));
  await sheet.locator('input[type=file]').setInputFiles({ name: 'export.csv', mimeType: 'text/csv', buffer });
}

test('a brand says what the columns of its file are and how it writes prices', async ({ page, request }) => {
  const faults = watchForFaults(page);
  const { slug, shop, token } = await openNewBrand(request);
  await signInWith(page, token);
  await page.goto(`/brand/${slug}/catalogue`);
  await page.getByRole('button', { name: 'Import products' }).click();
  const sheet = page.getByRole('dialog', { name: 'Import products' });
  await chooseFile(sheet, ['Artikel;Bezeichnung;Seite;Preis', `E2E-MAP;Mapped oil;${shop}/mapped;"1.350"`]);
  await expect(sheet.getByRole('alert')).toContainText('SKU, Name, Link, Price');
  await expectSound(page, 'columns');
  const choose = (field: string, heading: string) => sheet.getByLabel(field, { exact: true }).selectOption(heading);
  await choose('SKU', 'Artikel');
  await choose('Name', 'Bezeichnung');
  await choose('Link', 'Seite');
  await choose('Price', 'Preis');
  await expect(sheet.getByRole('alert')).toContainText('“1.350” could be $1,350.00 or $1.35.');
  await expect(sheet.getByRole('heading', { name: 'Fix 1 row' })).toBeVisible();
  await expectSound(page, 'prices');
  await sheet.getByLabel('How you write prices').selectOption('point_comma');
  await sheet.getByRole('button', { name: 'Import 1 product' }).click();
  await expect(sheet.getByRole('heading', { name: 'Import finished' })).toBeVisible();

  // The answer is kept; Shopify's columns are known.
  await chooseFile(sheet, [
    'Handle,Title,Type,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Image Src,Status',
    'e2e-mist,E2E mist,Skincare,TRUE,Size,30 ml,E2E-30,3,"19,90",,active',
    'e2e-mist,,,,,50 ml,E2E-50,0,"1.290",,',
    'e2e-draft,E2E draft,Skincare,TRUE,Title,Default Title,E2E-D,1,"5,00",,draft',
  ]);
  await expect(sheet).toContainText('This is a product export of Shopify.');
  await expect(sheet.getByLabel('How you write prices')).toHaveValue('point_comma');
  await expect(sheet.getByRole('heading', { name: '2 new products' })).toBeVisible();
  await expect(sheet).toContainText('E2E mist – 50 ml');
  await expect(sheet.getByRole('heading', { name: '1 product that your shop doesn’t sell yet' })).toBeVisible();
  await sheet.getByLabel('How you write prices').selectOption('comma_point');
  await expect(sheet.getByRole('heading', { name: 'Fix 1 row' })).toBeVisible();
  await expectSound(page, 'Shopify');
  expect(faults).toEqual([]);
});

test('a brand adds a product by hand, corrects it, and reads its page', async ({ page, request }) => {
  const faults = watchForFaults(page);
  const { slug, shop, token } = await openNewBrand(request);
  await signInWith(page, token);
  await page.goto(`/brand/${slug}/catalogue`);
  await page.getByRole('button', { name: 'Add product' }).click();
  const form = page.getByRole('dialog', { name: 'Add product' });
  await form.getByLabel('Name').fill('Hand cream');
  await form.getByLabel('SKU').fill('E2E-HAND');
  await form.getByLabel('Link').fill('https://elsewhere.example/hand');
  await form.getByLabel('Price in USD').fill('12x');
  await form.getByRole('button', { name: 'Add product' }).click();
  await expect(form.getByText('Enter a price in USD, like $1,234.50.')).toBeVisible();
  await form.getByLabel('Price in USD').fill('12.50');
  await form.getByRole('button', { name: 'Add product' }).click();
  await expect(form.getByText('Please enter an address of')).toBeVisible();
  await expectSound(page, 'form');
  await form.getByLabel('Link').fill(`${shop}/hand`);
  await form.getByLabel('Category').fill('Care');
  await form.getByRole('button', { name: 'Add product' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Hand cream' })).toBeVisible();
  await expect(page.getByText('Added to the catalog.')).toBeVisible();
  await expect(page.getByText('No creator has added this product to a storefront yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit product' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit product' });
  await edit.getByLabel('Price in USD').fill('14.00');
  await edit.getByRole('button', { name: 'Save product' }).click();
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('listitem').filter({ hasText: 'By hand, by Ines Maro' }).first()).toContainText(
    '$14.00',
  );
  await expectSound(page, 'product');
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(page.getByText(/^Archived on /)).toBeVisible();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText('In the catalog', { exact: true })).toBeVisible();
  expect(faults).toEqual([]);
});

test('the page of a product has its figures over a range and its creators, and storefronts follow its changes', async ({
  page,
  request,
}) => {
  const faults = watchForFaults(page);
  const { brand, handle } = await registerCreator(request, 1);
  await signInWith(page, brand.token);
  await page.goto(`/brand/${brand.slug}/catalogue`);
  await page.getByLabel('Search by name, SKU or category').fill('W-5');
  await page.getByRole('link', { name: 'Amber Oil' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Amber Oil' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Open on / })).toHaveAttribute('target', '_blank');
  await expect(page.getByRole('table', { name: 'Creators by name' })).toContainText(`@${handle}`);
  await expect(page.getByRole('region', { name: 'Commission rates' })).toContainText('15%');
  await page.getByRole('combobox', { name: 'Period' }).selectOption('last_90_days');
  await expect(page).toHaveURL(/preset=last_90_days/);
  await expect(page.getByRole('button', { name: /^Net sales: \$/ })).toBeVisible();
  // Until the new range is there, the table is paler.
  await expect(page.getByRole('table', { name: 'Creators by name' })).toHaveAttribute('aria-busy', 'false');
  await expectSound(page, 'figures');
  const rename = async (name: string) => {
    await page.getByRole('button', { name: 'Edit product' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit product' });
    await edit.getByLabel('Name').fill(name);
    await edit.getByRole('button', { name: 'Save product' }).click();
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    expect(await (await page.request.get(`/@${handle}/${brand.slug}`)).text()).toContain(name);
  };
  await rename('Amber Oil, new recipe');
  await rename('Amber Oil');
  expect(faults).toEqual([]);
});
