import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import type { User } from '@vitrine/contract/accounts.ts';
import { barrierOf } from '@vitrine/contract/values/user-status.ts';
import { userQuery } from '../accounts/accounts.data.ts';
import { ownAccountPaths } from '../accounts/own-account.ts';
import { catchGoogleReturn } from '../google/google-return.ts';
import { keepRedirectPath } from '../sessions/redirect-path.ts';
import { isGoogleRegistrationOpen } from '../google/registration-flags.ts';
import { clearSession } from '../sessions/session.ts';
import { endsSession } from '../api/problem.ts';
import { forgetToken, readToken } from '../api/token.ts';
import { showLocale } from '../locales/texts.ts';
import { showTheme } from '../theme/theme.ts';

/** The home page of each role. */
const homes = { creator: '/', brand: '/brand', operator: '/operator' } as const satisfies Record<User['role'], string>;

/** True when this error is an unauthenticated response, or an earlier one already cleared the token. */
function isOver(error: unknown): boolean {
  return endsSession(error) || readToken() === undefined;
}

/** The page that is opened, or preloaded because the user points at its link. */
type Going = { href: string; preload: boolean };

/** A page that anyone may see. `staysOpen`: it stays when the session of its reader turns out to have ended. */
type OpenPage = { pathname: string; searchStr: string; hash: string; preload: boolean; staysOpen: boolean };

/** Milliseconds that a page for visitors waits for the user. A server that hasn't answered by then counts as away. */
const patienceMs = 4000;

/** Guards every page of the portal; brand staff and operators are redirected to their console. */
export async function requireUser(queryClient: QueryClient, going: Going): Promise<void> {
  await requireRole(queryClient, going, 'creator');
}

/**
 * Runs before every page that needs a login. Without a token, it stores the path and redirects to /login (S02). With a
 * token, it fetches the user (S06); only an unauthenticated response ends the session, and an outage becomes an error
 * page with a retry. A user whose status isn't 100 is logged out (S05). A user of another role is redirected home.
 */
export async function requireRole(
  queryClient: QueryClient,
  { href, preload }: Going,
  role: User['role'],
): Promise<void> {
  // A preloaded page isn't where the user was going, so its path isn't kept.
  const keepPath = () => {
    if (!preload) keepRedirectPath(href);
  };
  if (!readToken()) {
    keepPath();
    throw redirect({ to: '/login' });
  }
  // The user isn't fetched while a Google registration is in progress (S06).
  if (isGoogleRegistrationOpen()) throw redirect({ to: '/register' });
  const token = readToken();
  const user = await queryClient.ensureQueryData(userQuery()).catch((error: unknown) => {
    if (!isOver(error)) throw error;
    const own = readToken();
    if (own && own !== token) throw redirect({ to: '/' });
    forgetToken();
    keepPath();
    throw redirect({ to: '/login' });
  });
  refuseBarred(queryClient, user, preload);
  if (user.role === role) return showChoices(user);
  const { creator: settings, [user.role]: own } = ownAccountPaths;
  if (href.startsWith(settings)) throw redirect({ href: href.replace(settings, own) });
  throw redirect({ to: homes[user.role] });
}

/** A user whose status isn't 100 is logged out and sent to the login page, which says why (S05). */
function refuseBarred(queryClient: QueryClient, user: User, preload: boolean): void {
  const barrier = barrierOf(user.user_status, user.was_active);
  if (!barrier) return;
  // Pointing at a link isn't leaving the register page.
  if (!preload) {
    clearSession();
    queryClient.clear();
  }
  throw redirect({ to: '/login', state: { barrier } });
}

/** Applies the user's language and theme before anything is shown. */
async function showChoices({ locale, theme }: User): Promise<void> {
  showTheme(theme);
  await showLocale(locale);
}

/**
 * The user of this browser's token, on a page that anyone may see. The user isn't fetched during a registration with
 * Google. An invalid token is dropped; the page stays only if anyone must be able to read it (S04, S06). While the
 * server is away, the page is shown as to a visitor, at once, and the token stays.
 */
async function fetchReader(queryClient: QueryClient, page: OpenPage): Promise<User | undefined> {
  const token = readToken();
  if (!token || isGoogleRegistrationOpen()) return undefined;
  try {
    return await withinPatience(queryClient.ensureQueryData({ ...userQuery(), retry: false }));
  } catch (error) {
    if (!isOver(error)) return undefined;
    const own = readToken();
    // The impersonation ended, and the operator's own session is back.
    if (own && own !== token) return fetchReader(queryClient, page);
    forgetToken();
    if (page.staysOpen) return undefined;
    throw redirect({ to: '/login' });
  }
}

async function withinPatience<Value>(answer: Promise<Value>): Promise<Value | undefined> {
  let timer: number | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = window.setTimeout(resolve, patienceMs);
  });
  return Promise.race([answer, over]).finally(() => clearTimeout(timer));
}

/** Runs before a page that anyone may see: finds who is logged in. */
export async function meetReader(queryClient: QueryClient, page: OpenPage): Promise<{ reader: User | undefined }> {
  const reader = await fetchReader(queryClient, page);
  if (reader) refuseBarred(queryClient, reader, page.preload);
  return { reader };
}

/** Runs before a page that a logged-in creator sees inside the frame, in their language and theme. */
export async function meetReaderInFrame(
  queryClient: QueryClient,
  page: OpenPage,
  loadFrame: () => Promise<unknown>,
): Promise<{ reader: User | undefined }> {
  const { reader } = await meetReader(queryClient, page);
  if (reader?.role === 'creator') await Promise.all([showChoices(reader), loadFrame()]);
  return { reader };
}

/**
 * Runs before a page of the login layout: a logged-in user is redirected home (S07), except from a link to set a
 * password, because someone who uses Google may have none. Takes Google's response out of the address.
 */
export async function sendSignedInHome(queryClient: QueryClient, page: OpenPage): Promise<void> {
  if (page.pathname === '/login') catchGoogleReturn('/login', page.searchStr);
  const { reader } = await meetReader(queryClient, page);
  const hasLink = page.pathname === '/reset-password' && page.hash !== '';
  if (reader && !hasLink) throw redirect({ to: homes[reader.role] });
}

/** Runs before the register page, the only one where a user whose status isn't 100 keeps their token (S05). */
export async function sendRegisteredHome(queryClient: QueryClient, page: OpenPage): Promise<void> {
  catchGoogleReturn('/register', page.searchStr);
  const user = await fetchReader(queryClient, page);
  if (user && !barrierOf(user.user_status, user.was_active)) throw redirect({ to: homes[user.role] });
}

/** The route parameters that name a brand. */
const brandNames = ['id', 'merchant'];

/**
 * Whether an address contains "register" although it isn't the register page (S07). Brand names don't count: the
 * creator of a brand called Cash Register must reach /manage/cash-register/products.
 */
export function meansRegister(pathname: string, params: object): boolean {
  const names = Object.entries(params).flatMap(([name, value]) => (brandNames.includes(name) ? [value] : []));
  return pathname.split('/').some((word) => word.toLowerCase().includes('register') && !names.includes(word));
}
