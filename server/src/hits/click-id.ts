import { randomFillSync } from 'node:crypto';

// A click id is a UUID version 7 (RFC 9562). Shoppers and shops see it as 22 characters of base64url. The first eight
// are exactly the 48 bits of its time, so the text can be built from two parts.

const rows = 1024;
const rowBytes = 12;
const rowCharacters = 16;
const tailCharacters = 14;

/** Creates click ids; random bits are drawn for a thousand at a time. */
export function createClickIds(): (atMs: number) => string {
  const pool = Buffer.alloc(rows * rowBytes);
  const time = Buffer.alloc(6);
  let tails = '';
  let next = rows;
  let headMs = -1;
  let head = '';
  return (atMs) => {
    if (atMs !== headMs) {
      headMs = atMs;
      time.writeUIntBE(atMs, 0, 6);
      head = time.toString('base64url');
    }
    if (next === rows) {
      tails = drawTails(pool);
      next = 0;
    }
    const start = next * rowCharacters;
    next += 1;
    return head + tails.slice(start, start + tailCharacters);
  };
}

/** Rows of ten random bytes with version and variant in place, and two zero bytes that pad each to 16 characters. */
function drawTails(pool: Buffer): string {
  randomFillSync(pool);
  for (let at = 0; at < pool.length; at += rowBytes) {
    pool[at] = ((pool[at] ?? 0) & 0x0f) | 0x70;
    pool[at + 2] = ((pool[at + 2] ?? 0) & 0x3f) | 0x80;
    pool[at + 10] = 0;
    pool[at + 11] = 0;
  }
  return pool.toString('base64url');
}

const clickIdPattern = /^[A-Za-z0-9_-]{8}[cdef][A-Za-z0-9_-]{12}[AQgw]$/;

/** Whether a text has the form of a click id. A browser mark has the same form. */
export function isClickId(text: string): boolean {
  return clickIdPattern.test(text);
}

/** Click ids one after the other, with or without something between them. */
const severalPattern = /^(?:[A-Za-z0-9_-]{8}[cdef][A-Za-z0-9_-]{12}[AQgw][ ,;.|]*)+$/;

/** The click ids of a text that has nothing else, each once, the newest first. The snippet hands on the last two. */
export function clickIdsIn(text: string): string[] {
  if (!severalPattern.test(text)) return [];
  const ids = text.match(/[A-Za-z0-9_-]{22}/g) ?? [];
  return [...new Set(ids)].toSorted((one, other) => timeOfClick(other) - timeOfClick(one));
}

/** The UUID's 32 digits, in a form that PostgreSQL accepts. */
export function digitsOfClick(clickId: string): string {
  return Buffer.from(clickId, 'base64url').toString('hex');
}

export function uuidOfClick(clickId: string): string {
  const hex = digitsOfClick(clickId);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export function clickOfUuid(uuid: string): string {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url');
}

/** The value of each character of base64url by its code. */
const sextets = new Uint8Array(128);
for (const [value, character] of Array.from(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
).entries())
  sextets[character.charCodeAt(0)] = value;

/** The time of a click id in milliseconds. The drain reads several for each hit, so no buffer is created. */
export function timeOfClick(clickId: string): number {
  let high = 0;
  let low = 0;
  for (let place = 0; place < 4; place += 1) {
    high = high * 64 + (sextets[clickId.charCodeAt(place)] ?? 0);
    low = low * 64 + (sextets[clickId.charCodeAt(place + 4)] ?? 0);
  }
  return high * 2 ** 24 + low;
}

/** The value of each hexadecimal digit by its code. */
const digits = new Uint8Array(128);
for (const [value, character] of Array.from('0123456789abcdef').entries()) digits[character.charCodeAt(0)] = value;

/** The time of a hit's id, a UUID. An order reads hundreds, so no text is created. */
export function timeOfHit(id: string): number {
  let time = 0;
  for (let place = 0; place < 13; place += 1) if (place !== 8) time = time * 16 + (digits[id.charCodeAt(place)] ?? 0);
  return time;
}

/**
 * The lowest id that a hit of this millisecond can have. With it, the primary key finds hits by time; `at` has no
 * index.
 */
export function firstIdOf(at: number): string {
  const hex = at.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
