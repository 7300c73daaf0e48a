import type { Agent } from './agent.ts';

// What a hit counts as. Pure, so that stored hits can be classed again by better rules: whoever changes a rule raises
// the version, and hits that were classed by an older one are told apart by it.

export const classRulesVersion = 3;

export type HitClass =
  | 'human'
  | 'bot'
  | 'preview'
  | 'prefetch'
  | 'head'
  | 'duplicate'
  | 'self'
  | 'owner_preview'
  | 'flood';
export type HitVerdict = { class: HitClass; reason: string };

export type HitFacts = {
  method: string;
  purpose: string;
  agent: Agent;
  /** The hit carried the parameter that the portal's own links carry. */
  isMarkedPreview: boolean;
  /** It came from a page of this installation that is no storefront. */
  isFromOwnPages: boolean;
  /** The link's creator has been signed in with this browser. */
  isOwnBrowser: boolean;
};

/** The class of a hit on its own; whether it repeats another or belongs to a flood is decided after. */
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

/** A page asked for it by itself, as an image or in a frame; nobody followed the link. */
function isEmbedded(purpose: string): boolean {
  return purpose.startsWith('embedded ');
}
