import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { password, signInAs } from './people.ts';
import { expectSound, watchForFaults } from './soundness.ts';

const noor = {
  email: 'noor@creators.test',
  name: 'Noor Haddad',
  staff: 'brand@northwind.test',
  slug: 'northwind-outfitters',
  brand: 'Northwind Outfitters',
};

/**
 * Enters French bank details with a typo and a wrong password first: each error is shown at its field, and nothing
 * typed is lost.
 */
async function giveDetails(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: /ank details/ });
  await sheet.getByLabel('Bank country').selectOption('FR');
  await sheet.getByLabel('IBAN').fill('FR76 3000 6000 0112 3456 7890 188');
  await sheet.getByLabel('Your password', { exact: true }).fill(password);
  await sheet.getByRole('button', { name: 'Save bank details' }).click();
  await expect(sheet.getByText('This isn’t a valid IBAN')).toBeVisible();
  await expect(sheet.getByLabel('IBAN')).toHaveValue('FR76 3000 6000 0112 3456 7890 188');
  await sheet.getByLabel('IBAN').fill('FR76 3000 6000 0112 3456 7890 189');
  await sheet.getByLabel('Your password', { exact: true }).fill('not-my-password');
  await sheet.getByRole('button', { name: 'Save bank details' }).click();
  await expect(sheet.getByText('That’s not your password.')).toBeVisible();
  await expectSound(page);
  await sheet.getByLabel('Your password', { exact: true }).fill(password);
  await sheet.getByRole('button', { name: 'Save bank details' }).click();
  await expect(sheet).toBeHidden();
}

async function openConsole(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const page = await context.newPage();
  await signInAs(page, noor.staff);
  await page.goto(`/brand/${noor.slug}/payouts`);
  return page;
}

async function approveAll(staff: Page): Promise<void> {
  await staff.getByRole('checkbox', { name: new RegExp(noor.name) }).check();
  await expectSound(staff);
  await staff.getByRole('button', { name: /^Approve/ }).click();
  const sheet = staff.getByRole('dialog', { name: 'Approve payouts' });
  await sheet.getByLabel('Your password', { exact: true }).fill(password);
  await sheet.getByRole('button', { name: /^Approve/ }).click();
  await expect(sheet).toBeHidden();
}

test('S27: bank details are added, a payout is requested, approved and paid, and each step shows without a reload', {
  tag: '@phone',
}, async ({ page, browser, baseURL }) => {
  const faults = watchForFaults(page);
  await signInAs(page, noor.email);
  await page.goto('/earnings?view=payouts');
  const balance = page.getByRole('region', { name: noor.brand }).first();
  await expect(balance).toContainText('You haven’t added bank details yet.');
  await balance.getByRole('button', { name: 'Add bank details' }).click();
  await giveDetails(page);
  await expect(page.getByText('•••• 0189').first()).toBeVisible();
  // Opened before the request, which it then shows by its live event.
  const staff = await openConsole(browser, baseURL);
  await expect(staff.getByRole('heading', { name: 'Payouts' }).first()).toBeVisible();
  const cashOut = balance.getByRole('button', { name: /^Cash out/ });
  const amount = (await cashOut.innerText()).replace('Cash out ', '').trim();
  await cashOut.click();
  const sheet = page.getByRole('dialog', { name: 'Cash out' });
  await expect(sheet).toContainText(amount);
  await expectSound(page);
  await sheet.getByRole('button', { name: 'Request payout' }).click();
  await expect(sheet).toBeHidden();
  const payouts = page.getByRole('region', { name: noor.brand }).last();
  const row = payouts.getByRole('listitem').filter({ hasText: amount }).first();
  await expect(row).toContainText('Requested');
  await expect(balance.getByRole('button', { name: `Processing: ${amount}` })).toBeVisible();

  await approveAll(staff);
  await expect(row).toContainText('Approved');
  await staff.getByText(/^Approved \d/).click();
  await staff.getByRole('button', { name: 'Mark as paid' }).click();
  await staff.getByRole('dialog').getByLabel('Reference').fill('BANK 4711');
  await staff.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Paid');
  await expect(row).toContainText('BANK 4711');
  await expect(balance.getByRole('button', { name: `: ${amount}` })).toBeVisible();
  await staff.context().close();
  await expectSound(page);
  expect(faults).toEqual([]);
});

test('S20 S27: a month’s statement has the same sums on the screen, as PDF and as CSV', {
  tag: '@phone',
}, async ({ page }) => {
  await signInAs(page, noor.email);
  await page.goto('/earnings?view=statements');
  const months = page.getByRole('region', { name: noor.brand }).last();
  // A closed month: the running one moves with what other journeys cash out.
  const month = months.getByRole('listitem').filter({ hasText: 'Closed' }).first();
  const closing = /to (\S+)/.exec(await month.innerText())?.[1] ?? 'none';
  const file = async (kind: string) => {
    const kept = page.waitForEvent('download');
    await month.getByRole('button', { name: new RegExp(kind) }).click();
    return kept;
  };
  const pdf = await file('PDF');
  expect(pdf.suggestedFilename()).toMatch(new RegExp(`^statement-${noor.slug}-\\d{4}-\\d{2}-[A-Z]{3}\\.pdf$`));
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-');
  const csv = (await readFile(await (await file('CSV')).path(), 'utf8')).trim().split('\r\n');
  const cents = (line: string | undefined) =>
    BigInt(/,(-?\d+\.\d\d),"[A-Z]{3}"/.exec(line ?? '')?.[1]?.replace('.', '') ?? 'x');
  const moved = csv
    .slice(2, -1)
    .reduce((sum, line) => sum + BigInt(/,(-?\d+\.\d\d),-?\d+\.\d\d,"/.exec(line)?.[1]?.replace('.', '') ?? 'x'), 0n);
  expect(cents(csv.at(-1)) - cents(csv[1])).toBe(moved);
  expect(closing.replaceAll(/[^\d]/g, '').replace(/^0+(?=\d)/, '')).toBe(cents(csv.at(-1)).toString());

  await month.getByRole('button').first().click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('Closing hash');
  await expect(sheet).toContainText(closing);
  await expectSound(page);
});

// Once is enough: the demo's money is shared.
test('S27: a payout canceled before its approval is available again', async ({ page }) => {
  await signInAs(page, 'ava@creators.test');
  await page.goto('/earnings?view=payouts');
  const balance = page.getByRole('region', { name: 'Glow Lab' }).first();
  await balance.getByRole('button', { name: /^Cash out/ }).click();
  await page.getByLabel('Amount (optional)').fill('1');
  await page.getByRole('button', { name: 'Request payout' }).click();
  await expect(page.getByText(/Please enter an amount from \$25.00/)).toBeVisible();
  // Everything: how much is available depends on the day, and only whole commissions are paid.
  await page.getByLabel('Amount (optional)').fill('');
  await page.getByRole('button', { name: 'Request payout' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Requested' }).first();
  await row.getByRole('button', { name: 'Cancel payout' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Canceled' }).first()).toBeVisible();
});
