import { expect, test } from '@playwright/test';
import { password, signInAs, signInAlone, signInByForm } from './people.ts';

for (const [kept, arrived, shown] of [
  ['/manage/maison-clair', '/manage/maison-clair/products', 'Manage'],
  ['/announcements', '/', 'Announcements'],
] as const)
  test(`§33: ${kept}, which leads on, is followed after login (S02)`, async ({ page }) => {
    await page.goto(kept);
    await expect(page).toHaveURL(/\/login$/);
    await page.getByLabel('Email').fill('ava@creators.test');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('heading', { name: shown }).first()).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(arrived);
  });

test('brand staff and operators who log in start in their own console', async ({ page }) => {
  await signInByForm(page, 'brand@glow.test', /\/brand\/glow-lab$/);
  await page.evaluate(() => localStorage.clear());
  await signInByForm(page, 'operator@vitrine.test', /\/operator\/users$/);
});

test('the login page loads no console; logging in loads it, and keeps the path with its query', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  const consoles = /\/app-assets\/sitemap\.consoles-/;
  await page.goto('/login');
  await page.evaluate(() => localStorage.setItem('redirectPath', '/operator/users?role=brand'));
  expect(fetched.filter((url) => consoles.test(url))).toEqual([]);
  await page.route(consoles, (route) => route.abort());
  await page.getByLabel('Email').fill('operator@vitrine.test');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Please reload this page')).toBeVisible();
  await page.unroute(consoles);
  await page.getByRole('button', { name: 'Reload page' }).click();
  await expect(page).toHaveURL(/\/operator\/users\?role=brand$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeAttached();
  await page.goto('/operator/nothing-here');
  await expect(page).toHaveURL(/\/operator\/users$/);
});

test('a page that was only preloaded is not kept as the redirect path (S02)', async ({ page }) => {
  await signInAs(page, 'noor@creators.test');
  await page.goto('/');
  await page.clock.install();
  // Clears the token at the hover itself; earlier, another request of the page would lead to the login first.
  await page.evaluate(() =>
    window.addEventListener('mouseover', () => localStorage.clear(), { capture: true, once: true }),
  );
  await page.getByRole('link', { name: 'Earnings', exact: true }).first().hover();
  await page.clock.runFor(1_000);
  await signInByForm(page, 'noor@creators.test', /\/$/);
  expect(new URL(page.url()).pathname).toBe('/');
});

test('a stored path to another site is never followed (S02)', async ({ page }) => {
  await page.goto('/login');
  for (const path of [
    '//evil.example/',
    'https://evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
    '/login-as/x',
    '/.//evil.example',
  ]) {
    await page.evaluate((value) => localStorage.setItem('redirectPath', value), path);
    await page.goto('/login');
    await page.getByLabel('Email').fill('ava@creators.test');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.evaluate(() => localStorage.clear());
  }
});

test('what a social login left in the redirect path is gone after login, and its query stays (S03)', async ({
  page,
}) => {
  for (const [kept, arrived] of [
    ['/earnings?state=pending#_=_', '/earnings?state=pending'],
    ['/earnings?state=pending#_', '/earnings?state=pending'],
    ['/earnings?state=pending#_=_&row-3', '/earnings?state=pending#row-3'],
  ] as const) {
    await page.goto('/login');
    await page.evaluate((path) => localStorage.setItem('redirectPath', path), kept);
    await page.getByLabel('Email').fill('ava@creators.test');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Earnings' })).toBeAttached();
    expect(page.url().slice(new URL(page.url()).origin.length)).toBe(arrived);
    await page.evaluate(() => localStorage.clear());
  }
});

test('a wrong password shows an error and keeps the email', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill('someone@creators.test');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('someone@creators.test');
});

test('each status has its own explanation and next step, shown only after the right password (S05)', async ({
  page,
}) => {
  const answerAs = (user_status: number, was_active: boolean) =>
    page.route('**/api/v1/login', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      if (answer.ok()) Object.assign(body.data.user, { user_status, was_active });
      await route.fulfill({ response: answer, json: body });
    });
  for (const [status, wasActive, sentence] of [
    [10, false, /isn’t active yet because its registration isn’t finished.* To finish it/],
    [10, true, /Your account is locked\. Ask .* why/],
    [50, true, /Your account is locked\. Ask .* why/],
    [90, true, /This account is closed\. If you think that’s a mistake, write to/],
    [42, true, /This account can’t be used right now\. Write to/],
  ] as const) {
    await answerAs(status, wasActive);
    await page.goto('/login');
    await page.getByLabel('Email').fill('max@creators.test');
    await page.getByLabel('Password', { exact: true }).fill('not it');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('alert')).toContainText('Wrong email or password');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('alert')).toHaveText(sentence);
    await expect(page.getByRole('alert').getByRole('link')).toHaveAttribute('href', /^mailto:/);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await page.unroute('**/api/v1/login');
  }
});

test('an invalid token redirects to the login, and #_=_ is removed from the address (S03, S06)', async ({ page }) => {
  await page.goto('/login');
  await page.evaluate(() => localStorage.setItem('token', `vtp_${'a'.repeat(43)}`));
  await page.goto('/earnings#_=_');
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('logging out ends the session here and on the server (S04)', async ({ page, request }) => {
  await signInAlone(page, 'noor@creators.test');
  await page.goto('/');
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const menu = page.getByRole('button', { name: 'User menu' });
  await menu.click();
  await page
    .getByRole('button', { name: 'Log out' })
    .or(page.getByRole('menuitem', { name: 'Log out' }))
    .first()
    .click();
  await expect(page).toHaveURL(/\/login$/);
  // The token is dropped before the server answers (S04), so the call may still be in flight.
  const fetchUser = () => request.get('/api/v1/me', { headers: { authorization: `Bearer ${token}` } });
  await expect.poll(async () => (await fetchUser()).status()).toBe(401);
});

test('an unknown address redirects home (S01)', async ({ page }) => {
  await signInAs(page, 'ava@creators.test');
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
});
