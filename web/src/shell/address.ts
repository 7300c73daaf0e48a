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
