import type { QueryClient } from '@tanstack/react-query';
import type { User } from '@vitrine/contract/accounts.ts';
import { login } from '@vitrine/contract/passwords.ts';
import { logout } from '@vitrine/contract/sessions.ts';
import { type Barrier, barrierOf } from '@vitrine/contract/values/user-status.ts';
import { call } from '../api/call.ts';
import { ApiProblem } from '../api/problem.ts';
import { forgetOriginalToken, forgetToken, keepToken, readOriginalToken, readToken } from '../api/token.ts';
import { userQuery } from '../accounts/accounts.data.ts';
import { forgetGoogleRegistration } from '../google/registration-flags.ts';
import { endPushHere } from '../notifications/end-push.ts';

const restoreMs = 100;

/**
 * The result of a login. Email and password may be right, but the account's status may still keep its user out (S05).
 */
type AdoptedSession = { outcome: 'signed_in'; user: User } | { outcome: 'barred'; barrier: Barrier };
/** `second_factor`: the first factor was right, and the ticket continues the login. */
export type SignInResult = AdoptedSession | { outcome: 'second_factor'; ticket: string };

/** The result of a login that was refused for its second factor; throws any other error. */
export function secondFactorOf(error: unknown): SignInResult {
  if (!(error instanceof ApiProblem) || error.ticket === undefined) throw error;
  return { outcome: 'second_factor', ticket: error.ticket };
}

export async function signIn(
  queryClient: QueryClient,
  pair: { email: string; password: string },
): Promise<SignInResult> {
  const answer = await call(login, { body: pair }).catch(secondFactorOf);
  if ('outcome' in answer) return answer;
  const { data } = answer;
  // A login ends any unfinished registration.
  forgetGoogleRegistration();
  return adoptSession(queryClient, data);
}

/** Logs this browser in, however the session was opened. */
export function adoptSession(queryClient: QueryClient, { token, user }: { token: string; user: User }): AdoptedSession {
  queryClient.clear();
  forgetOriginalToken();
  const barrier = barrierOf(user.user_status, user.was_active);
  if (barrier) {
    forgetToken();
    endOnServer(token);
    return { outcome: 'barred', barrier };
  }
  keepToken(token);
  queryClient.setQueryData(userQuery().queryKey, user);
  return { outcome: 'signed_in', user };
}

/** Ends the session here at once, and on the server in the background (S04). */
export function clearSession(): void {
  const token = readToken();
  if (!token) return;
  forgetToken();
  endOnServer(token);
  endPushHere().catch(() => undefined);
}

/**
 * Nothing waits for this call. If there is no connection, it is sent when the connection is back, while the page is
 * open.
 */
function endOnServer(token: string): void {
  call(logout, { token }).catch((error: unknown) => {
    if (!(error instanceof ApiProblem) || error.code !== 'offline') return;
    window.addEventListener('online', () => endOnServer(token), { once: true });
  });
}

/**
 * Logs out. While acting as another user, only that session ends and the operator's own is restored (S04, S22). Returns
 * where to go.
 */
export async function signOut(): Promise<'/' | '/login'> {
  const original = readOriginalToken();
  if (!original) {
    clearSession();
    return '/login';
  }
  const acting = readToken();
  keepToken(original);
  if (acting) endOnServer(acting);
  await new Promise((resolve) => {
    setTimeout(resolve, restoreMs);
  });
  forgetOriginalToken();
  return '/';
}
