import { randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveHash } from './hashing.ts';

function derived(password: string, salt: Buffer): Promise<Buffer> {
  return deriveHash({ password: password.normalize('NFC'), salt });
}

/** `argon2id$salt$hash`, base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `argon2id$${salt.toString('base64url')}$${(await derived(password, salt)).toString('base64url')}`;
}

/** Whether the password is right. Without a stored hash it does the same work, so that timing reveals nothing. */
export async function passwordFits(password: string, stored: string | undefined): Promise<boolean> {
  const [, salt = '', hash = ''] = (stored ?? `$${'A'.repeat(22)}$${'A'.repeat(43)}`).split('$');
  const wanted = Buffer.from(hash, 'base64url');
  const found = await derived(password, Buffer.from(salt, 'base64url'));
  return wanted.length === found.length && timingSafeEqual(wanted, found) && stored !== undefined;
}
