import { randomBytes } from 'node:crypto';
import { recoveryCodeCount } from '@vitrine/contract/two-factor.ts';
import { sha256 } from '../platform/ids.ts';

/** Base 32 by Crockford: no letters that are read as digits. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';

/** 80 random bits as four groups of four: too many to guess, even from the stored hash. */
function newRecoveryCode(): string {
  const text = Array.from(randomBytes(16), (byte) => letters[byte % letters.length]).join('');
  return (text.match(/.{4}/g) ?? []).join('-');
}

export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, newRecoveryCode);
}

/** The hash of a code, however its groups and letters were typed. */
export function recoveryHash(typed: string): Buffer {
  const plain = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  return sha256(plain.replaceAll('o', '0').replaceAll(/[il]/g, '1'));
}
