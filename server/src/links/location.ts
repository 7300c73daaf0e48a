// Where a shopper is sent. What stands before the question mark is the destination's own and is put together once,
// when the link is loaded; a request can add parameters and nothing else.

export type Target = {
  /** The destination up to and with its own query, without parameters of the click's name. */
  head: string;
  /** What joins the next parameter to the head: `?`, `&` or nothing. */
  joint: string;
  /** With its `#`, or empty. */
  fragment: string;
  /** Names that the destination's own query uses; undefined where it has no query. */
  ownNames: ReadonlySet<string> | undefined;
};

/** Undefined where the text is no address of the web; such a link leads nowhere. */
export function targetOf(destination: string, clickParameter: string): Target | undefined {
  const url = URL.parse(destination);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  const fragment = url.hash;
  const whole = fragment === '' ? url.href : url.href.slice(0, url.href.indexOf('#'));
  const mark = whole.indexOf('?');
  if (mark === -1) return { head: flat(whole), joint: '?', fragment, ownNames: undefined };
  const pieces = piecesOf(whole.slice(mark + 1));
  const own = pieces.filter((piece) => nameOf(piece) !== clickParameter);
  const head = own.length === pieces.length ? whole : `${whole.slice(0, mark)}?${own.join('&')}`;
  const joint = head.endsWith('?') || head.endsWith('&') ? '' : '&';
  return { head: flat(head), joint, fragment, ownNames: new Set(own.map(nameOf)) };
}

/** The answer's Location. `query` is that of the request, without its question mark. */
export function locationOf(target: Target, query: string, clickParameter: string, clickId: string | undefined): string {
  const carried = query === '' ? '' : carriedQuery(query, clickParameter, target.ownNames);
  const click = clickId === undefined ? '' : `${clickParameter}=${clickId}`;
  if (carried === '' && click === '') return target.head + target.fragment;
  const both = carried !== '' && click !== '' ? `${carried}&${click}` : carried + click;
  return target.head + target.joint + both + target.fragment;
}

const carriedCap = 4_096;

/**
 * What of a request's query may reach the shop: everything that does not claim to be a click id and that the
 * destination does not set itself. The click id goes last, because shops that take the last of two win then too.
 */
export function carriedQuery(query: string, clickParameter: string, ownNames: Target['ownNames']): string {
  let carried = '';
  for (const piece of piecesOf(query)) {
    const name = nameOf(piece);
    if (name === clickParameter || name === previewParameter || ownNames?.has(name) === true) continue;
    const safe = safePiece(piece);
    if (carried.length + safe.length >= carriedCap) break;
    carried = carried === '' ? safe : `${carried}&${safe}`;
  }
  return carried;
}

/** Set by the portal's own links, so that somebody who looks at their own storefront is not counted. */
export const previewParameter = 'vt_preview';

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

/** Old shops split at `;` too, and some headers end at a byte that is no ASCII: both travel encoded. */
function safePiece(piece: string): string {
  if (plain.test(piece)) return piece;
  return piece.replaceAll(/[^A-Za-z0-9\-._~!$'()*+,:@/?%=[\]]/g, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x100 ? `%${code.toString(16).toUpperCase().padStart(2, '0')}` : '';
  });
}

/** One run of bytes in memory instead of the parts it was put together from: read on every click, made once. */
function flat(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}
