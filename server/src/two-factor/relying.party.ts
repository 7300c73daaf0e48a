import { isIP } from 'node:net';

/** For whom a passkey is made: a host name, and the one address of pages that may ask for it. */
export type RelyingParty = { host: string; origin: string };

/**
 * Passkeys belong to a host name, never to an IP address. This machine has the name `localhost` for its own; an
 * installation at another IP address can have none.
 */
export function relyingPartyOf(home: string): RelyingParty | undefined {
  const { protocol, hostname, port, origin } = new URL(home);
  const plain = hostname.replaceAll(/[[\]]/g, '');
  if (isIP(plain) === 0) return { host: hostname, origin };
  if (plain !== '::1' && !plain.startsWith('127.')) return undefined;
  return { host: 'localhost', origin: `${protocol}//localhost${port ? `:${port}` : ''}` };
}
