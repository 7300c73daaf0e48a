import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { activeStatus, userQuery } from '../accounts/accounts.data.ts';
import { keepRedirectPath } from '../accounts/redirect-path.ts';
import { endSession } from '../accounts/session.ts';
import { endsSession } from '../api/problem.ts';
import { forgetToken, readToken } from '../api/token.ts';

/**
 * Before every page that needs a login. No token: the path is kept and the way leads to /login (S02). A token: the
 * person is fetched (S06); only an answer that ends the session does so, an outage becomes an error page with a retry.
 * A person whose status is not 100 is signed out (S05).
 */
export async function requireUser(queryClient: QueryClient, href: string): Promise<void> {
  if (!readToken()) {
    keepRedirectPath(href);
    throw redirect({ to: '/login' });
  }
  const user = await queryClient.ensureQueryData(userQuery()).catch((error: unknown) => {
    if (!endsSession(error)) throw error;
    forgetToken();
    keepRedirectPath(href);
    throw redirect({ to: '/login' });
  });
  if (user.user_status === activeStatus) return;
  await endSession();
  queryClient.clear();
  throw redirect({ to: '/login' });
}

/** Somebody who is signed in has nothing to do on a login page (S07). */
export function sendSignedInHome(): void {
  if (readToken()) throw redirect({ to: '/' });
}

/** Where an address without a page leads: to /register where it speaks of it (S07), else home (S01). */
export function strayAddress(pathname: string): '/register' | '/' {
  return pathname.includes('register') && pathname !== '/register' ? '/register' : '/';
}
