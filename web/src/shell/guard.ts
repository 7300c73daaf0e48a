import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import type { User } from '@vitrine/contract/accounts.ts';
import { activeStatus, userQuery } from '../accounts/accounts.data.ts';
import { catchGoogleReturn } from '../accounts/google-return.ts';
import { keepRedirectPath } from '../accounts/redirect-path.ts';
import { isGoogleRegistrationOpen } from '../accounts/registration-flags.ts';
import { endSession } from '../accounts/session.ts';
import { loadChunk } from '../api/chunk.ts';
import { endsSession } from '../api/problem.ts';
import { forgetToken, readToken } from '../api/token.ts';
import { showLocale } from '../locales/texts.ts';
import { showTheme } from './theme.ts';

/** Where each person is at home. */
const homes = { creator: '/', brand: '/brand', operator: '/operator' } as const satisfies Record<User['role'], string>;

/** The session has ended: this answer says so, or an answer that came before it, which took the token and the question. */
function isOver(error: unknown): boolean {
  return endsSession(error) || readToken() === undefined;
}

/** The page that is opened, or looked at ahead because somebody points at its link. */
type Going = { href: string; preload: boolean };

/** Before every page of the portal; staff and operators are led to where they work. */
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
  // A page that is only looked at ahead is not where somebody was going.
  const keepPath = () => {
    if (!preload) keepRedirectPath(href);
  };
  if (!readToken()) {
    keepPath();
    throw redirect({ to: '/login' });
  }
  // Nobody is fetched while a registration with Google is in progress (S06).
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
  if (user.user_status === activeStatus) {
    if (user.role === role) return showChoices(user);
    throw redirect({ to: homes[user.role] });
  }
  await endSession();
  queryClient.clear();
  throw redirect({ to: '/login' });
}

/** Language and look as the person chose them, before anything of theirs is shown. */
async function showChoices({ locale, theme }: User): Promise<void> {
  showTheme(theme);
  await loadChunk(() => showLocale(locale));
}

/**
 * Somebody who is signed in has nothing to do on a login page (S07), unless they are registering with Google. A token
 * that is dead is forgotten, and the page stays (S06): who follows a link from a mail must not lose it to an old
 * session. Somebody who is not active yet may register; elsewhere they are signed out (S05). What Google sends
 * somebody back with is taken out of the address here.
 */
export async function sendSignedInHome(
  queryClient: QueryClient,
  { pathname, searchStr, hash }: { pathname: string; searchStr: string; hash: string },
): Promise<void> {
  if (pathname === '/login' || pathname === '/register') catchGoogleReturn(pathname, searchStr);
  // A link to a new password is followed by who is signed in, too: somebody who came with Google has none yet.
  if (pathname === '/reset-password' && hash !== '') return;
  if (!readToken() || isGoogleRegistrationOpen()) return;
  const user = await queryClient.ensureQueryData(userQuery()).catch((error: unknown) => {
    if (!isOver(error)) throw error;
    forgetToken();
  });
  if (!user) return;
  if (user.user_status === activeStatus) throw redirect({ to: homes[user.role] });
  if (pathname === '/register') return;
  await endSession();
  queryClient.clear();
}

/** Where an address without a page leads: to /register where it speaks of it (S07), else home (S01). */
export function strayAddress(href: string): '/register' | '/' {
  return href.includes('register') ? '/register' : '/';
}
