import { queryOptions } from '@tanstack/react-query';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import { readOperator } from '@vitrine/contract/support.ts';
import { call } from '../api/call.ts';
import { loadChunk } from '../api/chunk.ts';

/** A paragraph, or a list with what leads to it. */
export type LegalPart = string | { lead: string; items: readonly string[] };
/** `id` is the fragment under which others link to it; it never changes. */
export type LegalSection = { id: string; heading: string; parts: readonly LegalPart[] };
export type LegalText = {
  slug: LegalSlug;
  title: string;
  version: string;
  summary: readonly string[];
  sections: readonly LegalSection[];
};
export type LegalSlug = 'terms-of-use' | 'privacy-policy';
export type Operator = DataOf<typeof readOperator>;

/** A legal text by the slug of its page; nothing where there is none of that name. */
export async function loadLegalText(slug: string): Promise<LegalText | undefined> {
  if (slug === 'terms-of-use') return (await loadChunk(() => import('./terms-of-use.ts'))).termsOfUse;
  if (slug === 'privacy-policy') return (await loadChunk(() => import('./privacy-policy.ts'))).privacyPolicy;
  return undefined;
}

export function legalTextQuery(slug: LegalSlug) {
  return queryOptions({
    queryKey: ['legal-text', slug],
    queryFn: async () => (await loadLegalText(slug)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function operatorQuery() {
  return queryOptions({
    queryKey: ['operator'],
    queryFn: async ({ signal }) => (await call(readOperator, {}, signal)).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Whoever runs the site, as far as its address tells; until the settings have been asked, or where they cannot be. */
export function operatorOfHost(host: string): Operator {
  return { name: `the operator of ${host}`, email: `legal@${host}`, address: null, law: null };
}

/** A text with the names of this installation in their places. */
export function named(text: string, { name, email, address, law }: Operator): string {
  return text
    .replaceAll('{operator}', name)
    .replaceAll('{Operator}', name.charAt(0).toUpperCase() + name.slice(1))
    .replaceAll('{email}', email)
    .replaceAll('{post}', address ? `${name}, ${address}` : `the postal address that you get on request from ${email}`)
    .replaceAll('{law}', law ? `the law of ${law}` : `the law of the place where ${name} has its seat`);
}
