const withoutScheme = /^[a-z0-9-]+(\.[a-z0-9-]+)+\//i;

/** The address in a search field, if it is one; https is added if it has no scheme. */
export function pastedAddress(text: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  return withoutScheme.test(text) ? `https://${text}` : undefined;
}
