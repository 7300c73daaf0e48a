import type { User } from '@vitrine/contract/accounts.ts';

const name = 'user-update';

declare global {
  interface WindowEventMap {
    'user-update': CustomEvent<User>;
  }
}

/**
 * Announces the response of `/me` (specification, section 7). The event carries the user, so listeners don't call `/me`
 * again.
 */
export function announceUser(user: User): void {
  window.dispatchEvent(new CustomEvent(name, { detail: user }));
}

export function onUserUpdate(listener: (user: User) => void): () => void {
  const onEvent = ({ detail }: CustomEvent<User>) => listener(detail);
  window.addEventListener(name, onEvent);
  return () => window.removeEventListener(name, onEvent);
}
