/** What social logins leave at the start of a fragment. A name that only begins like it (`#_notes`) is ours. */
const leftover = /^_(?:=|%3D)_&?|^_(?![\w=%-])&?/i;

/**
 * Social logins add `#_` or `#_=_` to the address (S03). Both are removed. The query stays, and so does the rest of a
 * longer fragment: `#_=_row-3` becomes `#row-3`.
 */
export function withoutLoginFragment(href: string): string {
  const [page = '', ...fragments] = href.split('#');
  const kept = fragments.map((fragment) => fragment.replace(leftover, ''));
  return [page, ...kept.filter((fragment, index) => fragment !== '' || fragments[index] === '')].join('#');
}

export function stripLoginFragment(): void {
  const { href } = window.location;
  const clean = withoutLoginFragment(href);
  if (clean !== href) window.history.replaceState(window.history.state, '', clean);
}

/**
 * Reads the query as plain text by name. The router's own parser would read an order number as a number and lose
 * digits.
 */
export function readQuery(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

export function writeQuery(search: Record<string, unknown>): string {
  const given = Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

/** Whether a path belongs to a console, whose routes the portal doesn't have (sitemap.ts). */
export function isInConsole(pathname: string): boolean {
  return /^\/(brand|operator|staff)(\/|$)/.test(pathname);
}
