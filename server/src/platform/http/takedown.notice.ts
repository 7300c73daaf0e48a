// What a page says in place of something that was taken down: the same words for shortlinks, storefronts and pictures.
import type { TakedownCategory } from '@vitrine/contract/values/takedown-categories.ts';
import { type Html, html } from './html.ts';

/** Why something was taken down. `reason` is the operator's text; undefined while the database doesn't answer, empty once its owner was erased. */
export type PublicTakedown = { category: TakedownCategory; reason: string | undefined };

export const categorySentences: Record<TakedownCategory, string> = {
  copyright: 'We received a copyright notice about it.',
  court_order: 'A court or an authority ordered us to.',
  trademark: 'We received a complaint that it infringes a trademark.',
  privacy: 'We received a complaint that it violates someone’s privacy.',
  scam: 'It was reported as a scam, phishing or malware.',
  harmful: 'It showed something illegal or dangerous.',
  terms: 'It broke our terms of use.',
};

type Thing = 'link' | 'page' | 'storefront';

export function takedownHeading(thing: Thing): string {
  return `This ${thing} was taken down`;
}

/** The body of the page. It never contains the destination. */
export function takedownNotice(thing: Thing, { category, reason }: PublicTakedown): Html {
  return html`<section class="notice"><p class="eyebrow">Taken down</p><h1>${takedownHeading(thing)}</h1>
<p class="lead">${categorySentences[category]}</p>
${reason && html`<p>${reason}</p>`}
<a class="button" href="/">Go to the home page</a></section>`;
}

/** Where a visitor can report the page at this address. */
export function reportPath(address: string): string {
  return `/report?address=${encodeURIComponent(address)}`;
}
