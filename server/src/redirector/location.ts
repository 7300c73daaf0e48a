// The location of a redirect. Everything before the question mark comes from the destination; a request can only add
// parameters after it.

export type Target = {
  /** The destination including its own query, without the click parameter. */
  head: string;
  /** What separates the head from the next parameter: `?`, `&` or nothing. */
  joint: string;
  /** With its `#`, or empty. */
  fragment: string;
};

/** A destination in the form that browsers give it; undefined if it is not a web URL. */
export function canonicalOf(destination: string): { head: string; fragment: string } | undefined {
  const url = URL.parse(destination);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  const fragment = url.hash;
  return { head: fragment === '' ? url.href : url.href.slice(0, url.href.indexOf('#')), fragment };
}

export function jointOf(head: string): string {
  if (!head.includes('?')) return '?';
  return head.endsWith('?') || head.endsWith('&') ? '' : '&';
}

/** Whether a destination's own query has a parameter with this name. */
export function holdsParameter(head: string, name: string): boolean {
  // The name itself, or characters that may encode it: asked for each redirect, and most destinations have neither.
  if (!head.includes(name) && !head.includes('%') && !head.includes('+')) return false;
  return piecesOf(queryOf(head)).some((piece) => nameOf(piece) === name);
}

export function withoutParameter(head: string, name: string): string {
  const own = piecesOf(queryOf(head)).filter((piece) => nameOf(piece) !== name);
  return `${head.slice(0, head.indexOf('?') + 1)}${own.join('&')}`;
}

/** The Location header. `query` is the request's, without its question mark. */
export function locationOf(target: Target, query: string, clickParameter: string, clickId: string | undefined): string {
  const carried = query === '' ? '' : carriedQuery(query, clickParameter, ownNames(target));
  const click = clickId === undefined ? '' : `${clickParameter}=${clickId}`;
  if (carried === '' && click === '') return target.head + target.fragment;
  const both = carried !== '' && click !== '' ? `${carried}&${click}` : carried + click;
  return target.head + target.joint + both + target.fragment;
}

const carriedCap = 4_096;

/**
 * The part of a request's query that may reach the shop: everything except click ids and parameters that the
 * destination sets itself. The click id goes last, so that it wins at shops that use the last of two.
 */
export function carriedQuery(query: string, clickParameter: string, taken: ReadonlySet<string>): string {
  let carried = '';
  for (const piece of piecesOf(query)) {
    const name = nameOf(piece);
    if (name === clickParameter || name === previewParameter || taken.has(name)) continue;
    const safe = safePiece(piece);
    if (carried.length + safe.length >= carriedCap) break;
    carried = carried === '' ? safe : `${carried}&${safe}`;
  }
  return carried;
}

/** Set by the portal's own links, so that creators who view their own storefront are not counted. */
export const previewParameter = 'vt_preview';

const nothingTaken: ReadonlySet<string> = new Set();

function ownNames({ head, joint }: Target): ReadonlySet<string> {
  return joint === '?' ? nothingTaken : new Set(piecesOf(queryOf(head)).map(nameOf));
}

function queryOf(head: string): string {
  const mark = head.indexOf('?');
  return mark === -1 ? '' : head.slice(mark + 1);
}

function piecesOf(query: string): string[] {
  const end = query.indexOf('#');
  return (end === -1 ? query : query.slice(0, end)).split('&').filter((piece) => piece !== '');
}

/** A parameter's name as a shop will read it. */
function nameOf(piece: string): string {
  const equals = piece.indexOf('=');
  const name = equals === -1 ? piece : piece.slice(0, equals);
  return name.includes('%') || name.includes('+') ? decoded(name) : name;
}

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

const plain = /^[A-Za-z0-9\-._~!$'()*+,:@/?%=[\]]*$/;

/** Old shops split at `;` too, and some headers end at a non-ASCII byte, so both are encoded. */
function safePiece(piece: string): string {
  if (plain.test(piece)) return piece;
  return piece.replaceAll(/[^A-Za-z0-9\-._~!$'()*+,:@/?%=[\]]/g, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x100 ? `%${code.toString(16).toUpperCase().padStart(2, '0')}` : '';
  });
}
