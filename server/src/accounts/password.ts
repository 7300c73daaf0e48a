import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Refusal } from '../platform/refusal.ts';

const derive = promisify(argon2);
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** As many hashes at a time as the machine has cores for them; a flood waits in a short line and is then refused. */
const atOnce = 2;
const longestLine = 50;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= longestLine) throw new Refusal('busy');
    await new Promise<void>((go) => waiting.push(go));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

async function derived(password: string, salt: Buffer): Promise<Buffer> {
  return inTurn(() => derive('argon2id', { message: password.normalize('NFC'), nonce: salt, ...cost }));
}

/** argon2id (RFC 9106) with the OWASP parameters: `argon2id$salt$hash`, base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `argon2id$${salt.toString('base64url')}$${(await derived(password, salt)).toString('base64url')}`;
}

/** Whether the password fits. Without a stored hash the same work is done, so that time tells nothing. */
export async function passwordFits(password: string, stored: string | undefined): Promise<boolean> {
  const [, salt = '', hash = ''] = (stored ?? `$${'A'.repeat(22)}$${'A'.repeat(43)}`).split('$');
  const wanted = Buffer.from(hash, 'base64url');
  const found = await derived(password, Buffer.from(salt, 'base64url'));
  return wanted.length === found.length && timingSafeEqual(wanted, found) && stored !== undefined;
}
