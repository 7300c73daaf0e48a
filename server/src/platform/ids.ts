import { createHash, randomBytes } from 'node:crypto';

/** A UUID version 7 (RFC 9562) of the given time: ids sort by creation time. */
export function newId(at: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether PostgreSQL accepts the text as a uuid. Anything else can't be one of our ids, so it is not found. */
export function isId(text: string): boolean {
  return uuidPattern.test(text);
}

/** Whether the text can be a slug. Anything else is not found, without a database query. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9-]{1,200}$/.test(text);
}

/** A secret of 256 bits with a prefix that secret scanners recognize. */
export function newSecret(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`;
}

export function sha256(text: string | Buffer): Buffer {
  return createHash('sha256').update(text).digest();
}

const codeAlphabet = '23456789abcdefghijkmnpqrstuvwxyz';

/** A short code for URLs without similar-looking characters. 32^length values. */
export function newCode(length: number): string {
  return Array.from(randomBytes(length), (byte) => codeAlphabet[byte % 32]).join('');
}
