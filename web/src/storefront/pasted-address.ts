const withoutScheme = /^[a-z0-9-]+(\.[a-z0-9-]+)+\//i;

/** What was pasted into a search, where it is an address and no word; one without its scheme gets the usual one. */
export function pastedAddress(text: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  return withoutScheme.test(text) ? `https://${text}` : undefined;
}
