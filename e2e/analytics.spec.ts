import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { registerCreator } from './brands.ts';
import { shopperAgent, signInAs, signInWith } from './people.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { watchForFaults } from './soundness.ts';

const tooltip = 'Includes data from affiliate shortlinks shared by the creator that go directly to the product page.';

/** The text of a figure's tile: "1,453". */
const tile = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })
    .getByRole('button');

async function openAnalytics(page: Page, path = 'overview'): Promise<void> {
  await signInAs(page, 'ava@creators.test');
  await page.goto(`/analytics-page/glow-lab/${path}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
  await expect(tile(page, 'Clicks')).toBeVisible();
}

/** The rows of the CSV download without the header, each as its cells. */
async function downloaded(page: Page): Promise<{ name: string; heading: string[]; rows: string[][] }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await coming;
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  const rows = lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((cell) => cell[1] ?? cell[2] ?? ''),
  );
  return { name: file.suggestedFilename(), heading: rows[0] ?? [], rows: rows.slice(1) };
}

const digits = (text: string) => text.replaceAll(/[^\d.]/g, '');

test('S01 S11 S27: analytics opens the first storefront, and an unknown type opens the overview', async ({ page }) => {
  await signInAs(page, 'ava@creators.test');
  await page.goto('/analytics-page');
  await expect(page).toHaveURL(/\/analytics-page\/glow-lab\/overview$/);
  await page.goto('/analytics-page/maison-clair/magic');
  await expect(page).toHaveURL(/\/analytics-page\/maison-clair\/overview$/);
  await page.goto('/analytics-page/northwind-outfitters/overview');
  await expect(page).toHaveURL(/\/analytics-page\/glow-lab\/overview$/);
});

test('S27: the range is in the address, as a preset or as dates, and can be compared with the previous period', {
  tag: '@phone',
}, async ({ page }) => {
  const faults = watchForFaults(page);
  await openAnalytics(page);
  await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: 'Last 7 days' });
  await expect(page).toHaveURL(/preset=last_7_days/);
  await page.getByRole('checkbox', { name: 'Compare with the previous period' }).check();
  await expect(page).toHaveURL(/compare=1/);
  await expect(
    page
      .locator('dl')
      .getByText(/^Previous: /)
      .first(),
  ).toBeVisible();
  const chart = page.getByRole('slider', { name: /^Clicks, Day by day/ });
  await expect(chart).toHaveAttribute('aria-valuemax', '7');
  await chart.press('End');
  await expect(chart).toHaveAttribute('aria-valuetext', / · [\d,]+ \(/);
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Compare with the previous period' })).toBeChecked();
  const week = await tile(page, 'Clicks').innerText();

  await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: 'Custom range' });
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/);
  await expect(tile(page, 'Clicks')).toHaveText(week);
  const first = await page.getByLabel('From', { exact: true }).inputValue();
  await page.getByLabel('To', { exact: true }).fill('2999-01-01');
  await expect(page.getByRole('alert')).toHaveText('Choose dates up to today.');
  // The first of the seven days: a full one, where the last has no clicks yet just after midnight.
  await page.getByLabel('To', { exact: true }).fill(first);
  await expect(page).toHaveURL(new RegExp(`from=${first}&to=${first}`));
  await expect(page.getByLabel('To', { exact: true })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Hour by hour' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  expect(faults).toEqual([]);
});

test('S20 S27: a chart can be read by keyboard and as a table, and a figure explains itself', {
  tag: '@both',
}, async ({ page }) => {
  await openAnalytics(page);
  const chart = page.getByRole('slider', { name: /Clicks, Day by day/ });
  await chart.focus();
  await page.keyboard.press('End');
  await expect(chart).toHaveAttribute('aria-valuetext', /Clicks: [\d,]+ so far$/);
  await page.keyboard.press('ArrowLeft');
  await expect(chart).toHaveAttribute('aria-valuetext', /, Clicks: [\d,]+$/);
  await page.getByText('View as table').click();
  const table = page.getByRole('region', { name: 'Table of all figures' });
  await expect(table.getByRole('row')).toHaveCount(31);
  const clicks = await table.locator('tbody tr td:nth-child(3)').allInnerTexts();
  const sum = clicks.reduce((total, text) => total + Number(digits(text)), 0);
  expect(sum.toLocaleString('en-US')).toBe(await tile(page, 'Clicks').innerText());
  await tile(page, 'Conversion rate').click();
  await expect(page.getByRole('dialog', { name: 'Conversion rate' })).toContainText('Orders divided by clicks');
});

test('shortlinks have the tooltip of the specification, word for word (§77)', async ({ page }) => {
  await openAnalytics(page, 'links');
  const note = page.getByRole('button', { name: 'About shortlinks' });
  await expect(note).toHaveAttribute('title', tooltip);
  await note.click();
  await expect(page.getByRole('dialog', { name: 'About shortlinks' })).toHaveText(tooltip);
});

test('S27: links and products are sorted by any column, and the CSV file has the same values as the screen', async ({
  page,
}) => {
  await openAnalytics(page, 'links');
  await page.getByRole('button', { name: 'Commission', exact: true }).last().click();
  await expect(page).toHaveURL(/sort=commission/);
  const region = page.getByRole('region', { name: 'Shortlink performance' });
  await expect(region.getByRole('columnheader', { name: 'Commission' })).toHaveAttribute('aria-sort', 'descending');
  const rows = await region
    .locator('tbody tr')
    .evaluateAll((trs) => trs.map((tr) => [...tr.children].map((cell) => (cell.textContent ?? '').trim())));
  const file = await downloaded(page);
  expect(file.name).toMatch(/^glow-lab-links-\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv$/);
  const at = (row: string[], column: string) => row[file.heading.indexOf(column)] ?? '';
  expect(
    file.rows.map((row) => [at(row, 'clicks'), at(row, 'orders'), at(row, 'sales'), at(row, 'commission')]),
  ).toEqual(rows.map((cells) => cells.slice(1, 5).map(digits)));

  await openAnalytics(page, 'overview?compare=1');
  const figures = await Promise.all(
    ['Views', 'Clicks', 'Orders', 'Sales', 'Commission'].map((name) => tile(page, name).innerText()),
  );
  const overview = await downloaded(page);
  const total = overview.rows.find((row) => row[0] === 'total') ?? [];
  expect(
    ['views', 'clicks', 'orders', 'sales', 'commission'].map((name) => total[overview.heading.indexOf(name)]),
  ).toEqual(figures.map(digits));
  expect(overview.rows.filter((row) => row[0] === 'previous total')).toHaveLength(1);
  await page.getByText('View as table').click();
  const table = page.getByRole('region', { name: 'Table of all figures' });
  await expect(table.getByRole('columnheader').last()).toHaveText('Clicks, previous period');
  expect(
    overview.rows.filter((row) => row[0] === 'previous day').map((row) => row[overview.heading.indexOf('clicks')]),
  ).toEqual(
    (await table.locator('tbody tr td:last-child').allInnerTexts()).filter((text) => text !== '---').map(digits),
  );
});

test('S27: a shopper’s view appears without a reload', async ({ page, browser, baseURL, request }) => {
  const creator = await registerCreator(request);
  await signInWith(page, creator.token);
  await page.goto(`/analytics-page/${creator.brand.slug}/overview?preset=today`);
  await expect(tile(page, 'Views')).toHaveText('0');
  const shopper = await browser.newContext({ userAgent: shopperAgent, ...(baseURL ? { baseURL } : {}) });
  await (await shopper.newPage()).goto(`/@${creator.handle}/${creator.brand.slug}`);
  await shopper.close();
  await expect(tile(page, 'Views')).toHaveText('1');
});

test('S27: clicks are filtered from the lists, combined, shared by address and cleared', {
  tag: '@both',
}, async ({ page }) => {
  const faults = watchForFaults(page);
  await openAnalytics(page);
  const all = Number(digits(await tile(page, 'Clicks').innerText()));
  const first = page.getByRole('list', { name: 'Countries' }).getByRole('listitem').first();
  const figure = first.locator(':scope > span').last();
  const clicks = await figure.evaluate(({ firstChild }) => firstChild?.textContent ?? '');
  await first.getByRole('link', { name: /^Filter by / }).click();
  await expect(page).toHaveURL(/country=[A-Z]{2}/);
  await expect(tile(page, 'Clicks')).toHaveText(clicks);
  expect(Number(digits(clicks))).toBeLessThan(all);
  await expect(page.getByText(/^Only clicks and views can be filtered\. Orders, sales and commission/)).toBeVisible();
  await expect(tile(page, 'Commission')).toHaveCount(0);
  const country = page.getByRole('button', { name: /^Remove the filter Country: / });
  await expect(country).toBeVisible();

  await page.getByRole('button', { name: 'Add filter' }).click();
  const drawer = page.getByRole('dialog', { name: 'Add a filter' });
  await drawer.getByRole('combobox', { name: 'Filter by' }).selectOption({ label: 'Device' });
  await drawer.getByRole('button', { name: /^Phone/ }).click();
  await expect(page).toHaveURL(/country=[A-Z]{2}.*device=mobile|device=mobile.*country=[A-Z]{2}/);
  const device = page.getByRole('button', { name: 'Remove the filter Device: Phone' });
  await expect(device).toBeVisible();
  await expect(page.getByRole('list', { name: 'Devices' }).getByRole('listitem')).toHaveCount(1);
  const both = await tile(page, 'Clicks').innerText();
  await expectNoSidewaysScroll(page);
  const file = await downloaded(page);
  expect(file.name).toMatch(/^glow-lab-filtered-/);
  expect(file.rows.find((row) => row[0] === 'total')?.[file.heading.indexOf('clicks')]).toBe(digits(both));
  await page.reload();
  await expect(tile(page, 'Clicks')).toHaveText(both);

  await device.click();
  await expect(tile(page, 'Clicks')).toHaveText(clicks);
  await expect(page.getByRole('region', { name: 'Filters' })).toBeFocused();
  await page.goBack();
  await expect(device).toBeVisible();
  await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: 'Last 12 months' });
  await expect(page.getByRole('heading', { name: 'This period is too long to filter' })).toBeVisible();
  await page.getByRole('button', { name: 'Show the last 90 days' }).click();
  await expect(page).toHaveURL(/preset=last_90_days/);
  await expect(country).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page).not.toHaveURL(/country|device/);
  await expect(tile(page, 'Commission')).toBeVisible();
  expect(faults).toEqual([]);
});
