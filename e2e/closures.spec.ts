import { expect, type Page, test } from '@playwright/test';
import { inDatabase } from './database.ts';
import { ownPassword } from './newcomers.ts';
import { signInAs, signInAsNewcomer } from './people.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { watchForFaults } from './soundness.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Close account' });
const banner = (page: Page) => page.getByRole('region', { name: /^Your account will be erased on / });

async function closeAccount(page: Page): Promise<void> {
  await page.goto('/settings#close');
  await section(page).getByRole('button', { name: 'Close account' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Your password').fill(ownPassword);
  await drawer.getByRole('button', { name: 'Close account' }).click();
  await expect(section(page).getByText(/^Your account will be erased on /)).toBeVisible();
}

/** The last day is over: the job runs at once instead of within a minute. */
async function letDaysPass(email: string): Promise<void> {
  await inDatabase(async (database) => {
    await database.query('set role vitrine_system');
    await database.query(
      `update closures set erase_after = now() - interval '1 minute' where user_id = (select id from users where email = $1)`,
      [email],
    );
    await database.query('reset role');
    await database.query(`select graphile_worker.add_job('erase_accounts', job_key := 'erase_accounts')`);
  });
}

test('a creator closes the account, keeps it after all, closes it again, and is erased', async ({ page }) => {
  const faults = watchForFaults(page);
  const { handle, email } = await signInAsNewcomer(page);
  const storefront = async () => (await page.request.get(`/@${handle}`)).status();
  await page.goto('/settings#close');
  await expect(section(page).getByText('What we delete')).toBeVisible();
  await expect(section(page).getByText('What we keep, and why')).toBeVisible();
  expect(await storefront()).toBe(200);

  await closeAccount(page);
  expect(await storefront()).toBe(404);
  await page.goto('/earnings');
  await expect(banner(page)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await banner(page).getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByText('Your account stays open.')).toBeVisible();
  await expect(banner(page)).toBeHidden();
  expect(await storefront()).toBe(200);

  await closeAccount(page);
  expect(faults).toEqual([]);
  await letDaysPass(email);
  const tryToLogIn = async () => {
    const answer = await page.request.post('/api/v1/login', { data: { email, password: ownPassword } });
    return (await answer.json()).code;
  };
  await expect.poll(tryToLogIn, { timeout: 60_000 }).toBe('wrong_credentials');
  await page.goto('/earnings');
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(ownPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Wrong email or password.')).toBeVisible();
});

test('an operator closes an account for a reason, and its owner sees it on the next page', async ({
  page,
  browser,
}) => {
  const owner = await browser.newPage();
  const { email, name } = await signInAsNewcomer(owner);
  await signInAs(page, 'operator@vitrine.test');
  await page.goto(`/operator/users?search=${encodeURIComponent(email)}`);
  await page.getByRole('link', { name }).click();
  const sheet = page.getByRole('dialog').getByRole('region', { name: 'Close account' });
  await sheet.getByRole('button', { name: 'Close account' }).click();
  await expect(sheet.getByText('Please enter at least 10 characters.')).toBeVisible();
  await sheet.getByLabel('Reason for closing').fill('Asked for by phone');
  await sheet.getByRole('button', { name: 'Close account' }).click();
  await expect(sheet.getByText(/^This account is being closed/)).toBeVisible();
  await owner.goto('/');
  await expect(banner(owner)).toBeVisible();
  await owner.close();
});
