import { expect, test } from '@playwright/test';
import { registerCreator } from './brands.ts';
import { ownPassword } from './newcomers.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { signInWith } from './people.ts';
import { watchForFaults } from './soundness.ts';

test('a brand gives a bonus from a list, fixes a line first, and its creator sees it at once @both', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const faults = watchForFaults(page);
  const { brand, handle, token } = await registerCreator(request);
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const creator = await context.newPage();
  await signInWith(creator, token);
  await creator.goto('/earnings?view=adjustments');
  await expect(creator.getByText('No bonuses yet')).toBeVisible();

  await signInWith(page, brand.token);
  await page.goto(`/brand/${brand.slug}/adjustments`);
  await page.getByRole('button', { name: 'Give bonus' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Preview' }).click();
  await expect(sheet).toContainText('Please enter at least one creator.');
  await sheet.getByLabel('Creators and amounts').fill(`${handle}, 1,234`);
  await sheet.getByLabel('Reason').fill('Thanks for a great launch week');
  await sheet.getByRole('button', { name: 'Preview' }).click();
  await expect(sheet).toContainText('1 line needs fixing. Nothing was given.');
  await sheet.getByLabel('Creators and amounts').fill(`@${handle}, 25.00`);
  await sheet.getByRole('button', { name: 'Preview' }).click();
  await expect(sheet).toContainText('$25.00');
  await sheet.getByLabel('Your password').fill(ownPassword);
  await sheet.getByRole('button', { name: 'Give $25.00' }).click();
  await expect(page.getByText('Done. We’ve let the creators know.')).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(handle) })).toContainText('Thanks for a great launch week');
  await expectNoSidewaysScroll(page);

  await expect(creator.getByText('Thanks for a great launch week')).toBeVisible();
  await expect(creator.getByText('$25.00').first()).toBeVisible();
  await expectNoSidewaysScroll(creator);
  expect(faults).toEqual([]);
  await context.close();
});
