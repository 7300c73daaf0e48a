import { expect, type Page, type Request, test } from '@playwright/test';
import { beautyAddress, password, signInAs } from './people.ts';
import { addressOf, blank, heading, pathOf, store, stored, tokenOf } from './session.ts';

// The table of the specification, section 2: every route with its heading, and who may see it. Addresses without a
// sentence of their own are "all other pages".
const guarded = [
  { sentence: '§13', path: '/', heading: 'Overview' },
  { sentence: '§19', path: '/earnings', heading: 'Earnings' },
  { sentence: '§20', path: '/messages', heading: 'Messages' },
  { sentence: '§21', path: '/messages/glow-lab', heading: 'Messages' },
  { sentence: '§101', path: '/manage', heading: 'Manage' },
  { sentence: '§24', path: '/manage/glow-lab/products', heading: 'Manage' },
  { sentence: '§24', path: '/manage/glow-lab/collections', heading: 'Manage' },
  { sentence: '§24', path: '/manage/glow-lab/links', heading: 'Manage' },
  { sentence: '§24', path: '/manage/glow-lab/appearance', heading: 'Manage' },
  { sentence: '§101', path: '/analytics-page', heading: 'Analytics' },
  { sentence: '§26', path: '/analytics-page/glow-lab/overview', heading: 'Analytics' },
  { sentence: '§27', path: '/social-insights', heading: 'Social Insights' },
  { sentence: '§101', path: '/takedowns', heading: 'Taken down' },
  { sentence: '§101', path: '/suspensions', heading: 'Suspensions' },
  { sentence: '§28', path: '/settings', heading: 'Account Settings' },
];
const open = [
  { sentence: '§14', path: '/start-invite', heading: 'Invite' },
  { sentence: '§15', path: '/register', heading: 'Register' },
  { sentence: '§16', path: '/login', heading: 'Login' },
  { sentence: '§17', path: '/forgot', heading: 'Forgot password' },
  { sentence: '§18', path: '/reset-password', heading: 'Login' },
  { sentence: '§100', path: '/setup', heading: 'Setup' },
  { sentence: '§29', path: '/pages/privacy-policy', heading: 'Privacy policy' },
  { sentence: '§29', path: '/pages/terms-of-use', heading: 'Terms of use' },
  { sentence: '§30', path: '/login-as/nobody', heading: 'Log in as' },
];

/** The areas of pages that load lazily, each with one of its addresses and the start of its file’s name. */
const areas = [
  ['analytics', '/analytics-page/glow-lab/overview', 'analytics.route-'],
  ['forgot', '/forgot', 'forgot.route-'],
  ['register', '/register', 'register.route-'],
  ['social-insights', '/social-insights', 'social-insights.route-'],
  ['invite', '/start-invite', 'start-invite.route-'],
  ['settings', '/settings', 'settings.route-'],
  ['empty', '/messages', 'messages.route-'],
  ['manage', '/manage/glow-lab/products', 'products.route-'],
  ['reset', '/reset-password', 'reset.route-'],
  ['login-as', '/login-as/nobody', 'login-as.route-'],
  ['messages', '/messages/glow-lab', 'thread.route-'],
  ['home', '/', 'overview.route-'],
  ['login', '/login', 'login-'],
  ['earnings', '/earnings', 'earnings.route-'],
] as const;

test.describe('a route of the specification', () => {
  // One worker opens its two windows once.
  test.describe.configure({ mode: 'default' });
  let visitor: Page;
  let creator: Page;
  const loaded = new Map<string, string[]>();

  test.beforeAll(async ({ browser, baseURL }) => {
    const openWindow = () => browser.newPage(baseURL ? { baseURL } : {});
    [visitor, creator] = await Promise.all([openWindow(), openWindow()]);
    await signInAs(creator, 'ava@creators.test');
  });
  test.afterAll(() => Promise.all([visitor.close(), creator.close()]));

  /** Opens an address, and notes which of the app’s files it loads. */
  async function visit(page: Page, path: string): Promise<void> {
    const files: string[] = [];
    const note = (request: Request) => {
      const [, file] = /\/app-assets\/([^/]+)\.js$/.exec(request.url()) ?? [];
      if (file !== undefined) files.push(file);
    };
    page.on('request', note);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    page.off('request', note);
    loaded.set(path, files);
  }

  for (const { sentence, path, heading: name } of guarded)
    test(`${path} needs a login, and is headed ${name} (${sentence}, §101)`, async () => {
      await visitor.goto(path);
      await expect(visitor).toHaveURL(/\/login$/);
      await visit(creator, path);
      await expect(heading(creator, name)).toBeAttached();
      if (sentence !== '§101') expect(pathOf(creator)).toBe(path);
    });

  for (const { sentence, path, heading: name } of open)
    test(`${path} opens for anyone, and is headed ${name} (${sentence}, §100)`, async () => {
      await visit(visitor, path);
      await expect(heading(visitor, name)).toBeVisible();
      expect(pathOf(visitor)).toBe(path);
    });

  test('/messages/{id}, a slug of the merchant’s name, shows the thread with that merchant (§21, §22)', async () => {
    await creator.goto('/messages/glow-lab');
    await expect(creator.getByRole('log')).toBeVisible();
    await expect(creator.getByRole('textbox', { name: 'Message to Glow Lab' })).toBeVisible();
  });

  test('/messages shows that no conversation is chosen (§20)', async () => {
    await creator.goto('/messages');
    await expect(creator.getByText('Choose a conversation')).toBeVisible();
  });

  test('/manage and /analytics-page open the first storefront where there is one (§23*, §25*)', async () => {
    await creator.goto('/manage');
    await expect(creator).toHaveURL(/\/manage\/glow-lab\/products$/);
    await creator.goto('/analytics-page');
    await expect(creator).toHaveURL(/\/analytics-page\/glow-lab\/overview$/);
  });

  test('without a storefront, /manage and /analytics-page are empty-state pages (§23, §25)', async () => {
    await creator.route('**/api/v1/me', async (route) => {
      const answer = await route.fetch();
      const { data } = await answer.json();
      await route.fulfill({ response: answer, json: { data: { ...data, merchant_accounts: [] } } });
    });
    for (const [path, title] of [
      ['/manage', 'No storefront yet'],
      ['/analytics-page', 'No analytics yet'],
    ] as const) {
      await creator.goto(path);
      await expect(creator.getByRole('heading', { name: title })).toBeVisible();
      expect(pathOf(creator)).toBe(path);
    }
    await creator.unroute('**/api/v1/me');
  });

  test('/forgot has the layout of the login (§17)', async () => {
    for (const path of ['/login', '/forgot']) {
      await visitor.goto(path);
      await expect(visitor.getByText('Every click counted once.')).toBeVisible();
    }
  });

  test('on a phone, login and register have neither the header nor the bottom navigation (§40)', async () => {
    await visitor.setViewportSize({ width: 390, height: 844 });
    for (const [path, name] of [
      ['/login', 'Login'],
      ['/register', 'Register'],
    ] as const) {
      await visitor.goto(path);
      await expect(heading(visitor, name)).toBeVisible();
      await expect(visitor.getByRole('button', { name: 'User menu' })).toHaveCount(0);
      await expect(visitor.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    }
  });

  test('each page area is loaded with its own page, and not with the login’s (§57)', async () => {
    const lazy = new Map<string, boolean[]>();
    for (const [area, path, file] of areas) {
      const page = guarded.some((each) => each.path === path) ? creator : visitor;
      for (const [each, by] of [
        [path, page],
        ['/login', visitor],
        ['/pages/terms-of-use', visitor],
      ] as const)
        if (!loaded.has(each)) await visit(by, each);
      const isIn = (each: string) => loaded.get(each)?.some((name) => name.startsWith(file)) === true;
      lazy.set(area, [isIn(path), isIn(area === 'login' ? '/pages/terms-of-use' : '/login')]);
    }
    expect([...lazy]).toEqual(areas.map(([area]) => [area, [true, false]]));
  });
});

test('the beauty variant has the same routes, with Storefront for Manage, and guards them (§4, §100, §101)', async ({
  page,
  baseURL,
}) => {
  const at = (path: string) => beautyAddress(baseURL, path);
  for (const { path } of guarded) {
    await page.goto(at(path));
    await expect(page).toHaveURL(/\/login$/);
  }
  for (const { path, heading: name } of open) {
    await page.goto(at(path));
    await expect(heading(page, name), path).toBeVisible();
    expect(pathOf(page)).toBe(path);
  }
  await page.goto(at('/login'));
  await store(page, 'token', await tokenOf(page, 'ava@creators.test'));
  for (const { path, heading: name } of guarded) {
    await page.goto(at(path));
    await expect(heading(page, name === 'Manage' ? 'Storefront' : name), path).toBeAttached();
  }
});

test('any other path redirects home (§31)', async ({ page }) => {
  await signInAs(page, 'ava@creators.test');
  for (const path of ['/no/such/page', '/earnings/more', '/pages']) {
    await page.goto(path);
    await expect(heading(page, 'Overview'), path).toBeAttached();
    expect(pathOf(page), path).toBe('/');
  }
});

test('a static page that doesn’t exist shows a not-found page with a next step (§29)', async ({ page }) => {
  const answer = await page.goto('/pages/imprint');
  expect(answer?.status()).toBe(404);
  await expect(heading(page, 'Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the portal' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('§32 §33: the full path is kept, query and fragment included, and followed after login (S02)', async ({
  page,
}) => {
  await page.goto('/earnings?state=pending#row-3');
  await expect(page).toHaveURL(/\/login$/);
  expect(await stored(page, 'redirectPath')).toBe('/earnings?state=pending#row-3');
  await page.getByLabel('Email').fill('ava@creators.test');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/earnings\?state=pending#row-3$/);
  expect(await stored(page, 'redirectPath')).toBeNull();
});

test('§34: what social logins leave in the address is stripped, whatever else it holds (S03)', async ({ page }) => {
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

test('§82 §83 §118: an invalid token redirects to the login, and on invite and register it is only removed (S06)', async ({
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

test('§81 §82*: an outage doesn’t end a session: nothing is shown, the user is fetched again, and one click retries (S06)', async ({
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

test('§119 §120: a part of the app whose script or style can’t be loaded shows an error, and one click loads it (S13)', async ({
  page,
}) => {
  await signInAs(page, 'ava@creators.test');
  for (const missing of ['**/app-assets/earnings.route-*.js', '**/app-assets/earnings-*.css']) {
    await page.goto('/');
    await page.route(missing, (route) => route.abort());
    await page.getByRole('link', { name: 'Earnings', exact: true }).click();
    await expect(page.getByText('Please reload this page'), missing).toBeVisible();
    await expect(heading(page, 'Earnings')).toBeAttached();
    await page.unroute(missing);
    await page.getByRole('button', { name: 'Reload page' }).click();
    await expect(page.getByRole('heading', { name: 'Commissions' })).toBeVisible();
    await expect(page.getByText('Please reload this page')).toHaveCount(0);
  }
});

test('the browser stores the session under the names of the specification and nothing else (§71)', async ({ page }) => {
  await page.goto('/earnings');
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['redirectPath']);
  await page.getByLabel('Email').fill('ava@creators.test');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(heading(page, 'Earnings')).toBeAttached();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['token']);
});
