import { expect, test } from '@playwright/test';
import { openNewBrand } from './brands.ts';
import { openFeed, googleFeed } from './feeds.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { signInWith } from './people.ts';
import { expectSound, watchForFaults } from './soundness.ts';

test('a brand sets up a product feed, sees its runs, confirms one that lost most products, and removes it @both', async ({
  page,
  request,
}) => {
  const faults = watchForFaults(page);
  const { slug, shop, token } = await openNewBrand(request);
  const feed = await openFeed();
  await signInWith(page, token);
  await page.goto(`/brand/${slug}/catalogue`);
  await page.getByRole('button', { name: 'Product feed' }).click();
  const sheet = page.getByRole('dialog', { name: 'Product feed' });

  feed.type = 'text/html';
  feed.body = '<!doctype html><title>Log in</title>';
  await sheet.getByLabel('Address of the feed').fill(feed.url);
  await sheet.getByRole('button', { name: 'Preview products' }).click();
  await expect(sheet.getByText('This address is a web page, not a table of products')).toBeVisible();
  await expectSound(page, 'a web page');

  const names = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5'];
  feed.type = 'application/xml';
  feed.body = googleFeed(names.map((name) => ({ shop, name, price: '24.00 USD' })));
  await sheet.getByRole('button', { name: 'Preview products' }).click();
  await expect(sheet.getByRole('heading', { name: '5 new products' })).toBeVisible();
  await expectSound(page, 'preview');
  await expectNoSidewaysScroll(page);
  await sheet.getByLabel('How often we fetch it').selectOption('1');
  await sheet.getByRole('button', { name: 'Start feed' }).click();
  const runs = sheet.getByRole('region', { name: 'Last runs' });
  await expect(runs).toContainText('5 products added');
  await expect(sheet.getByText(/^Next fetched /)).toBeVisible();

  feed.body = googleFeed([{ shop, name: 'A-1', price: '19.00 USD' }]);
  await sheet.getByRole('button', { name: 'Fetch now' }).click();
  await expect(sheet.getByRole('alert')).toContainText('only 1 of the 5 products');
  await expectSound(page, 'stopped');
  await sheet.getByRole('button', { name: 'Import it anyway' }).click();
  await expect(runs).toContainText('0 products added, 1 changed, 4 archived');
  await expect(sheet.getByRole('alert')).toHaveCount(0);

  await sheet.getByRole('button', { name: 'Pause feed' }).click();
  await expect(sheet.getByText('Paused. Your catalog stays as it is.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Remove feed' }).click();
  await sheet.getByRole('button', { name: 'Remove it; products stay' }).click();
  await expect(sheet.getByLabel('Address of the feed')).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Recent imports' }).click();
  const imports = page.getByRole('dialog', { name: 'Recent imports' });
  await expect(imports.getByRole('listitem').first()).toContainText('Product feed');
  await imports
    .getByRole('button', { name: /^Undo import from/ })
    .first()
    .click();
  await expect(imports).toContainText('Restored the old values of 5 products.');
  feed.close();
  expect(faults).toEqual([]);
});
