import { expect, test } from '@playwright/test';
import { brandOfWorker, registerCreator } from './brands.ts';
import { ownPassword } from './newcomers.ts';
import { signInAs, signInWith } from './people.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { expectSoundInBothSchemes, watchForFaults } from './soundness.ts';

const reason = 'Your posts say that a brand sponsors you, and it does not.';

test('an operator suspends a creator, who reads why, objects, and is heard @both', async ({ page, browser }) => {
  const faults = watchForFaults(page);
  const creator = await registerCreator(page.request);
  await signInAs(page, 'operator@vitrine.test');
  await page.goto(`/operator/users?search=${creator.handle}`);
  await page.getByRole('table').getByRole('link').first().click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Suspend creator' }).click();
  await expect(sheet.getByText('Please choose a category.')).toBeVisible();
  await sheet.getByLabel('Category').selectOption('Abuse');
  await sheet.getByLabel('Reason for the suspension').fill(reason);
  await sheet.getByRole('button', { name: 'Suspend creator' }).click();
  await expect(sheet.getByText(/Suspended since/)).toBeVisible();

  const theirs = await browser.newPage();
  await theirs.goto('/login');
  await theirs.getByLabel('Email').fill(creator.email);
  await theirs.getByLabel('Password', { exact: true }).fill(ownPassword);
  await theirs.getByRole('button', { name: 'Log in' }).click();
  await expect(theirs).toHaveURL(/\/suspensions$/);
  await expect(theirs.getByRole('heading', { name: 'Your account is suspended', exact: true })).toBeVisible();
  await expect(theirs.getByText(reason)).toBeVisible();
  await theirs.getByLabel('Your objection').fill('The brand does sponsor me; I can send the contract.');
  await theirs.getByRole('button', { name: 'Send objection' }).click();
  await expect(theirs.getByText(/If nobody answers by/)).toBeVisible();
  await expectNoSidewaysScroll(theirs);
  await expectSoundInBothSchemes(theirs, '/suspensions');
  await theirs.goto('/earnings');
  await expect(theirs.getByText(/Your account has been suspended since/)).toBeVisible();
  await theirs.goto('/');
  await expect(theirs.getByText(/Once your account is no longer suspended/)).toBeVisible();
  await expect(theirs.getByRole('link', { name: 'Add your first product' })).toBeHidden();
  await theirs.goto(`/messages/${creator.brand.slug}`);
  await expect(theirs.getByText('You can’t write messages while your account is suspended.')).toBeVisible();
  await expect(theirs.getByRole('textbox')).toHaveCount(0);

  await page.goto('/operator/suspensions?objection=open');
  await page
    .getByRole('row', { name: new RegExp(creator.handle) })
    .getByRole('link')
    .click();
  await expect(sheet.getByText('The brand does sponsor me')).toBeVisible();
  await sheet.getByLabel('Reason for lifting it').fill('You are right, and we are sorry.');
  await sheet.getByRole('button', { name: 'Lift suspension' }).click();
  await expect(page.getByText(/is no longer suspended/).first()).toBeVisible();
  await theirs.goto('/suspensions');
  await expect(theirs.getByText('You are right, and we are sorry.').first()).toBeVisible();
  await expect(theirs.getByText(/Your account has been suspended since/)).toBeHidden();
  expect(faults).toEqual([]);
});

test('a creator objects to a pause, and the brand keeps it with a reason', async ({ page, browser }) => {
  const faults = watchForFaults(page);
  const brand = await brandOfWorker();
  const creator = await registerCreator(page.request);
  const at = `/brand/${brand.slug}/creators/${creator.accountId}`;
  await brand.call('post', `${at}/pause`, {
    category: 'self_purchases',
    reason: 'Three orders were sent to your address.',
  });
  const theirs = await browser.newPage();
  await signInWith(theirs, creator.token);
  await theirs.goto('/');
  await theirs.getByRole('link', { name: 'Read more, and object' }).click();
  await theirs.getByLabel('Your objection').fill('My sister lives at the same address.');
  await theirs.getByRole('button', { name: 'Send objection' }).click();
  await expect(theirs.getByText(/If nobody answers by/)).toBeVisible();

  await signInWith(page, brand.token);
  await page.goto(`/brand/${brand.slug}/objections`);
  await page
    .getByRole('table', { name: /pauses/ })
    .getByRole('link')
    .first()
    .click();
  await page.getByRole('button', { name: 'Change status' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('My sister lives at the same address.')).toBeVisible();
  await sheet.getByLabel('Reason if you reject it').fill('The card was in your name as well.');
  await sheet.getByRole('button', { name: 'Reject objection' }).click();
  await expect(page.getByText('Objection rejected.')).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByText('The card was in your name as well.')).toBeVisible();
  expect(faults).toEqual([]);
});
