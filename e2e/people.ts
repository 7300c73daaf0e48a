import { type APIRequestContext, expect, type Page, request } from '@playwright/test';
import { confirmWhenAsked, openSession, usualPassword } from './calls.ts';
import { ownPassword, registerNewcomer } from './newcomers.ts';

export const password = usualPassword;
export const glowLabKey = 'vtk_demo_glow_lab';

/** The test browser's user agent is that of a bot; a shopper's isn't, and is counted. */
export const shopperAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1';

const tokens = new Map<string, Promise<string>>();

async function openSharedSession(email: string): Promise<string> {
  const calls = await request.newContext({ baseURL: `http://127.0.0.1:${process.env['E2E_PORT']}` });
  const token = await openSession(calls, { email, password });
  await calls.dispose();
  return token;
}

/**
 * Logs in without the form, for journeys about something else: the next page finds the token. All journeys of a worker
 * share one session of a user, so a journey that ends its session uses `signInAlone`.
 */
export async function signInAs(page: Page, email: string, origin = ''): Promise<void> {
  const token = tokens.get(email) ?? openSharedSession(email);
  tokens.set(email, token);
  await signInWith(page, await token, origin, password);
}

/** Like `signIn`, but with a session of its own. */
export async function signInAlone(page: Page, email: string, secret = password): Promise<void> {
  await signInWith(page, await openSession(page.request, { email, password: secret }), '', secret);
}

/** `secret`: the password of the user, which newcomers and new brands share. */
export async function signInWith(page: Page, token: string, origin = '', secret = ownPassword): Promise<void> {
  await confirmWhenAsked(page, secret);
  // A file of the same origin without the app, which would read the token at once.
  await page.goto(`${origin}/assets/mark.svg`);
  await page.evaluate((value) => localStorage.setItem('token', value), token);
}

/** Logs in by the form and waits for the user's first page. */
export async function signInByForm(page: Page, email: string, home: RegExp): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(home);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
}

/** Logs in a new creator of Glow Lab that no other journey uses. The page's browser is a known device of theirs. */
export async function signInAsNewcomer(page: Page) {
  const created = await registerNewcomer(page.request);
  await signInWith(page, created.token);
  return created;
}

/** Calls the API as a brand's shop. */
export async function shopCall(request: APIRequestContext, path: string, body: object, key: string) {
  const answer = await request.post(`/api/v1${path}`, {
    headers: { authorization: `Bearer ${key}` },
    data: body,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).data;
}

export const dollars = (amount: number) => ({ amount: String(amount), currency: 'USD' });

/** Where the beauty variant is served beside the general one. */
export function beautyAddress(baseURL: string | undefined, path: string): string {
  return `http://beauty.localhost:${new URL(baseURL ?? '').port}${path}`;
}
