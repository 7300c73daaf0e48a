import { expect, type Page, test } from '@playwright/test';
import { registerCreator } from './brands.ts';
import { beautyAddress, signInAs, signInAlone, signInAsNewcomer, signInWith } from './people.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { expectSound, watchForFaults } from './soundness.ts';

/** Its name goes on with what is unread. */
const button = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}(,|$)`) });
const drawer = (page: Page, name: string) => page.getByRole('dialog', { name });

test('the frame shows the navigation at every width, and a resized window changes the layout (§38, §39, §122)', async ({
  page,
}) => {
  const faults = watchForFaults(page);
  await page.setViewportSize({ width: 727, height: 900 });
  await signInAs(page, 'ava@creators.test');
  await page.goto('/');
  const places = page.getByRole('navigation', { name: 'Main' });
  for (const width of [727, 728, 1179, 1180]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByRole('banner').and(page.locator('header'))).toHaveCount(width < 728 ? 1 : 0);
    for (const name of ['Home', 'Manage', 'Analytics', 'Earnings'])
      await expect(places.getByRole('link', { name, exact: true })).toBeVisible();
    for (const name of ['User menu', 'Notifications', 'Messages']) await expect(button(page, name)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Settings', exact: true })).toHaveCount(width < 728 ? 0 : 1);
    // The bottom navigation as wide as the window, except for a scroll bar; a narrow sidebar; a wide one.
    const [atLeast, atMost] = width < 728 ? [700, 727] : width < 1180 ? [80, 120] : [180, 300];
    await expect.poll(async () => (await places.boundingBox())?.width).toBeGreaterThanOrEqual(atLeast);
    await expect.poll(async () => (await places.boundingBox())?.width).toBeLessThanOrEqual(atMost);
    await expectNoSidewaysScroll(page);
  }
  expect(faults).toEqual([]);
});

test('the icons show the unread count: 9+ above 9 (§44, §45, §124)', { tag: '@both' }, async ({ page, request }) => {
  const { brand, accountId, token } = await registerCreator(request);
  const path = `/brand/${brand.slug}/threads/${accountId}/messages`;
  const send = () => brand.call('post', path, { client_id: crypto.randomUUID(), body: 'Hello' });
  for (let sent = 0; sent < 9; sent += 1) await send();
  await signInWith(page, token);
  await page.goto('/');
  const badge = button(page, 'Messages').locator('[data-count]');
  await expect(badge).toHaveAttribute('data-count', '9');
  await send();
  await expect(badge).toHaveAttribute('data-count', '9+');
  await expect(button(page, 'Messages')).toHaveAccessibleName('Messages, 10 unread messages');
  await expect(button(page, 'Notifications').locator('[data-count]')).toHaveCount(0);
});

test('a page that takes its time says so with a line at the top, also before the first one', async ({ page }) => {
  const line = () => page.evaluate(() => getComputedStyle(document.body, '::before').content !== 'none');
  let answer = Promise.withResolvers<void>();
  await signInAs(page, 'ava@creators.test');
  await page.route(/\/api\/v1\/(?:me|earnings)(?:\?|$)/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect.poll(line).toBe(true);
  answer.resolve();
  await expect(page.getByRole('heading', { name: 'Overview', exact: true })).toBeVisible();
  await expect.poll(line).toBe(false);

  answer = Promise.withResolvers<void>();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Earnings', exact: true }).click();
  await expect.poll(line).toBe(true);
  answer.resolve();
  await expect(page.getByRole('heading', { name: 'Earnings', exact: true })).toBeVisible();
  await expect.poll(line).toBe(false);
});

test('the bottom navigation and the sidebar link to the four areas (§46)', { tag: '@both' }, async ({ page }) => {
  await signInAs(page, 'ava@creators.test');
  await page.goto('/');
  const places = page.getByRole('navigation', { name: 'Main' });
  for (const [name, address] of [
    ['Manage', /\/manage\/glow-lab\/products$/],
    ['Analytics', /\/analytics-page\/glow-lab\/overview$/],
    ['Earnings', /\/earnings$/],
    ['Home', /\/$/],
  ] as const) {
    await places.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(address);
    await expect(places.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
  }
});

test('going back or reloading restores the scroll position', { tag: '@phone' }, async ({ page }) => {
  await signInAs(page, 'ava@creators.test');
  await page.goto('/');
  const below = page.getByRole('link', { name: 'View all' });
  await below.scrollIntoViewIfNeeded();
  await expect(below).toBeInViewport();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Earnings', exact: true }).click();
  await expect(page).toHaveURL(/\/earnings$/);
  await page.goBack();
  await expect(below).toBeInViewport();
  await page.reload();
  await expect(below).toBeInViewport();
});

test('a drawer opens, closes with Escape and on going back, and the focus returns (§94)', { tag: '@phone' }, async ({
  page,
}) => {
  await signInAs(page, 'ava@creators.test');
  await page.goto('/earnings?state=pending');
  for (const [opener, name] of [
    ['User menu', 'Your account'],
    ['Notifications', /^(Notifications|Announcements)$/],
    ['Messages', 'Messages'],
  ] as const) {
    for (const close of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
      await button(page, opener).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      await close();
      await expect(page.getByRole('dialog', { name })).toBeHidden();
      await expect(button(page, opener)).toBeFocused();
      await expect(page).toHaveURL(/\/earnings\?state=pending$/);
    }
  }
});

test('the page behind a drawer can be neither focused nor clicked', { tag: '@phone' }, async ({ page }) => {
  await signInAs(page, 'ava@creators.test');
  await page.goto('/');
  await button(page, 'User menu').click();
  const menu = drawer(page, 'Your account');
  await expect(menu.getByRole('heading', { name: 'Your account' })).toBeFocused();
  await expect(menu).toHaveJSProperty('open', true);
  const steps = (await menu.getByRole('link').or(menu.getByRole('button')).count()) + 4;
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press('Tab');
    const place = await page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName);
    // After the last element, Tab moves to the browser's own bar and then to the document.
    if (await page.evaluate(() => document.activeElement !== document.body)) expect(place).toBe('DIALOG');
  }
  await expect(page.getByRole('link', { name: 'Earnings', exact: true }).click({ timeout: 1_000 })).rejects.toThrow();
  await expect(menu).toBeVisible();
});

test('on a phone, Messages opens the list of brands, most unread first, each with its thread (§50, §113)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, 'ava@creators.test');
  await page.goto('/');
  await button(page, 'Messages').click();
  const list = drawer(page, 'Messages');
  await expect(list.getByRole('link', { name: /Glow Lab/ })).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  const totals = (await list.getByRole('listitem').allInnerTexts()).map((text) =>
    Number(/(\d+)\s*$/.exec(text)?.[1] ?? 0),
  );
  expect(totals).toEqual(totals.toSorted((one, other) => other - one));
  // A desktop browser may reserve space for the page's scroll bar.
  expect((await list.boundingBox())?.width).toBeGreaterThanOrEqual(390 - 15);
  await list.getByRole('link', { name: /Maison Clair/ }).click();
  await expect(page).toHaveURL(/\/messages\/maison-clair$/);
  await expect(list).toBeHidden();
});

test('on wider windows, Messages opens the default target, the thread with the most unread (§113)', async ({
  page,
}) => {
  await signInAs(page, 'ava@creators.test');
  for (const [width, unread] of [
    [820, 'maison-clair'],
    [1440, 'glow-lab'],
  ] as const) {
    await page.route('**/api/v1/chatroom/get-merchant-list', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      for (const entry of body.data) {
        entry.unread_message_count = entry.merchant_account.slug === unread ? 2 : 1;
        entry.unread_announcement_count = entry.merchant_account.slug === unread ? 3 : 0;
      }
      await route.fulfill({ response: answer, json: body });
    });
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/earnings');
    await button(page, 'Messages').click();
    await expect(page).toHaveURL(new RegExp(`/messages/${unread}$`));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.unroute('**/api/v1/chatroom/get-merchant-list');
  }
  // The address without a brand shows no conversation (section 2).
  await page.goto('/messages');
  await expect(page.getByText('Choose a conversation')).toBeVisible();
});

test('a logged-in creator keeps the frame on static pages and on the invitation, and anyone else sees none (S08)', async ({
  page,
}) => {
  test.setTimeout(150_000);
  const pages = [
    { path: '/pages/terms-of-use', heading: 'Terms of use' },
    { path: '/start-invite', heading: 'Invite' },
  ];
  const places = page.getByRole('navigation', { name: 'Main' });
  for (const { path, heading } of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(places).toHaveCount(0);
    await expect(button(page, 'User menu')).toHaveCount(0);
  }
  await signInAs(page, 'ava@creators.test');
  const faults = watchForFaults(page);
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const { path, heading } of pages) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      for (const name of ['Home', 'Manage', 'Analytics', 'Earnings'])
        await expect(places.getByRole('link', { name, exact: true })).toBeVisible();
      for (const name of ['User menu', 'Notifications', 'Messages']) await expect(button(page, name)).toBeVisible();
      await expect(page.getByRole('banner')).toHaveCount(width < 728 ? 1 : 0);
      await expect(page.getByRole('main')).toHaveCount(1);
      await expectNoSidewaysScroll(page, `${path} at ${width}`);
    }
  }
  for (const path of ['/login', '/register']) {
    await page.evaluate(() => localStorage.clear());
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(places).toHaveCount(0);
  }
  expect(faults).toEqual([]);
});

test('logging out on a static page redirects to the login, and a session that ends there removes the frame (S04, S08)', async ({
  page,
}) => {
  await signInAlone(page, 'ava@creators.test');
  await page.goto('/pages/terms-of-use');
  await expect(button(page, 'User menu')).toBeVisible();
  await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` };
    await fetch('/api/v1/logout', { method: 'POST', headers });
  });
  // The live stream ends with its session, and the frame's next request is refused.
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of use' })).toBeAttached();
  expect(new URL(page.url()).pathname).toBe('/pages/terms-of-use');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await signInAlone(page, 'ava@creators.test');
  await page.goto('/pages/terms-of-use');
  await button(page, 'User menu').click();
  await button(page, 'Log out').click();
  await expect(page).toHaveURL(/\/login$/);
});

test('with one brand, Messages opens its thread (§52)', { tag: '@phone' }, async ({ page }) => {
  await signInAsNewcomer(page);
  await page.goto('/');
  await button(page, 'Messages').click();
  await expect(page).toHaveURL(/\/messages\/glow-lab$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the storefront dropdown lists the storefronts, and switches the page to the chosen one (§53, §104)', {
  tag: '@phone',
}, async ({ page }) => {
  await signInAs(page, 'ava@creators.test');
  for (const [from, to] of [
    ['/manage/glow-lab/products', '/manage/maison-clair/products'],
    ['/analytics-page/glow-lab/overview', '/analytics-page/maison-clair/overview'],
    ['/messages/glow-lab', '/messages/maison-clair'],
  ] as const) {
    await page.goto(from);
    const dropdown = page.getByRole('button', { name: /^Storefront/ });
    await expect(dropdown).toContainText('Glow Lab');
    await dropdown.click();
    const choices = page.getByRole('menu', { name: 'Storefront' }).getByRole('menuitem');
    await expect(choices).toHaveText([/Glow Lab$/, /Maison Clair$/]);
    await choices.filter({ hasText: 'Maison Clair' }).click();
    await expect(page).toHaveURL(new RegExp(`${to}$`));
    await expect(dropdown).toContainText('Maison Clair');
  }
  // The other areas open with the chosen storefront.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Manage' }).click();
  await expect(page).toHaveURL(/\/manage\/maison-clair\/products$/);
});

test('the side drawer takes 90% of the window: help, problem, privacy policy, terms of use (§54)', {
  tag: '@phone',
}, async ({ page }) => {
  await signInAs(page, 'ava@creators.test');
  await page.goto('/');
  for (const [item, text] of [
    ['Feedback/support', 'We read everything'],
    ['Report a problem', 'We’ll include these details'],
    ['Privacy policy', 'What we collect'],
    ['Terms of use', 'The sole platform for affiliate commission'],
  ] as const) {
    await button(page, 'User menu').click();
    await button(page, item).click();
    await expect(drawer(page, item)).toContainText(text);
    expect(Math.round((await drawer(page, item).boundingBox())?.width ?? 0)).toBe(
      Math.round((page.viewportSize()?.width ?? 0) * 0.9),
    );
    await expectSound(page, item);
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button(page, 'User menu')).toBeFocused();
  }
});

test('the beauty variant says Storefront, and its menu links to its retailer’s own legal pages (§4, §5, §46)', async ({
  page,
  baseURL,
}) => {
  await signInAs(page, 'ava@creators.test', beautyAddress(baseURL, ''));
  await page.goto(beautyAddress(baseURL, '/'));
  const places = page.getByRole('navigation', { name: 'Main' });
  await expect(places.getByRole('link', { name: 'Storefront', exact: true })).toBeVisible();
  await expect(places.getByRole('link', { name: 'Manage', exact: true })).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(places.getByRole('link')).toHaveText(['Home', 'Storefront', 'Analytics', 'Earnings']);
  await button(page, 'User menu').click();
  const menu = drawer(page, 'Your account');
  await expect(menu.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute(
    'href',
    'https://www.glowlab.example/privacy',
  );
  await expect(menu.getByRole('link', { name: 'Terms of use' })).toHaveAttribute(
    'href',
    'https://www.glowlab.example/terms',
  );
});
