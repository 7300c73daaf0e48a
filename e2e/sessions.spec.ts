import { expect, test } from '@playwright/test';
import { signInAlone, signInAsNewcomer } from './people.ts';
import { blank, heading, pathOf, store, stored, tokenOf } from './session.ts';

test('§35 §90: logging out drops the token before the server answers, and the call still ends the session (S04)', async ({
  page,
}) => {
  await signInAlone(page, 'ava@creators.test');
  await page.goto('/');
  const token = await stored(page, 'token');
  const requested: (string | null)[] = [];
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v1/logout', async (route) => {
    requested.push(await route.request().headerValue('authorization'));
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(heading(page, 'Login')).toBeVisible();
  expect(await stored(page, 'token')).toBeNull();
  await expect.poll(() => requested).toEqual([`Bearer ${token}`]);
  release();
  const me = () => page.request.get('/api/v1/me', { headers: { authorization: `Bearer ${token}` } });
  await expect.poll(async () => (await me()).status()).toBe(401);
});

test('§90: logging out offline drops the token at once, and ends the session when the connection is back (S04)', async ({
  page,
  context,
}) => {
  await signInAlone(page, 'ava@creators.test');
  await page.goto('/');
  const token = await stored(page, 'token');
  await page.getByRole('button', { name: 'User menu' }).click();
  await context.setOffline(true);
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/v1/logout'));
  await page.getByRole('button', { name: 'Log out' }).click();
  await failed;
  expect(await stored(page, 'token')).toBeNull();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/login$/);
  const me = () => page.request.get('/api/v1/me', { headers: { authorization: `Bearer ${token}` } });
  await expect.poll(async () => (await me()).status()).toBe(401);
});

test('§36: an unauthenticated response ends the session here; a page that anyone must be able to read stays (S04)', async ({
  page,
}) => {
  await signInAlone(page, 'ava@creators.test');
  await page.goto('/');
  await page.route('**/api/v1/commissions*', (route) =>
    route.fulfill({ status: 401, json: { message: 'AuthenticationException with message Unauthenticated.' } }),
  );
  await page.getByRole('link', { name: 'Earnings', exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('alert')).toHaveText('Your session has ended. Please log in again.');
  expect(await stored(page, 'token')).toBeNull();

  await store(page, 'token', `vtp_${'d'.repeat(43)}`);
  await page.goto('/pages/terms-of-use');
  await expect(heading(page, 'Terms of use')).toBeVisible();
  expect(pathOf(page)).toBe('/pages/terms-of-use');
});

for (const [email, path] of [
  ['operator@vitrine.test', '/operator/brands'],
  ['brand@glow.test', '/brand/glow-lab'],
] as const)
  test(`the login page tells ${email} that their session ended, not that they logged out`, async ({ page }) => {
    await signInAlone(page, email);
    const token = await stored(page, 'token');
    await page.goto(path);
    await expect(page.getByRole('navigation').first()).toBeVisible();
    // Away from the app, which could notice the end itself and forget the reason with the next load.
    await page.goto('/assets/mark.svg');
    await page.request.post('/api/v1/logout', { headers: { authorization: `Bearer ${token}` } });
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('alert')).toHaveText('Your session has ended. Please log in again.');
    await page.goto('/login');
    await expect(heading(page, 'Login')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

test('§37 §103: logging out during impersonation restores the operator’s session and ends the other (S04, S22)', async ({
  page,
}) => {
  await blank(page);
  const acting = await tokenOf(page, 'noor@creators.test');
  const own = await tokenOf(page, 'ava@creators.test');
  await store(page, 'token', acting);
  await store(page, 'original_token', own);
  await page.goto('/earnings');
  await page.getByRole('button', { name: 'User menu' }).click();
  await expect(page.getByRole('dialog')).toContainText('Noor Haddad');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(heading(page, 'Overview')).toBeAttached();
  expect(pathOf(page)).toBe('/');
  expect(await stored(page, 'token')).toBe(own);
  await expect.poll(() => stored(page, 'original_token')).toBeNull();
  await page.getByRole('button', { name: 'User menu' }).click();
  await expect(page.getByRole('dialog')).toContainText('Ava Lindqvist');
  const me = () => page.request.get('/api/v1/me', { headers: { authorization: `Bearer ${acting}` } });
  await expect.poll(async () => (await me()).status()).toBe(401);
});

test('§79: a status other than 100 is sent to the login page with its sentence, except from the register page (S05)', async ({
  page,
}) => {
  await blank(page);
  for (const path of ['/earnings', '/start-invite', '/pages/terms-of-use']) {
    await page.goto('/assets/mark.svg');
    const token = await tokenOf(page, 'max@creators.test');
    await store(page, 'token', token);
    await page.goto(path);
    await expect(page.getByRole('alert'), path).toContainText(
      'isn’t active yet because its registration isn’t finished',
    );
    expect(pathOf(page), path).toBe('/login');
    expect(await stored(page, 'token'), path).toBeNull();
  }
  await page.goto('/assets/mark.svg');
  const token = await tokenOf(page, 'max@creators.test');
  await store(page, 'token', token);
  await page.goto('/register');
  await expect(heading(page, 'Register')).toBeVisible();
  expect(await stored(page, 'token')).toBe(token);
});

test('each response of /me sends one user-update event, which causes no further request (§107)', async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('user-update', (event) => {
      const events = JSON.parse(sessionStorage.getItem('events') ?? '[]');
      sessionStorage.setItem(
        'events',
        JSON.stringify([...events, event instanceof CustomEvent && event.detail.user_handle]),
      );
    });
  });
  const { handle } = await signInAsNewcomer(page);
  let requested = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/me')) requested += 1;
  });
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/settings');
  await expect(heading(page, 'Account Settings')).toBeAttached();
  const events = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('events') ?? '[]'));
  await expect.poll(events).toEqual(Array(requested).fill(handle));
  expect(requested).toBe(1);
  // The page is idle: no event led to another call.
  await page.waitForLoadState('load');
  await page.getByRole('link', { name: 'Earnings', exact: true }).click();
  await expect(heading(page, 'Earnings')).toBeAttached();
  expect(requested).toBe(1);
});

test('§79: a user who is suspended while the portal is open is logged out by that event, with the reason (S05)', async ({
  page,
}) => {
  const { token } = await signInAsNewcomer(page);
  await page.goto('/');
  await expect(heading(page, 'Overview')).toBeVisible();
  await page.route('**/api/v1/me', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.data.user_status = 50;
    await route.fulfill({ response: answer, json: body });
  });
  // Any change of the user's own settings reaches every open page as a live event.
  const change = await page.request.patch('/api/v1/me/profile', {
    headers: { authorization: `Bearer ${token}` },
    data: { theme: 'system' },
  });
  expect(change.ok(), await change.text()).toBe(true);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('alert')).toContainText('Your account is locked');
  expect(await stored(page, 'token')).toBeNull();
});
