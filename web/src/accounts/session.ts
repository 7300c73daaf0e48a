import type { QueryClient } from '@tanstack/react-query';
import { login, logout, type User } from '@vitrine/contract/accounts.ts';
import { call } from '../api/call.ts';
import { forgetOriginalToken, forgetToken, keepToken, readOriginalToken, readToken } from '../api/token.ts';
import { activeStatus, userQuery } from './accounts.data.ts';

const restoreMs = 100;
const patienceMs = 4000;

/**
 * What came of signing in. The pair may be right and the account not one for the portal: not active (S05), or that of a
 * brand's staff or an operator, who work with Vitrine through its API.
 */
export type SignIn = { outcome: 'signed_in'; user: User } | { outcome: 'not_active' | 'not_creator' };

export async function signIn(queryClient: QueryClient, pair: { email: string; password: string }): Promise<SignIn> {
  const { token, user } = (await call(login, { body: pair })).data;
  queryClient.clear();
  keepToken(token);
  if (user.user_status !== activeStatus || user.role !== 'creator') {
    await endSession();
    return { outcome: user.role === 'creator' ? 'not_active' : 'not_creator' };
  }
  queryClient.setQueryData(userQuery().queryKey, user);
  return { outcome: 'signed_in', user };
}

/** Ends the session here and on the server; here also when the server cannot be reached (S04). */
export async function endSession(): Promise<void> {
  if (!readToken()) return;
  try {
    await call(logout, {}, AbortSignal.timeout(patienceMs));
  } catch {
    // The person asked to be signed out: whatever the server says, this browser forgets them.
  }
  forgetToken();
}

/** Signs out. From a session as somebody else, back to being oneself (S04, S22). Answers where to go. */
export async function signOut(): Promise<'/' | '/login'> {
  const original = readOriginalToken();
  if (!original) {
    await endSession();
    return '/login';
  }
  keepToken(original);
  await new Promise((resolve) => {
    setTimeout(resolve, restoreMs);
  });
  forgetOriginalToken();
  return '/';
}
