import { expect, test } from '@playwright/test';
import { registerCreator } from './brands.ts';
import { password, signInAs, signInWith } from './people.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { watchForFaults } from './soundness.ts';

test('an operator creates a brand, and reads the email to its owner (S27)', async ({ page }) => {
  const faults = watchForFaults(page);
  await signInAs(page, 'operator@vitrine.test');
  await page.goto('/operator/brands');
  await page.getByRole('button', { name: 'Create brand' }).click();
  const sheet = page.getByRole('dialog', { name: 'Create brand' });
  const brand = 'Tidal';
  await sheet.getByLabel('Brand name').fill(brand);
  await sheet.getByLabel('Shop address').fill('tidal.example');
  await sheet.getByLabel('Owner’s name').fill('Ines Maro');
  await sheet.getByLabel('Owner’s email').fill('ava@creators.test');
  await sheet.getByRole('button', { name: 'Create brand' }).click();
  await expect(sheet).toContainText('Please enter the address with https, like https://shop.example.');
  await sheet.getByLabel('Shop address').fill('https://tidal.example');
  await sheet.getByRole('button', { name: 'Create brand' }).click();
  await expect(sheet).toContainText('belongs to someone who can’t own a brand');
  await sheet.getByLabel('Owner’s email').fill('ines@tidal.test');
  await sheet.getByRole('button', { name: 'Create brand' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('table')).toContainText(brand);

  await page.goto('/operator/mails');
  await page.getByLabel('Recipient').fill('ines@tidal');
  await page.getByRole('link', { name: `${brand} is now on Vitrine` }).click();
  const mail = page.getByRole('dialog');
  await expect(mail).toContainText('/reset-password#hidden');
  await mail.getByLabel('Reason for sharing the link').fill('Her mailbox is not reachable yet');
  await mail.getByLabel('Your password').fill(password);
  await mail.getByRole('button', { name: 'Get link' }).click();
  await expect(mail.getByRole('status')).toContainText(/\/reset-password#vtr_[\w-]{43}/);
  await mail.getByText('Preview').click();
  await expect(mail.frameLocator('iframe').getByRole('heading', { name: `${brand} is ready` })).toBeVisible();
  await expectNoSidewaysScroll(page);
  expect(faults).toEqual([]);
});

test('the result of an action is shown even if its sheet was closed before the response (S27)', async ({ page }) => {
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/v1/operator/brands', async (route) => {
    if (route.request().method() === 'POST') await answered.promise;
    await route.continue();
  });
  await signInAs(page, 'operator@vitrine.test');
  await page.goto('/operator/brands');
  await page.getByRole('button', { name: 'Create brand' }).click();
  const sheet = page.getByRole('dialog', { name: 'Create brand' });
  const brand = 'Salt';
  await sheet.getByLabel('Brand name').fill(brand);
  await sheet.getByLabel('Shop address').fill('https://salt.example');
  await sheet.getByLabel('Owner’s name').fill('Odile Renn');
  await sheet.getByLabel('Owner’s email').fill('odile@salt.test');
  await sheet.getByRole('button', { name: 'Create brand' }).click();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
  answered.resolve();
  await expect(page.getByText(`${brand} created. Its owner’s link is also under Emails.`)).toBeVisible();
});

test('an operator pauses a brand, and staff, creators and shoppers see that until it is resumed (S27)', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const faults = watchForFaults(page);
  const { brand, token, handle } = await registerCreator(request, 1);
  await signInAs(page, 'operator@vitrine.test');
  await page.goto('/operator/brands');
  await page.getByRole('link', { name: brand.name }).click();
  const sheet = page.getByRole('dialog', { name: brand.name });
  await sheet.getByRole('button', { name: 'Pause brand' }).click();
  await expect(sheet).toContainText('Clicks made from now on earn no commission.');
  await sheet.getByRole('button', { name: 'Pause now' }).click();
  await expect(sheet).toContainText('Please enter at least 10 characters.');
  const reason = 'The shop moves to another address';
  await sheet.getByLabel('Reason').first().fill(reason);
  await sheet.getByRole('button', { name: 'Pause now' }).click();
  await expect(sheet.getByRole('definition').filter({ hasText: 'Paused' })).toBeVisible();

  const open = async (path: string, session: string) => {
    const context = await browser.newContext(baseURL ? { baseURL } : {});
    const opened = await context.newPage();
    await signInWith(opened, session);
    await opened.goto(path);
    return opened;
  };
  const staff = await open(`/brand/${brand.slug}/catalogue`, brand.token);
  const notice = (of: typeof page) => of.getByRole('region', { name: `${brand.name} has been paused since` });
  await expect(notice(staff)).toContainText(reason);
  const creator = await open('/earnings', token);
  await expect(notice(creator)).toContainText('You keep your balance');
  const shopper = await browser.newPage(baseURL ? { baseURL } : {});
  await shopper.goto(`/@${handle}/${brand.slug}`);
  await expect(shopper.getByRole('heading', { name: `${brand.name} is paused` })).toBeVisible();
  await shopper.goto(`/start-invite#${brand.invitation}`);
  await expect(shopper.getByRole('heading', { name: 'This brand is paused' })).toBeVisible();

  await sheet.getByRole('button', { name: 'Resume brand' }).click();
  await sheet.getByLabel('Reason').first().fill('The new address works');
  await sheet.getByRole('button', { name: 'Resume now' }).click();
  await expect(sheet.getByRole('definition').filter({ hasText: 'Active' })).toBeVisible();
  await expect(notice(staff)).toBeHidden();
  await expect(notice(creator)).toBeHidden();
  expect(faults).toEqual([]);
});

test('an operator adds an owner to a brand, whose only owner can then close their account (S27)', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const faults = watchForFaults(page);
  const { brand } = await registerCreator(request, 1);
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const owner = await context.newPage();
  await signInWith(owner, brand.token);
  const openAccount = async () => {
    await owner.goto(`/brand/${brand.slug}`);
    await owner.getByRole('button', { name: /User menu/ }).click();
    await owner.getByRole('menuitem', { name: 'Your account' }).click();
  };
  await openAccount();
  const account = owner.getByRole('region', { name: 'Close account' });
  await expect(account).toContainText(`You’re the only owner of ${brand.name}.`);
  await account.getByRole('button', { name: 'Ask an operator' }).click();
  await owner.getByLabel('What’s it about?').fill('A new owner');
  await owner.getByLabel('Your question or idea').fill('Please make Nora Berg, nora@berg.test, the owner.');
  await owner.getByRole('button', { name: 'Send' }).click();
  await expect(owner.getByText(/We got it/).first()).toBeVisible();

  await signInAs(page, 'operator@vitrine.test');
  await page.goto('/operator/brands');
  await page.getByRole('link', { name: brand.name }).click();
  const sheet = page.getByRole('dialog', { name: brand.name });
  await sheet.getByRole('button', { name: 'Add owner' }).click();
  await sheet.getByLabel('Owner’s name').fill('Nora Berg');
  await sheet.getByLabel('Owner’s email').fill('ava@creators.test');
  await sheet.getByRole('button', { name: 'Add owner now' }).click();
  await expect(sheet).toContainText('Please enter at least 10 characters.');
  await sheet.getByLabel('Reason').first().fill('Asked for by the owner');
  await sheet.getByRole('button', { name: 'Add owner now' }).click();
  await expect(sheet).toContainText('belongs to someone who can’t own a brand');
  const email = `nora@${brand.slug}.test`;
  await sheet.getByLabel('Owner’s email').fill(email);
  await sheet.getByRole('button', { name: 'Add owner now' }).click();
  await expect(sheet.getByRole('list').filter({ hasText: 'Nora Berg' })).toContainText(email);
  await expect(sheet).toContainText('Copy this link now');

  await openAccount();
  await expect(account.getByRole('button', { name: 'Close account' })).toBeVisible();
  expect(faults).toEqual([]);
});
