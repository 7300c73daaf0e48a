import type { QueryClient } from '@tanstack/react-query';
import { login, logout, type User } from '@vitrine/contract/accounts.ts';
import { call } from '../api/call.ts';
import { forgetOriginalToken, forgetToken, keepToken, readOriginalToken, readToken } from '../api/token.ts';
import { activeStatus, userQuery } from './accounts.data.ts';
import { forgetGoogleRegistration } from './registration-flags.ts';

const restoreMs = 100;
const patienceMs = 4000;

/** What came of signing in. The pair may be right and the account not active yet (S05). */
export type SignIn = { outcome: 'signed_in'; user: User } | { outcome: 'not_active' };

export async function signIn(queryClient: QueryClient, pair: { email: string; password: string }): Promise<SignIn> {
  const { data } = await call(login, { body: pair });
  // Whoever signs in has no registration to come back to.
  forgetGoogleRegistration();
  return adoptSession(queryClient, data);
}

/** This browser is signed in from now on, by whatever means the session was had. */
export async function adoptSession(
  queryClient: QueryClient,
  { token, user }: { token: string; user: User },
): Promise<SignIn> {
  queryClient.clear();
  forgetOriginalToken();
  keepToken(token);
  if (user.user_status !== activeStatus) {
    await endSession();
    return { outcome: 'not_active' };
  }
  queryClient.setQueryData(userQuery().queryKey, user);
  return { outcome: 'signed_in', user };
}

/** Ends the session here and on the server; here also when the server cannot be reached (S04). */
export async function endSession(): Promise<void> {
  if (!readToken()) return;
  await endOnServer();
  forgetToken();
}

async function endOnServer(): Promise<void> {
  try {
    await call(logout, {}, AbortSignal.timeout(patienceMs));
  } catch {
    // The person asked to be signed out: whatever the server says, this browser forgets them.
  }
}

/** Signs out. From a session as somebody else, which ends on the server, back to being oneself (S04, S22). Answers where to go. */
export async function signOut(): Promise<'/' | '/login'> {
  const original = readOriginalToken();
  if (!original) {
    await endSession();
    return '/login';
  }
  await endOnServer();
  keepToken(original);
  await new Promise((resolve) => {
    setTimeout(resolve, restoreMs);
  });
  forgetOriginalToken();
  return '/';
}
