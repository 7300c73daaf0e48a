import { expect, test } from '@playwright/test';
import { beautyAddress, password, signInAs } from './people.ts';
import { addressOf, blank, heading, pathOf, store, stored, tokenOf } from './session.ts';

// The table of the specification, section 2: every route with its heading, and who may see it.
const guarded = [
  { path: '/', heading: 'Overview' },
  { path: '/earnings', heading: 'Earnings' },
  { path: '/messages', heading: 'Messages' },
  { path: '/messages/glow-lab', heading: 'Messages' },
  { path: '/manage', heading: 'Manage' },
  { path: '/manage/glow-lab/products', heading: 'Manage' },
  { path: '/manage/glow-lab/collections', heading: 'Manage' },
  { path: '/manage/glow-lab/links', heading: 'Manage' },
  { path: '/manage/glow-lab/appearance', heading: 'Manage' },
  { path: '/analytics-page', heading: 'Analytics' },
  { path: '/analytics-page/glow-lab/overview', heading: 'Analytics' },
  { path: '/social-insights', heading: 'Social Insights' },
  { path: '/takedowns', heading: 'Taken down' },
  { path: '/suspensions', heading: 'Suspensions' },
  { path: '/settings', heading: 'Account Settings' },
];
const open = [
  { path: '/start-invite', heading: 'Invite' },
  { path: '/register', heading: 'Register' },
  { path: '/login', heading: 'Login' },
  { path: '/forgot', heading: 'Forgot password' },
  { path: '/reset-password', heading: 'Login' },
  { path: '/setup', heading: 'Setup' },
  { path: '/pages/privacy-policy', heading: 'Privacy policy' },
  { path: '/pages/terms-of-use', heading: 'Terms of use' },
];

for (const host of ['', 'beauty.']) {
  const variant = host ? 'the beauty variant' : 'the general portal';
  const at = (baseURL: string | undefined, path: string) => (host ? beautyAddress(baseURL, path) : path);

  test(`every route that needs a login has its heading, and redirects to the login without one, in ${variant} (S01, S24)`, async ({
    page,
    baseURL,
  }) => {
    await page.goto(at(baseURL, '/login'));
    for (const { path } of guarded) {
      await page.goto(at(baseURL, path));
      await expect(page).toHaveURL(/\/login$/);
    }
    await page.goto(at(baseURL, '/login'));
    await store(page, 'token', await tokenOf(page, 'ava@creators.test'));
    for (const { path, heading: name } of guarded) {
      await page.goto(at(baseURL, path));
      // The beauty variant calls its manage area Storefront.
      const shown = host && name === 'Manage' ? 'Storefront' : name;
      await expect(heading(page, shown), path).toBeAttached();
    }
  });

  test(`every anonymous route opens without a login, in ${variant} (S01, S24)`, async ({ page, baseURL }) => {
    for (const { path, heading: name } of open) {
      await page.goto(at(baseURL, path));
      await expect(heading(page, name), path).toBeVisible();
      expect(pathOf(page)).toBe(path);
    }
    await page.goto(at(baseURL, '/login-as/nobody'));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(pathOf(page)).toBe('/login-as/nobody');
  });
}

test('any other path redirects home (S01)', async ({ page }) => {
  await signInAs(page, 'ava@creators.test');
  for (const path of ['/no/such/page', '/earnings/more', '/pages']) {
    await page.goto(path);
    await expect(heading(page, 'Overview'), path).toBeAttached();
    expect(pathOf(page), path).toBe('/');
  }
});

test('a static page that doesn’t exist shows a not-found page with a next step (S01)', async ({ page }) => {
  const answer = await page.goto('/pages/imprint');
  expect(answer?.status()).toBe(404);
  await expect(heading(page, 'Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the portal' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('the full path is kept, query and fragment included, and followed after login (S02)', async ({ page }) => {
  await page.goto('/earnings?state=pending#row-3');
  await expect(page).toHaveURL(/\/login$/);
  expect(await stored(page, 'redirectPath')).toBe('/earnings?state=pending#row-3');
  await page.getByLabel('Email').fill('ava@creators.test');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/earnings\?state=pending#row-3$/);
  expect(await stored(page, 'redirectPath')).toBeNull();
});

test('what social logins leave in the address is stripped, whatever else it holds (S03)', async ({ page }) => {
  await signInAs(page, 'ava@creators.test');
  for (const [address, clean] of [
    ['/earnings#_=_', '/earnings'],
    ['/earnings?state=paid#_', '/earnings?state=paid'],
    ['/earnings?state=paid#row-3#_=_', '/earnings?state=paid#row-3'],
  ] as const) {
    await page.goto(address);
    await expect(heading(page, 'Earnings')).toBeAttached();
    await expect(page).toHaveURL(new RegExp(`${clean.replace('?', '\\?')}$`));
  }
});

test('a page that can’t be loaded offline says so at once, and loads automatically when the connection is back', async ({
  page,
  context,
}) => {
  await signInAs(page, 'ava@creators.test');
  await page.goto('/');
  await expect(heading(page, 'Overview')).toBeAttached();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Earnings', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('We can’t reach the server', { timeout: 3_000 });
  await expect(heading(page, 'Earnings')).toBeAttached();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Commissions' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a page whose code is missing reloads when the server answers again, not as soon as there is a network', async ({
  page,
  context,
}) => {
  await signInAs(page, 'ava@creators.test');
  await page.goto('/');
  await page.route(/earnings\.route/, (route) => route.abort());
  await page.getByRole('link', { name: 'Earnings', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Reload page' })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByRole('alert')).toContainText('We can’t reach the server');
  await page.route('**', (route) => route.abort('internetdisconnected'));
  const refused = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD');
  await context.setOffline(false);
  await refused;
  await page.unrouteAll();
  await expect(page.getByRole('heading', { name: 'Commissions' })).toBeVisible();
});

test('an invalid token redirects to the login, and on invite and register it is only removed (S06)', async ({
  page,
}) => {
  await blank(page);
  const dead = `vtp_${'d'.repeat(43)}`;
  await store(page, 'token', dead);
  await page.goto('/settings');
  await expect(page).toHaveURL(/\/login$/);
  for (const path of ['/start-invite', '/register']) {
    await store(page, 'token', dead);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(pathOf(page)).toBe(path);
    expect(await stored(page, 'token')).toBeNull();
  }
});

test('an outage doesn’t end a session: nothing is shown, the user is fetched again, and one click retries (S06)', async ({
  page,
}) => {
  await blank(page);
  const token = await tokenOf(page, 'ava@creators.test');
  await store(page, 'token', token);
  let requested = 0;
  await page.route('**/api/v1/me', (route) => {
    requested += 1;
    return route.abort('connectionrefused');
  });
  await page.clock.install();
  await page.goto('/');
  for (let times = 1; times <= 3; times += 1) {
    await expect.poll(() => requested).toBe(times);
    await expect(page.getByRole('heading')).toHaveCount(0);
    await page.clock.fastForward(10_000);
  }
  await expect.poll(() => requested).toBe(4);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(await stored(page, 'token')).toBe(token);
  await page.unroute('**/api/v1/me');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page, 'Overview')).toBeAttached();
});

test('the user isn’t fetched without a token (S06)', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/me')) requested.push(request.url());
  });
  await page.goto('/earnings');
  await expect(heading(page, 'Login')).toBeVisible();
  expect(requested).toEqual([]);
});

test('a logged-in user is redirected from login pages (S07)', async ({ page }) => {
  await signInAs(page, 'ava@creators.test');
  for (const path of ['/login', '/forgot', '/reset-password', '/register']) {
    await page.goto(path);
    await expect(heading(page, 'Overview'), path).toBeAttached();
    expect(pathOf(page)).toBe('/');
  }
});

test('a path that contains register on another route redirects to the register page (S07)', async ({ page }) => {
  for (const [path, arrived] of [
    ['/creators/register', '/register'],
    ['/register/now', '/register'],
    ['/pages/register', '/register'],
    ['/login-as/register', '/register'],
    ['/manage/glow-lab/registered', '/register'],
    ['/pre-register?code=abc-12345678#part', '/register?code=abc-12345678#part'],
  ] as const) {
    await page.goto(path);
    await expect(heading(page, 'Register'), path).toBeVisible();
    expect(addressOf(page)).toBe(arrived);
  }
  await blank(page);
  // A query doesn't count, and neither does a brand's name.
  for (const [path, kept] of [
    ['/settings?from=register', '/settings?from=register'],
    ['/manage/cash-register/products', '/manage/cash-register/products'],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
    expect(await stored(page, 'redirectPath')).toBe(kept);
  }
});

test('a logged-in user on such a path, or with one stored, is redirected home without a loop (S07)', async ({
  page,
}) => {
  await page.goto('/login');
  await store(page, 'redirectPath', '/manage/glow-lab/register');
  await page.getByLabel('Email').fill('ava@creators.test');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(heading(page, 'Overview')).toBeAttached();
  expect(pathOf(page)).toBe('/');
  await page.goto('/pages/register');
  await expect(heading(page, 'Overview')).toBeAttached();
  expect(pathOf(page)).toBe('/');
});

test('a part of the app that can’t be loaded shows an error, and one click loads it (S13)', async ({ page }) => {
  await signInAs(page, 'ava@creators.test');
  await page.goto('/');
  await page.route('**/app-assets/settings.route-*', (route) => route.abort());
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('Please reload this page')).toBeVisible();
  await expect(heading(page, 'Account Settings')).toBeAttached();
  await page.unroute('**/app-assets/settings.route-*');
  await page.getByRole('button', { name: 'Reload page' }).click();
  await expect(heading(page, 'Account Settings')).toBeAttached();
});

test('page areas are loaded when they are needed, not before (S13)', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto('/login');
  await expect(heading(page, 'Login')).toBeVisible();
  const later = /\/(Frame|overview|earnings|products|settings|analytics|thread|register|forgot)[.\w]*-/;
  expect(fetched.filter((url) => later.test(url))).toEqual([]);
});

test('the browser stores the session under the names of the specification and nothing else (S15)', async ({ page }) => {
  await page.goto('/earnings');
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['redirectPath']);
  await page.getByLabel('Email').fill('ava@creators.test');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(heading(page, 'Earnings')).toBeAttached();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['token']);
});
