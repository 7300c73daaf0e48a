import { type Browser, expect, type Page } from '@playwright/test';
import { type RegisteredCreator, registerCreator } from './brands.ts';
import { openSession } from './calls.ts';
import { ownPassword } from './newcomers.ts';
import { signInWith } from './people.ts';
import {
  answerQuestion,
  blockNotifications,
  clickNotification,
  pushTest as test,
  shownTo,
} from './notifications.push.ts';
import { watchForFaults } from './soundness.ts';

const turnOnButton = (page: Page) => page.getByRole('button', { name: 'Turn on in this browser' });
const onText = (page: Page) => page.getByText('This browser shows notifications, also when the portal isn’t open');
const blockedText = (page: Page) => page.getByText('This browser blocks notifications from this site');

/** Turns notifications on. The user of the page allowed them before. */
async function turnOn(page: Page, token: string): Promise<void> {
  await signInWith(page, token);
  await page.goto('/settings#notifications');
  await turnOnButton(page).click();
  await expect(onText(page)).toBeVisible();
}

/** The brand writes to its creator, who is notified. */
async function write({ brand, accountId }: RegisteredCreator): Promise<void> {
  const message = { client_id: crypto.randomUUID(), body: 'Hello' };
  await brand.call('post', `/brand/${brand.slug}/threads/${accountId}/messages`, message);
}

const messageFrom = ({ brand }: RegisteredCreator) => [{ title: brand.name, body: 'New message' }];

/** Turns notifications on in another browser of the creator, which shows that they are sent. */
async function openOtherBrowser(browser: Browser, creator: RegisteredCreator) {
  const baseURL = `http://127.0.0.1:${process.env['E2E_PORT']}`;
  const context = await browser.newContext({ baseURL, permissions: ['notifications'] });
  const page = await context.newPage();
  const token = await openSession(context.request, { email: creator.email, password: ownPassword });
  await turnOn(page, token);
  return { page, [Symbol.asyncDispose]: () => context.close() };
}

test('a creator turns on notifications, and a click on one opens what it is about', async ({
  page,
  context,
  browser,
  request,
}) => {
  const faults = watchForFaults(page);
  const creator = await registerCreator(request);
  const { name, slug } = creator.brand;
  await signInWith(page, creator.token);
  await page.goto('/settings#notifications');
  await turnOnButton(page).click();
  await answerQuestion(browser, 'allow');
  await expect(onText(page)).toBeVisible();

  // In the tab of the portal, although another page of the site is in front.
  const docs = await context.newPage();
  await docs.goto('/docs');
  await write(creator);
  await expect.poll(() => shownTo(page)).toEqual(messageFrom(creator));
  await clickNotification(browser, name);
  await expect(page).toHaveURL(`/messages/${slug}`);
  await expect.poll(() => shownTo(page)).toEqual([]);
  await expect(docs).toHaveURL(/\/docs$/);
  expect(context.pages()).toHaveLength(2);

  // Without an open page of the portal.
  await page.goto('/earnings');
  await page.close();
  await write(creator);
  const opened = context.waitForEvent('page');
  await clickNotification(browser, name);
  await expect(await opened).toHaveURL(`/messages/${slug}`);
  expect(faults).toEqual([]);
});

test('a browser that blocks notifications says so, also if they were on before', async ({ page, browser, request }) => {
  const { token } = await registerCreator(request);
  await signInWith(page, token);
  await page.goto('/settings#notifications');
  await turnOnButton(page).click();
  await answerQuestion(browser, 'allow');
  await expect(onText(page)).toBeVisible();
  await blockNotifications(browser, page);
  await page.reload();
  await expect(blockedText(page)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Turn off notifications on/ })).toHaveCount(0);
  await expect(turnOnButton(page)).toHaveCount(0);
});

test('whoever blocks them when asked is told how to allow them', async ({ page, browser, request }) => {
  const { token } = await registerCreator(request);
  await signInWith(page, token);
  await page.goto('/settings#notifications');
  await turnOnButton(page).click();
  await answerQuestion(browser, 'block');
  await expect(blockedText(page)).toBeVisible();
  await expect(turnOnButton(page)).toHaveCount(0);
});

test('a browser gets no notifications after its user logged out, whoever is next', async ({
  page,
  context,
  browser,
  request,
  autopush,
}) => {
  const [creator, next] = [await registerCreator(request), await registerCreator(request)];
  await using other = await openOtherBrowser(browser, creator);
  await context.grantPermissions(['notifications']);
  await turnOn(page, creator.token);
  await write(creator);
  await expect.poll(() => shownTo(page)).toEqual(messageFrom(creator));
  await expect.poll(() => shownTo(other.page)).toEqual(messageFrom(creator));

  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(page).toHaveURL('/login');
  await expect.poll(() => shownTo(page)).toEqual([]);
  await expect.poll(autopush.count).toBe(1);
  const headers = { authorization: `Bearer ${creator.token}` };
  await expect.poll(async () => (await request.get('/api/v1/me', { headers })).status()).toBe(401);
  await page.getByLabel('Email').fill(next.email);
  await page.getByLabel('Password', { exact: true }).fill(ownPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/settings#notifications');
  await expect(turnOnButton(page)).toBeVisible();
  const before = autopush.answers.length;
  await write(creator);
  await expect.poll(() => autopush.answers.slice(before)).toEqual([201]);
  expect(await shownTo(page)).toEqual([]);
  await turnOnButton(page).click();
  await expect(onText(page)).toBeVisible();
  await write(next);
  await expect.poll(() => shownTo(page)).toEqual(messageFrom(next));

  // The switch.
  await page.getByRole('button', { name: 'Turn off notifications on Firefox on Linux' }).click();
  await expect(turnOnButton(page)).toBeVisible();
  await expect.poll(autopush.count).toBe(1);
  await write(next);
  await write(creator);
  await expect.poll(() => autopush.answers.slice(before)).toEqual([201, 201, 201]);
  expect(await shownTo(page)).toEqual([]);
});

test('a browser whose session ends elsewhere shows nothing more of the account', async ({
  page,
  context,
  request,
  autopush,
}) => {
  const creator = await registerCreator(request);
  await context.grantPermissions(['notifications']);
  await turnOn(page, creator.token);
  await write(creator);
  await expect.poll(() => shownTo(page)).toEqual(messageFrom(creator));
  await creator.call('post', '/logout');
  await page.reload();
  await expect(page).toHaveURL('/login');
  await expect.poll(() => shownTo(page)).toEqual([]);
  await expect.poll(autopush.count).toBe(0);
});
