import { expect, type Page, test } from '@playwright/test';
import { brandOfWorker, registerCreator } from './brands.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { signInAs, signInWith } from './people.ts';
import { watchForFaults } from './soundness.ts';

const table = (page: Page) => page.getByRole('region', { name: /^Figures by/ });

test('a brand breaks its clicks down, filters by a row, compares, and exports @both', async ({ page }) => {
  const faults = watchForFaults(page);
  await signInAs(page, 'brand@glow.test');
  await page.goto('/brand/glow-lab/analytics?preset=last_90_days');
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeAttached();
  await expect(table(page).getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByText(/in the brand’s time zone/).first()).toBeVisible();

  const first = table(page)
    .getByRole('button', { name: /^Filter by/ })
    .first();
  const name = (await first.innerText()).trim();
  await first.click();
  await expect(page).toHaveURL(/creator=/);
  const chip = page.getByRole('button', { name: `Remove the filter Creator: ${name}` });
  await expect(chip).toBeVisible();

  await page.getByLabel('Break down by').selectOption('Country');
  await expect(page).toHaveURL(/by=country/);
  await expect(page.getByRole('region', { name: 'Figures by Country' }).getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('button', { name: 'Clicks', exact: true }).last().click();
  await expect(page).toHaveURL(/sort=clicks/);
  await page.getByLabel('Compare with').selectOption('Previous period');
  await expect(page.getByText(/compared with .* in the brand’s time zone/)).toBeVisible();
  await page.reload();
  await expect(chip).toBeVisible();
  await expect(page.getByLabel('Break down by')).toHaveValue('country');

  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  expect((await file).suggestedFilename()).toMatch(/glow-lab-by-country-.*\.csv$/);
  await expectNoSidewaysScroll(page);

  await chip.click();
  await expect(page).not.toHaveURL(/creator=/);
  await expectNoSidewaysScroll(page);
  expect(faults).toEqual([]);
});

test('a period that can’t be counted with these filters is explained below them, with a way out', async ({ page }) => {
  await signInAs(page, 'brand@glow.test');
  await page.goto('/brand/glow-lab/analytics?preset=last_12_months&by=link&country=US');
  await expect(page.getByRole('heading', { name: 'This period is too long for this breakdown' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remove the filter Country/ })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Show the last 90 days' }).click();
  await expect(page).toHaveURL(/by=link&country=US|country=US&by=link/);
  await expect(page).toHaveURL(/preset=last_90_days/);
  await expect(table(page)).toBeVisible();
});

test('a brand without clicks reads what will be here, and filters that find nothing can be cleared', async ({
  page,
}) => {
  const brand = await brandOfWorker();
  await registerCreator(page.request);
  await signInWith(page, brand.token);
  await page.goto(`/brand/${brand.slug}/analytics?country=AQ&channel=telegram`);
  await expect(page.getByRole('heading', { name: 'Nothing with these filters' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).not.toHaveURL(/country=/);
});
