/** The name under which a shop passes a click along: cookie, storage, form field and attribute of a cart. */
export const clickName = 'vt_click';

/** A click id is a UUID version 7 in base64url, like server/src/hits/click-id.ts has it. */
export const isClick = (text: string | null | undefined): text is string =>
  /^[\w-]{8}[cdef][\w-]{12}[AQgw]$/.test(text ?? '');

/** When the click was made, in milliseconds: the first 48 bits of its id. */
function timeOf(click: string): number {
  let time = 0;
  for (const byte of atob(click.slice(0, 8).replace(/-/g, '+').replace(/_/g, '/')))
    time = time * 256 + byte.charCodeAt(0);
  return time;
}

/** How long a click still counts, in whole seconds; negative once its window is over. */
export function secondsLeft(click: string, days: number): number {
  return Math.ceil((timeOf(click) - Date.now()) / 1000 + days * 86_400);
}

/** The newest click id within the window; empty if none of the texts is one. */
export function newestClick(texts: readonly (string | null | undefined)[], days: number): string {
  let newest = '';
  for (const text of texts)
    if (isClick(text) && secondsLeft(text, days) > 0 && timeOf(text) > timeOf(newest)) newest = text;
  return newest;
}

/** What sets a cookie for the whole shop; with 0 seconds, it removes it. */
export function cookieText(name: string, value: string, seconds: number, domain = ''): string {
  return `${name}=${value};path=/;max-age=${seconds};samesite=lax${domain && `;domain=${domain}`}`;
}

/** The click id in an address's query. `names`: the parameter that has it, or several with `|` between them. */
export function clickIn(query: string, names: string): string | undefined {
  return query.match(`[?&](${names})=([^&]*)`)?.[2];
}
