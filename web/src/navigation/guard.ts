import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import type { User } from '@vitrine/contract/accounts.ts';
import { barrierOf } from '@vitrine/contract/values/user-status.ts';
import { userQuery } from '../accounts/accounts.data.ts';
import { catchGoogleReturn } from '../google/google-return.ts';
import { keepRedirectPath } from '../sessions/redirect-path.ts';
import { isGoogleRegistrationOpen } from '../google/registration-flags.ts';
import { clearSession } from '../sessions/session.ts';
import { loadChunk } from '../api/chunk.ts';
import { endsSession } from '../api/problem.ts';
import { forgetToken, readToken } from '../api/token.ts';
import { showLocale } from '../locales/texts.ts';
import { showTheme } from '../theme/theme.ts';

/** The home page of each role. */
const homes = { creator: '/', brand: '/brand', operator: '/operator' } as const satisfies Record<User['role'], string>;

/** True when this error is an unauthenticated answer, or an earlier one already cleared the token. */
function isOver(error: unknown): boolean {
  return endsSession(error) || readToken() === undefined;
}

/** The page that is opened, or looked at ahead because somebody points at its link. */
type Going = { href: string; preload: boolean };

/** Guards every page of the portal; brand staff and operators are redirected to their console. */
export async function requireUser(queryClient: QueryClient, going: Going): Promise<void> {
  await requireRole(queryClient, going, 'creator');
}

/**
 * Before every page that needs a login. No token: the path is kept and the way leads to /login (S02). A token: the
 * person is fetched (S06); only an answer that ends the session does so, an outage becomes an error page with a retry.
 * A person whose status is not 100 is signed out (S05). A person of another role is led home.
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
  const barrier = barrierOf(user.user_status);
  if (barrier) {
    dropSession(queryClient);
    throw redirect({ to: '/login', state: { barrier } });
  }
  if (user.role === role) return showChoices(user);
  throw redirect({ to: homes[user.role] });
}

function dropSession(queryClient: QueryClient): void {
  clearSession();
  queryClient.clear();
}

/** Applies the user's language and theme before anything is shown. */
async function showChoices({ locale, theme }: User): Promise<void> {
  showTheme(theme);
  await loadChunk(() => showLocale(locale));
}

/**
 * The user whose token this browser has, on a page that anyone may see. A dead token is dropped, and the page stays
 * (S06): an old session must not cost anybody a link from an email. Nobody is fetched while a registration with Google
 * is in progress.
 */
async function fetchReader(queryClient: QueryClient, options: { retry?: false } = {}): Promise<User | undefined> {
  if (!readToken() || isGoogleRegistrationOpen()) return undefined;
  return queryClient.ensureQueryData({ ...userQuery(), ...options }).catch((error: unknown) => {
    if (!isOver(error)) throw error;
    forgetToken();
    return undefined;
  });
}

/** The same user, if their status is 100. Someone with another status is signed out (S05). */
async function fetchActiveReader(queryClient: QueryClient, options?: { retry?: false }): Promise<User | undefined> {
  const user = await fetchReader(queryClient, options);
  if (!user || !barrierOf(user.user_status)) return user;
  dropSession(queryClient);
  return undefined;
}

/** Before a page that anyone may see: who reads it. During an outage it is shown as to somebody who is signed out. */
export async function meetReader(queryClient: QueryClient): Promise<{ reader: User | undefined }> {
  const reader = await fetchActiveReader(queryClient, { retry: false }).catch(() => undefined);
  return { reader };
}

/** Before a page inside the frame: a reader who is a creator sees the frame around it, in their language and theme. */
export async function meetReaderInFrame(
  queryClient: QueryClient,
  loadFrame: () => Promise<unknown>,
): Promise<{ reader: User | undefined }> {
  const { reader } = await meetReader(queryClient);
  if (reader?.role === 'creator') await Promise.all([showChoices(reader), loadFrame()]);
  return { reader };
}

type Place = { pathname: string; searchStr: string; hash: string };

/**
 * Before a page of the login layout: someone who is signed in is sent home (S07). They may follow a link to a new
 * password: someone who signs in with Google has none yet. What Google sent is taken from the address here.
 */
export async function sendSignedInHome(queryClient: QueryClient, place: Place): Promise<void> {
  if (place.pathname === '/login') catchGoogleReturn('/login', place.searchStr);
  if (place.pathname === '/reset-password' && place.hash !== '') {
    await meetReader(queryClient);
    return;
  }
  const user = await fetchActiveReader(queryClient);
  if (user) throw redirect({ to: homes[user.role] });
}

/** Before the register page, the only one where someone whose status is not 100 keeps their token (S05). */
export async function sendRegisteredHome(queryClient: QueryClient, { searchStr }: Place): Promise<void> {
  catchGoogleReturn('/register', searchStr);
  const user = await fetchReader(queryClient);
  if (user && !barrierOf(user.user_status)) throw redirect({ to: homes[user.role] });
}

/** The parameters of the sitemap that name a brand. */
const brandNames = ['id', 'merchant'];

/**
 * Whether an address contains "register" although its route is another one (S07). What names a brand does not count:
 * the storefront at /manage/cash-register/products belongs to Cash Register, and its creator must reach it.
 */
export function meansRegister(pathname: string, params: object): boolean {
  const names = Object.entries(params).flatMap(([name, value]) => (brandNames.includes(name) ? [value] : []));
  return pathname.split('/').some((word) => word.toLowerCase().includes('register') && !names.includes(word));
}
