import { expect, test } from '@playwright/test';
import { registerCreator } from './brands.ts';
import { ownPassword } from './newcomers.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { signInWith } from './people.ts';

test('a creator asks about a missing order, asks the brand, and is credited @both', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const { brand, handle, token } = await registerCreator(request);
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const creator = await context.newPage();
  await signInWith(creator, token);
  await creator.goto('/earnings?view=unearned');
  const name = `LOST-${handle}`;
  await creator.getByLabel('Order number').last().fill(name);
  await creator.getByRole('button', { name: 'Find order' }).click();
  await expect(
    creator.getByText('We can’t find this order among those that came through your links or codes.'),
  ).toBeVisible();
  await creator.getByRole('button', { name: `Ask ${brand.name}` }).click();
  await creator.getByLabel('What makes you sure it’s yours?').fill('A follower showed me the receipt');
  await creator.getByRole('button', { name: `Send to ${brand.name}` }).click();
  await expect(creator.getByText(`You asked ${brand.name} on`)).toBeVisible();
  await expectNoSidewaysScroll(creator);

  await signInWith(page, brand.token);
  await page.goto(`/brand/${brand.slug}/claims`);
  await page.getByRole('button', { name }).click();
  const sheet = page.getByRole('dialog', { name: /^Claim by/ });
  await expect(sheet).toContainText('A follower showed me the receipt');
  await expect(sheet).toContainText('Your shop hasn’t reported one.');
  await sheet.getByLabel('Your answer').fill('The shop lost the click, sorry');
  await sheet.getByLabel('Amount to credit').fill('7.20');
  await sheet.getByRole('button', { name: 'Credit claim' }).click();
  const confirm = page.getByRole('dialog', { name: 'Credit claim' });
  await confirm.getByLabel('Your password').fill(ownPassword);
  await confirm.getByRole('button', { name: 'Credit $7.20' }).click();
  await expect(page.getByText('Credited. We’ve let the creator know.')).toBeVisible();
  await expectNoSidewaysScroll(page);

  await expect(creator.getByText(`${brand.name} credited $7.20 on`)).toBeVisible();
  await expect(creator.getByText('The shop lost the click, sorry')).toBeVisible();
  await context.close();
});
