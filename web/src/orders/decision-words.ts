import { t } from '@lingui/core/macro';
import type { Explanation } from '@vitrine/contract/orders.ts';

// The plain words of a decision. Rules, verdicts and facts are keys of server/src/orders (decision.rules.ts and
// attribution.ts); a key that this build does not know is told in general, never left out.

type Step = Explanation['steps'][number];
type Candidate = Explanation['candidates'][number];
/** `reader` is the creator whose order it is, unless it is the brand, to whom everybody has a name. */
export type Telling = {
  candidates: readonly Candidate[];
  outcome: Explanation['outcome'];
  moment: (at: string) => string;
  reader?: 'creator' | 'brand';
};

/** What a candidate is called in a sentence: "the click on your link (11/12/2026 09:14 AM)". */
type Naming = Omit<Telling, 'outcome'>;

export function candidateName(candidate: Candidate | undefined, { moment, candidates, reader }: Naming): string {
  if (!candidate) return t`this one`;
  if (reader === 'brand') return nameForBrand(candidate, moment);
  if (candidate.via === 'click') return clickName(candidate, { moment, candidates });
  const code = candidate.reference ?? '';
  if (!candidate.mine) return t`another creator’s code`;
  return code ? t`your code ${code}` : t`your code`;
}

function nameForBrand({ via, who, reference, touched_at: touchedAt }: Candidate, moment: Telling['moment']): string {
  const [handle, code, at] = [`@${who}`, reference ?? '', touchedAt ? moment(touchedAt) : ''];
  if (via === 'code') return t`the code ${code} of ${handle}`;
  return at ? t`the click on a link of ${handle} (${at})` : t`the click on a link of ${handle}`;
}

/** Clicks are told apart by their time; where there is only one, nothing has to be told apart. */
function clickName({ mine, touched_at: touchedAt }: Candidate, { moment, candidates }: Naming): string {
  const at = touchedAt && candidates.length > 1 ? moment(touchedAt) : '';
  if (!at) return mine ? t`the click on your link` : t`the click on another creator’s link`;
  return mine ? t`the click on your link (${at})` : t`a click on another creator’s link (${at})`;
}

type Words = Readonly<Record<string, () => string>>;

/** The same classes as their brand reads them, where the words speak to somebody. */
const brandClassWords: Words = {
  self: () => t`the creator’s own browser`,
  owner_preview: () => t`the creator’s own preview`,
};

const classWords: Words = {
  human: () => t`a person`,
  duplicate: () => t`a person who had clicked a moment before`,
  self: () => t`your own browser`,
  owner_preview: () => t`your own preview`,
  prefetch: () => t`a browser that had loaded the page ahead`,
};

/** What each sign of an own purchase was. A sign that this build does not know is told in general. */
const ownPurchaseSigns: Words = {
  own_email: () => t`The order was placed with the creator’s own email address, so it was put on hold for review.`,
  own_browser: () => t`The order came from the creator’s own browser, so it was put on hold for review.`,
};

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A rule's step as a sentence. A new rule gets its own writer here. */
type Writer = (facts: Record<string, string>, verdict: Step['verdict'], name: string, telling: Telling) => string;

export const stepWriters: Readonly<Record<string, Writer>> = {
  brought_along: (_facts, verdict) =>
    verdict === 'failed'
      ? t`The order included no click and no discount code.`
      : t`The order included a click, a discount code or both.`,
  click_recorded: (_facts, verdict, _name, { outcome }) => {
    if (verdict === 'passed') return t`The click that the shop reported is on record.`;
    if (verdict === 'failed') return t`The click that the shop reported hasn’t reached us, or it isn’t this brand’s.`;
    return outcome === 'waiting_for_click'
      ? t`The click that the shop reported hasn’t reached us yet, so the order waits for it.`
      : t`The click that the shop reported hadn’t reached us yet. The discount code decided without it.`;
  },
  code_known: ({ code = '' }, verdict) => {
    if (verdict === 'passed')
      return code ? t`The code ${code} belongs to a creator.` : t`A discount code on the order belongs to a creator.`;
    return code ? t`The code ${code} belongs to no creator.` : t`A discount code on the order belongs to no creator.`;
  },
  code_running: ({ ended_at: ended = '' }, verdict, name, { moment }) => {
    const until = ended ? moment(ended) : '';
    return verdict === 'passed'
      ? t`${sentence(name)} was valid when the order was placed.`
      : t`${sentence(name)} had ended (${until}) before the order was placed.`;
  },
  click_counts: ({ class: kind = '', candidate = '' }, verdict, name, { candidates, reader }) => {
    const who = (reader === 'brand' ? brandClassWords[kind] : undefined)?.() ?? classWords[kind]?.() ?? kind;
    if (verdict !== 'noted') return t`${sentence(name)} was made by ${who}, so it counts.`;
    return candidates[Number(candidate) - 1]?.verdict === 'held_for_review'
      ? t`${sentence(name)} looks like it was made by a program, so it was put on hold for review.`
      : t`${sentence(name)} looks like it was made by a program.`;
  },
  inside_window: (facts, verdict, name, { moment }) => {
    const { window_days: days = '', placed_at: placed = '', clicked_at: clicked = '' } = facts;
    const at = placed ? moment(placed) : '';
    if (verdict === 'passed') return t`${sentence(name)} was at most ${days} days before the order (${at}).`;
    return Date.parse(clicked) > Date.parse(placed)
      ? t`${sentence(name)} was after the order (${at}), so it could not lead to it.`
      : t`${sentence(name)} was more than ${days} days before the order (${at}), outside the attribution window.`;
  },
  account_active: (_facts, verdict, name) =>
    verdict === 'passed'
      ? t`The storefront behind ${name} was active.`
      : t`The storefront behind ${name} was not active, so it could not earn.`,
  click_order: ({ model = '', clicks = '' }, _verdict, name) =>
    model === 'first_click'
      ? t`Of ${clicks} clicks that could earn, this brand counts the first: ${name}.`
      : t`Of ${clicks} clicks that could earn, this brand counts the last: ${name}.`,
  code_order: ({ codes = '' }, _verdict, name) =>
    t`Of ${codes} codes on the order, the one given out last counts: ${name}.`,
  precedence: ({ first = '' }, _verdict, name) =>
    first === 'code'
      ? t`There was a click and a code. With this brand a code goes before a link: ${name} counts.`
      : t`There was a click and a code. With this brand a link goes before a code: ${name} counts.`,
  self_purchase: ({ sign = '' }, verdict) => {
    if (verdict === 'passed') return t`It doesn’t look like the creator’s own purchase.`;
    return ownPurchaseSigns[sign]?.() ?? t`It looks like the creator’s own purchase, so it was put on hold for review.`;
  },
  order_checks: (_facts, verdict) =>
    verdict === 'passed'
      ? t`Our checks found nothing unusual.`
      : t`Our checks found something for the brand to look at.`,
  terms_held: ({ version = '', held_at: held = '' }, verdict, _name, { moment }) => {
    const at = held ? moment(held) : '';
    return verdict === 'passed'
      ? t`Version ${version} of the terms was in effect at that time (${at}).`
      : t`No commission terms were in effect at that time (${at}).`;
  },
  flat_amounts_apply: ({ currency = '', terms_currency: own = '' }, verdict) =>
    verdict === 'failed'
      ? t`The order is in ${currency}, the terms’ fixed amounts are in ${own}: only percentages apply.`
      : t`The terms’ fixed amounts are in the order’s currency.`,
  something_earned: (_facts, verdict) =>
    verdict === 'passed'
      ? t`Under these terms the order earns a commission.`
      : t`Under these terms the order earns nothing.`,
};

export function stepText(step: Step, telling: Telling): string {
  const candidate = telling.candidates[Number(step.facts['candidate']) - 1];
  const writer = stepWriters[step.rule];
  if (writer) return writer(step.facts, step.verdict, candidateName(candidate, telling), telling);
  const rule = step.rule.replaceAll('_', ' ');
  return t`A further rule was asked: ${rule}.`;
}

export const verdictWords: Words = {
  credited: () => t`It earned the commission.`,
  held_self_purchase: () => t`It earned the commission, which was put on hold as a possible own purchase.`,
  held_for_review: () => t`It earned the commission, which was put on hold for the brand to review.`,
  no_terms: () => t`It would have counted, but no commission terms were in effect at that time.`,
  nothing_to_earn: () => t`It would have counted, but the terms pay nothing for this order.`,
  outside_window: () => t`It was before the attribution window of this order.`,
  after_order: () => t`It came after the order.`,
  account_not_active: () => t`The storefront was not active.`,
  code_ended: () => t`The code had ended.`,
  later_click_counts: () => t`A later click counts.`,
  earlier_click_counts: () => t`An earlier click counts.`,
  newer_code_counts: () => t`A newer code counts.`,
  code_before_link: () => t`A code goes before a link here.`,
  link_before_code: () => t`A link goes before a code here.`,
  not_asked: () => t`It was not needed for the decision.`,
};

export function verdictText(verdict: string): string {
  return verdictWords[verdict]?.() ?? t`It did not count.`;
}

const scopes: Words = {
  creator_product: () => t`your own rate for this product`,
  product: () => t`the rate for this product`,
  creator_category: () => t`your own rate for this category`,
  category: () => t`the rate for this category`,
  creator: () => t`your own rate`,
  default: () => t`the usual rate`,
};

const brandScopes: Words = {
  creator_product: () => t`the creator’s own rate for this product`,
  creator_category: () => t`the creator’s own rate for this category`,
  creator: () => t`the creator’s own rate`,
};

export function ruleScope(appliesTo: string, reader: Telling['reader'] = 'creator'): string {
  if (reader === 'brand' && brandScopes[appliesTo]) return brandScopes[appliesTo]();
  return scopes[appliesTo]?.() ?? t`the rate`;
}

const reversalWords: Words = {
  refund: () => t`Refund`,
  cancellation: () => t`Canceled order`,
  declined: () => t`Declined by the brand`,
};

export function reversalName(reason: string): string {
  return reversalWords[reason]?.() ?? t`Reversed`;
}
