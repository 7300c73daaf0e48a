/** What social logins leave behind, at the beginning of a fragment. A name that only begins alike (`#_notes`) is ours. */
const leftover = /^_(?:=|%3D)_&?|^_(?![\w=%-])&?/i;

/**
 * Social logins send people back with `#_` or `#_=_` on the address (S03). Both are removed. The query stays, and so
 * does the rest of a fragment that holds more than that: `#_=_row-3` becomes `#row-3`.
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

/** The query of an address is plain text by name. The router's own form would read an order number as a number and lose digits. */
export function readQuery(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

export function writeQuery(search: Record<string, unknown>): string {
  const given = Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}
