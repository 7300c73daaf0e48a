import { queryOptions } from '@tanstack/react-query';
import { loadChunk } from '../api/chunk.ts';
import type { Operator } from '../support/operator.data.ts';

const loadTerms = () => import('./terms-of-use.ts');
const loadPrivacy = () => import('./privacy-policy.ts');

/** A paragraph, or a list with its introduction. */
export type LegalPart = string | { lead: string; items: readonly string[] };
/** `id` is the fragment that links point to, so it never changes. */
export type LegalSection = { id: string; heading: string; parts: readonly LegalPart[] };
export type LegalText = {
  slug: LegalSlug;
  title: string;
  version: string;
  summary: readonly string[];
  sections: readonly LegalSection[];
};
export type LegalSlug = 'terms-of-use' | 'privacy-policy';

/** The legal text of a page's slug; undefined if there is none. */
export async function loadLegalText(slug: string): Promise<LegalText | undefined> {
  if (slug === 'terms-of-use') return (await loadChunk(loadTerms)).termsOfUse;
  if (slug === 'privacy-policy') return (await loadChunk(loadPrivacy)).privacyPolicy;
  return undefined;
}

export function legalTextQuery(slug: LegalSlug) {
  return queryOptions({
    queryKey: ['legal-text', slug],
    queryFn: async () => (await loadLegalText(slug)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Fills a text's placeholders with the details of this installation's operator. */
export function named(text: string, { name, email, address, law }: Operator): string {
  return text
    .replaceAll('{operator}', name)
    .replaceAll('{Operator}', name.charAt(0).toUpperCase() + name.slice(1))
    .replaceAll('{email}', email)
    .replaceAll('{post}', address ? `${name}, ${address}` : `the postal address that you get on request from ${email}`)
    .replaceAll('{law}', law ? `the law of ${law}` : `the law of the place where ${name} is based`);
}
