/**
 * Social logins send people back with `#_` or `#_=_` on the address (S03). Both are taken off, whatever else the
 * address holds; a fragment of ours that only begins alike (`#_notes`) stays.
 */
export function withoutLoginFragment(href: string): string {
  const at = href.indexOf('#');
  if (at < 0) return href;
  const rest = href.slice(at).replace(/#_(?:=_)?(?![\w=-])/g, '');
  return href.slice(0, at) + rest;
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
