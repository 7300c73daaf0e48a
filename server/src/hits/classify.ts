import type { Agent } from './agent.ts';

// How a hit counts. Pure, so that stored hits can be reclassified with better rules: a change of a rule raises the
// version, which tells older verdicts apart.

export const classRulesVersion = 3;

export const hitClasses = [
  'human',
  'bot',
  'preview',
  'prefetch',
  'head',
  'duplicate',
  'self',
  'owner_preview',
  'flood',
] as const;
export type HitClass = (typeof hitClasses)[number];
export type HitVerdict = { class: HitClass; reason: string };

export type HitFacts = {
  method: string;
  purpose: string;
  agent: Agent;
  /** The hit had the parameter that the portal adds to its own links. */
  isMarkedPreview: boolean;
  /** It came from a page of this installation that is not a storefront. */
  isFromOwnPages: boolean;
  /** The link's creator has logged in with this browser. */
  isOwnBrowser: boolean;
};

/** The class of a hit on its own, before duplicates and floods. */
export function classOf(facts: HitFacts): HitVerdict {
  const { agent } = facts;
  if (facts.method === 'HEAD') return { class: 'head', reason: 'head_request' };
  if (isPrefetch(facts.purpose)) return { class: 'prefetch', reason: 'purpose_header' };
  if (isEmbedded(facts.purpose)) return { class: 'bot', reason: 'embedded' };
  if (agent.isPreview) return { class: 'preview', reason: agent.machine };
  if (agent.machine !== '') return { class: 'bot', reason: agent.machine };
  if (facts.isMarkedPreview) return { class: 'owner_preview', reason: 'preview_parameter' };
  if (facts.isFromOwnPages) return { class: 'owner_preview', reason: 'own_pages' };
  if (facts.isOwnBrowser) return { class: 'self', reason: 'own_browser' };
  return { class: 'human', reason: agent.app === '' ? 'browser' : 'in_app_browser' };
}

export function isCounted(verdict: HitVerdict): boolean {
  return verdict.class === 'human';
}

function isPrefetch(purpose: string): boolean {
  return purpose !== '' && /prefetch|prerender|preview/i.test(purpose);
}

/** A page requested it by itself, as an image or in a frame; no one clicked the link. */
function isEmbedded(purpose: string): boolean {
  return purpose.startsWith('embedded ');
}
