import { hash, hkdfSync, randomFillSync, timingSafeEqual } from 'node:crypto';
import { createMac, type Mac } from './mac.ts';

// The cookie that tells browsers apart. Its id is random and used nowhere else, and a MAC shows that we issued it, so
// no one can claim another browser with an id that they have read. It authenticates nobody.

const browserMarkCookie = 'vt_browser';
/** The length of the cookie before marks were signed; it was often the id of the browser's first click. */
const unsignedLength = 22;
const signedLength = 56;
const inCookies = new RegExp(
  `(?:^|;\\s*)${browserMarkCookie}=([\\w-]{${unsignedLength}}|[\\w-]{${signedLength}})(?:;|$)`,
);

// Layout: form (1 byte), id (16), first issued (4, seconds), issued (4, seconds), lifetime (3, minutes), MAC (14). These
// 42 bytes are 56 characters without padding, so every bit of the text is covered.
const form = { issued: 1, adopted: 2 };
const bornAt = 17;
const issuedAt = 21;
const lifetimeAt = 25;
const macAt = 28;
const markBytes = 42;

const daySeconds = 86_400;
const renewAfterSeconds = daySeconds;
/** An id is replaced after this time even if its browser comes back every day. */
const oldestSeconds = 400 * daySeconds;
/** The maximum clock difference between two nodes. */
const skewSeconds = 3_600;
/** How long a login keeps a mark: as long as a creator's session can last. */
export const signInMarkSeconds = 90 * daySeconds;

/** A mark from a request that can be used. */
export type BrowserMark = {
  id: string;
  /** Whether we created the id. Other marks can make a click a duplicate, but never connect an order with a click. */
  isTrusted: boolean;
  /** Whether the cookie should be renewed, with the same id. */
  isDue: boolean;
  firstIssuedSeconds: number;
  /** 0 if the link's brand decides. */
  lifetimeSeconds: number;
};

/** A mark to send with an answer. */
export type GivenMark = { id: string; value: string; lifetimeSeconds: number };

export type BrowserMarks = {
  /** The mark in a Cookie header; undefined if it is missing, forged, altered or too old. */
  read(cookies: string | undefined, nowMs: number): BrowserMark | undefined;
  create(nowMs: number, lifetimeSeconds: number): GivenMark;
  /** A new value for the same id. */
  renew(mark: BrowserMark, nowMs: number, lifetimeSeconds: number): GivenMark;
};

export function marksOf(config: { secretKey: string; previousSecretKey: string | undefined }): BrowserMarks {
  return createBrowserMarks([config.secretKey, ...(config.previousSecretKey ? [config.previousSecretKey] : [])]);
}

/** Signs marks with the first of the installation's secret keys; marks of the other keys are accepted and renewed. */
export function createBrowserMarks(secrets: readonly [string, ...string[]]): BrowserMarks {
  const [current, ...previous] = secrets;
  const mac = macOf(current);
  const macs = [mac, ...previous.map(macOf)];
  const randomId = createRandomIds();
  /** Used for one mark after another. */
  const bytes = Buffer.alloc(markBytes);

  const sign = (mark: Omit<GivenMark, 'value'>, kind: number, firstIssuedSeconds: number, nowMs: number): GivenMark => {
    bytes[0] = kind;
    bytes.write(mark.id, 1, 'base64url');
    bytes.writeUInt32BE(firstIssuedSeconds, bornAt);
    bytes.writeUInt32BE(Math.floor(nowMs / 1_000), issuedAt);
    bytes.writeUIntBE(Math.ceil(mark.lifetimeSeconds / 60), lifetimeAt, 3);
    bytes.write(mac(bytes.subarray(0, macAt)), macAt, markBytes - macAt, 'hex');
    return { ...mark, value: bytes.toString('base64url') };
  };

  return {
    read(cookies, nowMs) {
      const text = cookies === undefined ? undefined : inCookies.exec(cookies)?.[1];
      if (text === undefined) return undefined;
      const nowSeconds = nowMs / 1_000;
      return text.length === signedLength ? readSigned(text, macs, nowSeconds) : readUnsigned(text, nowSeconds);
    },
    create: (nowMs, lifetimeSeconds) =>
      sign({ id: randomId(), lifetimeSeconds }, form.issued, Math.floor(nowMs / 1_000), nowMs),
    renew: ({ id, isTrusted, firstIssuedSeconds }, nowMs, lifetimeSeconds) =>
      sign({ id, lifetimeSeconds }, isTrusted ? form.issued : form.adopted, firstIssuedSeconds, nowMs),
  };
}

function macOf(secret: string): Mac {
  return createMac(Buffer.from(hkdfSync('sha256', secret, 'vitrine', 'browser mark', 32)));
}

/** Random bits are drawn for many ids at a time. */
function createRandomIds(): () => string {
  const pool = Buffer.alloc(16 * 256);
  let next = pool.length;
  return () => {
    if (next === pool.length) {
      randomFillSync(pool);
      next = 0;
    }
    next += 16;
    return pool.toString('base64url', next - 16, next);
  };
}

function readSigned(text: string, macs: readonly Mac[], nowSeconds: number): BrowserMark | undefined {
  const bytes = Buffer.from(text, 'base64url');
  const kind = bytes[0];
  if (bytes.length !== markBytes || (kind !== form.issued && kind !== form.adopted)) return undefined;
  const signed = bytes.subarray(0, macAt);
  const given = bytes.subarray(macAt);
  const place = macs.findIndex((mac) =>
    timingSafeEqual(Buffer.from(mac(signed), 'hex').subarray(0, given.length), given),
  );
  if (place === -1) return undefined;
  const firstIssuedSeconds = bytes.readUInt32BE(bornAt);
  const age = nowSeconds - bytes.readUInt32BE(issuedAt);
  const lifetimeSeconds = bytes.readUIntBE(lifetimeAt, 3) * 60;
  if (age < -skewSeconds || age > lifetimeSeconds || nowSeconds - firstIssuedSeconds > oldestSeconds) return undefined;
  return {
    id: bytes.toString('base64url', 1, bornAt),
    isTrusted: kind === form.issued,
    isDue: age > renewAfterSeconds || place > 0,
    firstIssuedSeconds,
    lifetimeSeconds,
  };
}

const unsignedPattern = /^[\w-]{21}[AQgw]$/;
/** The earliest time at which a shortlink could have set such a mark. */
const earliestClickMs = Date.UTC(2020, 0, 1);

/** A login created these marks at random; a shortlink used its click id, whose time says when the mark expires. */
function readUnsigned(text: string, nowSeconds: number): BrowserMark | undefined {
  if (!unsignedPattern.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  const age = nowSeconds - bytes.readUIntBE(0, 6) / 1_000;
  const isUuid7 = bytes.readUInt8(6) >> 4 === 7 && bytes.readUInt8(8) >> 6 === 2;
  const isClickId = isUuid7 && bytes.readUIntBE(0, 6) > earliestClickMs && age > -daySeconds;
  if (isClickId && age > daySeconds) return undefined;
  return {
    id: text,
    isTrusted: false,
    isDue: true,
    firstIssuedSeconds: Math.floor(nowSeconds),
    lifetimeSeconds: isClickId ? 0 : signInMarkSeconds,
  };
}

/** The Set-Cookie header of a mark. */
export function setBrowserMark({ value, lifetimeSeconds }: GivenMark, isSecure: boolean): string {
  const secure = isSecure ? '; Secure' : '';
  return `${browserMarkCookie}=${value}; Path=/; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** Whether a browser seems to have been here before. Only a hint: it is not verified. */
export function hasBrowserMark(cookies: string | undefined): boolean {
  return cookies !== undefined && inCookies.test(cookies);
}

/** Only this hash of a mark's id is stored: 16 bytes, here in hex. */
export function hashBrowserMark(id: string): string {
  return hash('sha256', `${browserMarkCookie}:${id}`, 'hex').slice(0, 32);
}
