import { localEntries } from '../api/browser-storage.ts';
import { withoutLoginFragment } from '../navigation/address.ts';

const key = 'redirectPath';

type GuardedRule = (pathname: string) => boolean;

/**
 * A path of this site to a page that needs a login, otherwise undefined. Anything else in the browser's storage is
 * ignored.
 */
export function acceptRedirectPath(value: string, origin: string, isGuarded: GuardedRule): string | undefined {
  const address = URL.parse(value, origin);
  if (!address || address.origin !== origin) return undefined;
  const path = address.pathname + address.search + address.hash;
  // Browsers read a backslash before the query as a slash; after it, it is part of a text.
  const [typed = ''] = value.split(/[?#]/);
  const bad = /^\/[/\\]|\\/;
  const isUnsafe = bad.test(address.pathname) || bad.test(typed) || /[\u0000-\u001f\u007f]/.test(value);
  return isUnsafe || !isGuarded(address.pathname) ? undefined : path;
}

/** Stores where the user was going. Only the guard of a page that needs a login calls this, so the path is one. */
export function keepRedirectPath(value: string): void {
  const path = acceptRedirectPath(value, window.location.origin, () => true);
  if (path) localEntries.write(key, path);
}

/** Returns the stored path once, without what a social login left in it (S03); undefined if there is no valid one. */
export function takeRedirectPath(isGuarded: GuardedRule): string | undefined {
  const value = localEntries.read(key);
  localEntries.remove(key);
  const path = value === null ? undefined : acceptRedirectPath(value, window.location.origin, isGuarded);
  return path && withoutLoginFragment(path);
}

/** An invitation that is opened later is where the user is going, rather than home. */
export function forgetHomePath(): void {
  if (localEntries.read(key) === '/') localEntries.remove(key);
}
