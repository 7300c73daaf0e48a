import { createHash } from 'node:crypto';

/**
 * The mark by which one browser is told from another: a random cookie that authenticates nothing. The redirector
 * sets it to count a person once; sign-in keeps it longer, so that a creator's own clicks can be told apart.
 */
export const browserMarkCookie = 'vt_browser';

const marked = new RegExp(`(?:^|;\\s*)${browserMarkCookie}=([A-Za-z0-9_-]{22})(?:;|$)`);

export function readBrowserMark(cookies: string | undefined): string | undefined {
  return cookies === undefined ? undefined : marked.exec(cookies)?.[1];
}

/** Only this hash (16 bytes) is kept. */
export function hashBrowserMark(mark: string): Buffer {
  return createHash('sha256').update(`${browserMarkCookie}:${mark}`).digest().subarray(0, 16);
}
