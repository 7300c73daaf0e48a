import { expect, test, type Page } from '@playwright/test';
import { openNewBrand } from './brands.ts';
import { mailedLink } from './mails.ts';
import { newcomer } from './newcomers.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { signInWith } from './people.ts';
import { watchForFaults } from './soundness.ts';

async function apply(page: Page, slug: string, name: string, email: string): Promise<void> {
  await page.goto(`/apply/${slug}`);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Your email').fill(email);
  await page.getByLabel('Why us?').fill('I test everything.');
  await page.getByText('can keep my answers').click();
  await page.getByRole('button', { name: 'Send application' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
}

test('three people apply to a brand: one is approved, one is declined with a reason, one withdraws @both', async ({
  page,
  browser,
  baseURL,
}) => {
  const faults = watchForFaults(page);
  const brand = await openNewBrand(page.request);
  await signInWith(page, brand.token);
  await page.goto(`/brand/${brand.slug}/groups`);
  await page.getByRole('button', { name: 'New group' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Name').fill('Newcomers');
  await sheet.getByLabel('Welcome text').fill('Say hello first.');
  await sheet.getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByRole('row', { name: /Newcomers/ })).toBeVisible();

  await page.goto(`/brand/${brand.slug}/application-page`);
  await expect(page.getByText('Set a commission rate for all creators under Terms first.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open page' })).toBeDisabled();
  await brand.call('post', `/brand/${brand.slug}/terms`, { rules: [{ kind: 'percentage', rate: 1500 }] });
  await page.reload();
  await page.getByLabel('Headline').fill('Join our program');
  await page.getByRole('button', { name: 'Add question' }).click();
  await page.getByLabel('Question 1', { exact: true }).fill('Why us?');
  await page.getByRole('button', { name: 'Save page' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Open page' }).click();
  await expect(page.getByText('Your page is open. Creators can apply.')).toBeVisible();
  await expectNoSidewaysScroll(page);

  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  const there = await elsewhere.newPage();
  const emails = { Iris: newcomer().email, Ugo: newcomer().email, Lena: newcomer().email };
  for (const [name, email] of Object.entries(emails)) {
    await apply(there, brand.slug, name, email);
    await there.goto(await mailedLink(email, 'application_confirm'));
    await there.getByRole('button', { name: 'Confirm application' }).click();
    await expect(there.getByText('will answer by email')).toBeVisible();
  }
  await there.getByRole('button', { name: 'Withdraw application' }).click();
  await expect(there.getByText('You withdrew this application.')).toBeVisible();
  await expectNoSidewaysScroll(there);

  await page.goto(`/brand/${brand.slug}/applications`);
  await page.getByRole('button', { name: 'Ugo' }).click();
  const answer = page.getByRole('dialog');
  await expect(answer).toContainText('I test everything.');
  await answer.getByText('Decline', { exact: true }).click();
  await answer.getByLabel('Reason').selectOption('audience');
  await answer.getByRole('button', { name: 'Decline and send email' }).click();
  await page.getByRole('checkbox', { name: 'Choose Iris' }).check();
  await page.getByRole('button', { name: 'Answer 1 application' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve and invite' }).click();
  await expect(page.getByText('1 application was answered.')).toBeVisible();
  // There is no mail server, so the brand hands the link over.
  const links = page.getByRole('dialog').getByRole('table', { name: 'Invitation links' });
  await expect(links.getByRole('row', { name: 'Iris' }).getByRole('button', { name: 'Copy link' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Withdrawn 1')).toBeVisible();
  await expectNoSidewaysScroll(page);
  expect(await mailedLink(emails.Iris, 'invitation')).toContain('/start-invite#');
  expect(faults).toEqual([]);
  await elsewhere.close();
});
