/** What the server puts into the page about its variant (server/src/platform/http/portal.ts). */
type Variant = {
  key: string;
  name: string;
  /** By language. */
  manageLabel: Partial<Record<string, string>>;
  privacyUrl: string | null;
  termsUrl: string | null;
};

/** For pages that the server didn't send: components in tests. */
const plain: Variant = { key: 'general', name: 'Vitrine', manageLabel: {}, privacyUrl: null, termsUrl: null };

function readVariant(): Variant {
  const described = document.querySelector<HTMLMetaElement>('meta[name="variant"]')?.content;
  return described === undefined ? plain : JSON.parse(described);
}

/** The variant of this page. It belongs to the host name, so it never changes while the page is open (S24). */
export const variant: Variant = typeof document === 'undefined' ? plain : readVariant();

/** A retailer's own legal page, for a variant that has one; otherwise this installation's text is used (S24). */
export function legalAddress(text: 'terms-of-use' | 'privacy-policy'): string | null {
  return text === 'terms-of-use' ? variant.termsUrl : variant.privacyUrl;
}

/** The title of a page: `Earnings · Vitrine` */
export function pageTitle(heading: string): string {
  return `${heading} · ${variant.name}`;
}
