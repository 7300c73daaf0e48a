import { normalizedText } from '@vitrine/contract/values/accents.ts';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type PasswordCost, passwordCost } from '../config.ts';
import { deriveHash } from './hashing.ts';

type StoredHash = { cost: PasswordCost; salt: Buffer; hash: Buffer };

/** `$argon2id$v=19$m=<KiB>,t=<passes>,p=1$<salt>$<hash>`, the PHC string format. */
const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/;
/** Hashes from before their cost was stored with them: `argon2id$<salt>$<hash>`, base64url. */
const withoutCost = /^argon2id\$([\w-]+)\$([\w-]+)$/;

function parse(stored: string): StoredHash {
  const [, memory, passes, salt = '', hash = ''] = phc.exec(stored) ?? [];
  if (memory !== undefined) {
    const cost = { memory: Number(memory), passes: Number(passes) };
    return { cost, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') };
  }
  const [, oldSalt, oldHash = ''] = withoutCost.exec(stored) ?? [];
  if (oldSalt === undefined) throw new Error('a stored password hash is in no format that we know');
  return { cost: passwordCost, salt: Buffer.from(oldSalt, 'base64url'), hash: Buffer.from(oldHash, 'base64url') };
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(16);
  const hash = await deriveHash({ password: normalizedText(password, 'NFC'), salt, cost });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${base64(salt)}$${base64(hash)}`;
}

/** Whether the password is right. Without a stored hash it does the work of `cost`, so that timing reveals nothing. */
export async function passwordFits(password: string, stored: string | undefined, cost: PasswordCost): Promise<boolean> {
  const wanted = stored === undefined ? { cost, salt: Buffer.alloc(16), hash: Buffer.alloc(32) } : parse(stored);
  const found = await deriveHash({ password: normalizedText(password, 'NFC'), salt: wanted.salt, cost: wanted.cost });
  return stored !== undefined && wanted.hash.length === found.length && timingSafeEqual(wanted.hash, found);
}
