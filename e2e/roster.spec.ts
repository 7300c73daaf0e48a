import { expect, test } from '@playwright/test';
import { brandOfWorker, registerCreator } from './brands.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { signInWith } from './people.ts';
import { watchForFaults } from './soundness.ts';

test('a brand finds a creator, tags and notes, pauses and resumes, and announces an end that is withdrawn @both', async ({
  page,
}) => {
  const faults = watchForFaults(page);
  const brand = await brandOfWorker();
  const creator = await registerCreator(page.request);
  await signInWith(page, brand.token);
  await page.goto(`/brand/${brand.slug}/creators`);
  await page.getByLabel('Name or handle').fill(creator.handle);
  await expect(page).toHaveURL(new RegExp(`search=${creator.handle}`));
  await expect(page.getByText('1 creator', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clicks' }).click();
  await expect(page).toHaveURL(/sort=clicks/);
  await page.getByText('Columns', { exact: true }).click();
  await page.getByLabel('Views').check();
  await expect(page.getByRole('columnheader', { name: 'Views' })).toBeVisible();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  expect((await file).suggestedFilename()).toMatch(/creators-.*\.csv$/);
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: 'Tag the one found' }).click();
  const tagging = page.getByRole('dialog', { name: 'Change tags' });
  await tagging.getByLabel('Tag', { exact: true }).fill('Samples');
  await tagging.getByRole('button', { name: 'Add tag' }).click();
  await expect(page.getByText('1 creator got the tag.')).toBeVisible();

  await page.getByRole('region', { name: 'Creators' }).getByRole('link').first().click();
  await expect(page.getByText(`@${creator.handle}`)).toBeVisible();
  await page.getByLabel('New tag').fill('Spring');
  await page.getByRole('button', { name: 'Add tag' }).click();
  await expect(page.getByRole('list', { name: 'Tags' })).toContainText('spring');
  await page.getByLabel('New note').fill('Likes early samples');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('paragraph').filter({ hasText: 'Likes early samples' })).toBeVisible();

  await page.getByRole('button', { name: 'Pause or end' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Category').selectOption('Trademarks or content');
  await sheet.getByLabel('Reason for the pause').fill('We are checking your last posts.');
  await sheet.getByRole('button', { name: 'Pause creator' }).click();
  await expect(page.getByText('Creator paused.')).toBeVisible();
  await expect(page.getByText('Paused: “We are checking your last posts.”')).toBeVisible();
  const refused = await page.request.post(`/api/v1/merchant-accounts/${creator.accountId}/collections`, {
    headers: { authorization: `Bearer ${creator.token}` },
    data: { title: 'New' },
  });
  expect([refused.status(), (await refused.json()).code]).toEqual([409, 'account_paused']);

  await page.getByRole('button', { name: 'Change status' }).click();
  await sheet.getByRole('button', { name: 'Resume creator' }).click();
  await expect(page.getByText('Creator resumed.')).toBeVisible();
  await page.getByRole('button', { name: 'Pause or end' }).click();
  await sheet.getByLabel('Reason for the end').fill('Our program ends with this season.');
  await sheet.getByRole('button', { name: 'Announce the end' }).click();
  await expect(page.getByText('The end was announced.')).toBeVisible();
  await page.getByRole('button', { name: 'Pause or end' }).click();
  await sheet.getByRole('button', { name: 'Withdraw the end' }).click();
  await expect(page.getByText('The end was withdrawn.')).toBeVisible();
  await expectNoSidewaysScroll(page);
  expect(faults).toEqual([]);
});
