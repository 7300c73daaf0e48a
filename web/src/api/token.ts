// The browser stores the session under the specification's names (section 3): `token`, and `original_token` while
// acting as another user. Values are checked against a pattern, so nothing else can end up in a header.

import { localEntries } from './browser-storage.ts';

const pattern = /^[a-z]{2,8}_[A-Za-z0-9_-]{43}$/;

let hasEnded = false;

function read(key: 'token' | 'original_token'): string | undefined {
  const value = localEntries.read(key);
  if (value === null) return undefined;
  if (pattern.test(value)) return value;
  localEntries.remove(key);
  return undefined;
}

export function readToken(): string | undefined {
  return read('token');
}

export function keepToken(token: string): void {
  hasEnded = false;
  localEntries.write('token', token);
}

export function forgetToken(): void {
  localEntries.remove('token');
}

/** Stores the operator's own token while acting as another user, and uses that user's (specification, section 3). */
export function actAs(token: string): void {
  const own = readToken();
  if (own) localEntries.write('original_token', own);
  keepToken(token);
}

export function readOriginalToken(): string | undefined {
  return read('original_token');
}

/**
 * Drops a token that ended, and restores the operator's own after acting as another user; returns whether a token is
 * left.
 */
export function dropEndedToken(): boolean {
  const own = readOriginalToken();
  forgetOriginalToken();
  if (own) keepToken(own);
  else forgetToken();
  hasEnded = own === undefined;
  return own !== undefined;
}

/** Whether the session ended by itself since the app was loaded, and nobody has logged in since. */
export function hasTokenEnded(): boolean {
  return hasEnded;
}

export function forgetOriginalToken(): void {
  localEntries.remove('original_token');
}

/** Another tab logged out, or logged in as another user. */
export function onTokenChangedElsewhere(notice: () => void): () => void {
  const onEvent = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key === 'token' && newValue !== oldValue) notice();
  };
  window.addEventListener('storage', onEvent);
  return () => window.removeEventListener('storage', onEvent);
}
