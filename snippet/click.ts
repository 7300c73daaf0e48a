/** The name under which a shop passes a click along: cookie, storage, form field and attribute of a cart. */
export const clickName = 'vt_click';

/**
 * One click id or two, one after the other: what the snippet keeps and hands on. Each is a UUID version 7 in base64url,
 * like server/src/hits/click-id.ts has it.
 */
export const isClick = (text: unknown): text is string => /^([\w-]{8}[cdef][\w-]{12}[AQgw]){1,2}$/.test(text as string);

/** How old the first click is, in seconds. The first 48 bits of its id are its time in milliseconds. */
const ageOf = (click: string): number =>
  (Date.now() -
    // oxlint-disable-next-line typescript/no-misused-spread -- atob returns one character a byte
    [...atob(click.slice(0, 8).replace(/-/g, '+').replace(/_/g, '/'))].reduce(
      (time, byte) => time * 256 + byte.charCodeAt(0),
      0,
    )) /
  1e3;

/** How long the first click still counts, in whole seconds. `lifetime`: the window, in seconds. */
export const secondsLeft = (click: string, lifetime: number): number => (lifetime - ageOf(click)) | 0;

/**
 * The last two clicks within the window that the texts have, the last one first; empty if there is none. The times in
 * them decide nothing else: anyone can put a made-up id into an address, so one alone never replaces a real click, and
 * the server knows which of the two was made. One from the future is dropped; a day of it is for devices whose clock is
 * set to another time zone.
 */
export const lastClicks = (texts: readonly unknown[], lifetime: number): string =>
  [...new Set(texts.flatMap((text) => (isClick(text) ? (text.match(/.{22}/g) as string[]) : [])))]
    .filter((click) => ageOf(click) < lifetime && ageOf(click) > -86_400)
    .slice(0, 2)
    .join('');

/** What sets a cookie for the whole shop; with 0 seconds, it removes it. */
export const cookieText = (name: string, value: string, seconds: number, domain?: string): string =>
  `${name}=${value};path=/;max-age=${seconds};samesite=lax${domain ? `;domain=${domain}` : ''}`;

/** The click id in an address's query. `names`: the parameter that has it, or several with `|` between them. */
export const clickIn = (query: string, names: string): string | undefined => query.match(`[?&](${names})=([^&]*)`)?.[2];
