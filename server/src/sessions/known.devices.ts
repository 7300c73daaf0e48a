import { randomBytes } from 'node:crypto';
import type { Tx } from '../platform/database/database.ts';
import { sha256 } from '../platform/ids.ts';
import { forgetOldDevices, rememberDevice } from './known.devices.queries.ts';

// A browser that has logged in before sends a random key with its next login. The key doesn't authenticate anyone; wrong
// passwords from this browser are only counted separately from those of strangers.

const cookieName = 'vt_device';
const keptSeconds = 365 * 86_400;
/** The number of browsers remembered per user; older ones count as strangers again. */
const mostDevices = 20;

const kept = new RegExp(`(?:^|;\\s*)${cookieName}=([A-Za-z0-9_-]{43})(?:;|$)`);

/** The key of the browser, a new one if it has none, and its cookie. */
export function deviceKeyOf(cookies: string | undefined, secure: boolean): { key: string; cookie: string } {
  const key = kept.exec(cookies ?? '')?.[1] ?? randomBytes(32).toString('base64url');
  const end = secure ? '; Secure' : '';
  return {
    key,
    cookie: `${cookieName}=${key}; Path=/api/v1; Max-Age=${keptSeconds}; HttpOnly; SameSite=Strict${end}`,
  };
}

/** Remembers that the user has logged in with this browser. Returns whether it is new, besides others that are known. */
export async function noteDevice(tx: Tx, userId: string, key: string, now: Date): Promise<boolean> {
  const isAnother = await rememberDevice(tx, userId, sha256(key), now);
  await forgetOldDevices(tx, userId, mostDevices);
  return isAnother;
}
