import { type Browser, expect, type Page, test } from '@playwright/test';
import { callerOf } from './calls.ts';
import { inDatabase } from './database.ts';
import { signInAs, signInAsNewcomer } from './people.ts';
import { expectSoundInBothSchemes, watchForFaults } from './soundness.ts';

const work = 'My photo “Lilac hour”, at photographer.example/lilac-hour';
const reason = 'A photographer says that this page uses a photo without permission.';

/** Sends a copyright notice about the page, in a browser without JavaScript. Returns its reference. */
async function sendNotice(browser: Browser, path: string): Promise<string> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(path);
  await page.getByRole('link', { name: 'Report this page' }).click();
  await page.getByRole('link', { name: 'Send a copyright notice' }).click();
  await page.getByLabel('The work that is infringed').fill(work);
  await page.getByLabel('Your name').fill('Paula Photographer');
  await page.getByLabel('Your email').fill(`paula-${crypto.randomUUID()}@photographer.example`);
  await page.getByLabel('Your postal address').fill('1 Lens Street, Portland, OR 97201');
  await page.getByLabel('Your phone number').fill('+1 503 555 0100');
  await page.getByLabel('I believe in good faith').check();
  await page.getByRole('button', { name: 'Send notice' }).click();
  await expect(page.getByRole('alert')).toHaveText('Correct 2 fields below.');
  await page.getByLabel('This notice is accurate').check();
  await page.getByLabel('Your signature').fill('Paula Photographer');
  await page.getByRole('button', { name: 'Send notice' }).click();
  const received = page.getByText(/^Report R-/);
  await expect(received).toBeVisible();
  const reference = (await received.innerText()).replace(/^report /i, '');
  await context.close();
  return reference;
}

async function openReport(page: Page, reference: string) {
  await page.goto(`/operator/reports?search=${reference}`);
  await page.getByRole('link', { name: reference }).click();
  const sheet = page.getByRole('dialog', { name: reference });
  await expect(sheet.getByText('Paula Photographer').first()).toBeVisible();
  return sheet;
}

/** The ten business days after the counter-notice are over. */
async function letBusinessDaysPass(reference: string): Promise<void> {
  await inDatabase(async (database) => {
    await database.query('set role vitrine_system');
    const { rowCount } = await database.query(
      `update counter_notices set received_at = now() - interval '16 days'
       where report_id = (select id from reports where reference = $1)`,
      [reference],
    );
    expect(rowCount).toBe(1);
  });
}

test('a link is reported and taken down, its owner objects, and it is restored', async ({ page, browser }) => {
  const faults = watchForFaults(page);
  const owner = await browser.newPage();
  const { token, accountId } = await signInAsNewcomer(owner);
  const { data: link } = await callerOf(owner.request, token)('post', `/merchant-accounts/${accountId}/links`, {
    destination: 'https://glow-lab.localhost/lilac',
  });
  const path = `/s/${link.code}`;
  const statusOf = async () => (await page.request.get(path, { maxRedirects: 0 })).status();
  expect(await statusOf()).toBe(302);
  const reference = await sendNotice(browser, `${path}+`);

  await signInAs(page, 'operator@vitrine.test');
  const sheet = await openReport(page, reference);
  await expect(sheet.getByText(work)).toBeVisible();
  await sheet.getByLabel('Public reason').fill(reason);
  await sheet.getByRole('button', { name: 'Take down', exact: true }).click();
  await expect(page.getByText('Taken down. The owner and the reporter get an email.')).toBeVisible();
  await expect.poll(statusOf, { timeout: 2_000 }).toBe(451);

  const shopper = await browser.newPage();
  await shopper.goto(path);
  await expect(shopper.getByRole('heading', { name: 'This link was taken down' })).toBeVisible();
  await expect(shopper.getByText('We received a copyright notice about it.')).toBeVisible();
  await expect(shopper.getByText(reason)).toBeVisible();
  expect(await shopper.content()).not.toContain('glow-lab.localhost');
  await expectSoundInBothSchemes(shopper, path);

  await owner.goto('/manage/glow-lab/links');
  const row = owner.getByRole('listitem').filter({ hasText: path });
  await expect(row.getByText('Taken down')).toBeVisible();
  await expect(row.getByText(reason)).toBeVisible();
  await expect(row.getByRole('button', { name: 'Copy link' })).toHaveCount(0);
  await expectSoundInBothSchemes(owner, 'the link that was taken down');
  await row.getByRole('link', { name: 'See why, and how to object' }).click();
  await expect(owner.getByText(reason)).toBeVisible();
  await owner.getByRole('button', { name: 'Write a counter-notice' }).click();
  await owner.getByRole('button', { name: 'Send counter-notice' }).click();
  await expect(owner.getByText('Please enter your phone number.')).toBeVisible();
  await expectSoundInBothSchemes(owner, '/takedowns');
  await owner.getByLabel('Why it should be restored').fill('I took this photo myself.');
  await owner.getByLabel('Your full name').fill('Iris Newcomer');
  await owner.getByLabel('Your postal address').fill('2 Rue de la Paix, Paris');
  await owner.getByLabel('Your phone number').fill('+33 1 23 45 67 89');
  await owner.getByLabel('Under penalty of perjury').check();
  await owner.getByLabel('I accept the jurisdiction').check();
  await owner.getByLabel('Your signature').fill('Iris Newcomer');
  await owner.getByRole('button', { name: 'Send counter-notice' }).click();
  await expect(owner.getByText(/^You sent a counter-notice on .+ We restore it between/)).toBeVisible();

  await openReport(page, reference);
  await sheet.getByRole('button', { name: 'Forward to the reporter' }).click();
  await expect(page.getByText('Counter-notice forwarded.')).toBeVisible();
  await sheet.getByLabel('Reason for restoring').fill('The reporter did not go to court.');
  await sheet.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(sheet.getByText(/Not before .+, 10 business days after the counter-notice/)).toBeVisible();
  await expect(sheet.getByRole('alert')).toContainText('It’s too early to restore this');
  await expectSoundInBothSchemes(page, 'the open report');
  expect(await statusOf()).toBe(451);

  await letBusinessDaysPass(reference);
  await sheet.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText('Restored. It’s live again.')).toBeVisible();
  await expect.poll(statusOf, { timeout: 2_000 }).toBe(302);
  await owner.reload();
  await expect(owner.getByText('Nothing is taken down')).toBeVisible();
  expect(faults).toEqual([]);
  await Promise.all([owner.close(), shopper.close()]);
});

test('an operator takes down a storefront where they look at its creator, and restores it', async ({
  page,
  browser,
}) => {
  const faults = watchForFaults(page);
  const owner = await browser.newPage();
  const { handle } = await signInAsNewcomer(owner);
  const statusOf = async () => (await page.request.get(`/@${handle}/glow-lab`)).status();
  expect(await statusOf()).toBe(200);

  await signInAs(page, 'operator@vitrine.test');
  await page.goto(`/operator/users?search=${handle}`);
  await page.getByRole('table').getByRole('link').first().click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Choose what to take down' }).click();
  await sheet.getByLabel('What to take down').selectOption({ label: `Storefront for Glow Lab (/@${handle}/glow-lab)` });
  await sheet.getByRole('button', { name: 'Take down', exact: true }).click();
  await expect(sheet.getByText('Please enter at least 5 characters.')).toBeVisible();
  await sheet.getByLabel('Public reason').fill('Its products are counterfeits.');
  await expectSoundInBothSchemes(page, 'the take-down of a storefront');
  await sheet.getByRole('button', { name: 'Take down', exact: true }).click();
  await expect(page.getByText('Taken down. Its page says why, and its owner gets an email.')).toBeVisible();
  expect(await statusOf()).toBe(410);
  await owner.goto('/manage/glow-lab/links');
  await expect(owner.getByRole('status').filter({ hasText: 'We took down this storefront.' })).toBeVisible();

  await page.goto('/operator/reports?show=down');
  const row = page.getByRole('row').filter({ hasText: handle });
  await row.getByRole('button', { name: 'Restore' }).click();
  const restoring = page.getByRole('dialog');
  await restoring.getByLabel('Reason').fill('The brand confirmed that they are real.');
  await restoring.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Restored. It’s live again.')).toBeVisible();
  expect(await statusOf()).toBe(200);
  expect(faults).toEqual([]);
  await owner.close();
});
