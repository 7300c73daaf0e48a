import { plural, t } from '@lingui/core/macro';
import type { Explanation } from '@vitrine/contract/decisions.ts';
import { formatMoney } from '../format/money.ts';

// The texts that explain a decision. Rules, verdicts and facts are keys of server/src/orders (decision.rules.ts and
// attribution.ts). A key that this build doesn't know gets a general text and is never left out.

type Step = Explanation['steps'][number];
type Candidate = Explanation['candidates'][number];
/** `reader` is the creator by default. A brand sees the handles of all creators. */
export type ExplanationContext = {
  candidates: readonly Candidate[];
  outcome: Explanation['outcome'];
  moment: (at: string) => string;
  reader?: 'creator' | 'brand';
};

/** A candidate's name inside a sentence, like "the click on your link (11/12/2026 09:14 AM)". */
type Naming = Omit<ExplanationContext, 'outcome'>;

export function candidateName(candidate: Candidate | undefined, { moment, candidates, reader }: Naming): string {
  if (!candidate) return t`this one`;
  if (reader === 'brand') return nameForBrand(candidate, moment);
  if (candidate.via === 'click') return clickName(candidate, { moment, candidates });
  const code = candidate.reference ?? '';
  if (!candidate.mine) return t`another creator’s code`;
  return code ? t`your code ${code}` : t`your code`;
}

function nameForBrand(
  { via, who, reference, touched_at: touchedAt }: Candidate,
  moment: ExplanationContext['moment'],
): string {
  const [handle, code, at] = [`@${who}`, reference ?? '', touchedAt ? moment(touchedAt) : ''];
  if (via === 'code') return t`${handle}’s code ${code}`;
  return at ? t`the click on ${handle}’s link (${at})` : t`the click on ${handle}’s link`;
}

/** The time tells clicks apart, so it is left out when there is only one candidate. */
function clickName({ mine, touched_at: touchedAt }: Candidate, { moment, candidates }: Naming): string {
  const at = touchedAt && candidates.length > 1 ? moment(touchedAt) : '';
  if (!at) return mine ? t`the click on your link` : t`the click on another creator’s link`;
  return mine ? t`the click on your link (${at})` : t`a click on another creator’s link (${at})`;
}

type Texts = Readonly<Record<string, () => string>>;

/** The classes that need a different text for the brand. */
const brandClassTexts: Texts = {
  self: () => t`the creator’s own browser`,
  owner_preview: () => t`the creator’s own preview`,
};

const classTexts: Texts = {
  human: () => t`a real person`,
  duplicate: () => t`a real person who had clicked shortly before`,
  self: () => t`your own browser`,
  owner_preview: () => t`your own preview`,
  prefetch: () => t`a browser that had preloaded the page`,
};

/** Signs of a creator's own purchase. A sign that this build doesn't know gets a general text. */
const ownPurchaseSigns: Texts = {
  own_email: () => t`The order was placed with the creator’s own email address, so it was put on hold for review.`,
  own_browser: () => t`The order came from the creator’s own browser, so it was put on hold for review.`,
};

/** The same signs for the creator themself. */
const yourPurchaseSigns: Texts = {
  own_email: () => t`The order was placed with your own email address, so it was put on hold for review.`,
  own_browser: () => t`The order came from your own browser, so it was put on hold for review.`,
};

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Writes a rule's step as a sentence. Every rule has its own writer. */
type Writer = (
  facts: Record<string, string>,
  verdict: Step['verdict'],
  name: string,
  context: ExplanationContext,
) => string;

export const stepWriters: Readonly<Record<string, Writer>> = {
  brought_along: (_facts, verdict) =>
    verdict === 'failed'
      ? t`The order included no click and no discount code.`
      : t`The order included a click, a discount code or both.`,
  click_recorded: (_facts, verdict, _name, { outcome }) => {
    if (verdict === 'passed') return t`We have a record of the click that the shop reported.`;
    if (verdict === 'failed') return t`The click that the shop reported hasn’t reached us, or it isn’t this brand’s.`;
    return outcome === 'waiting_for_click'
      ? t`The click that the shop reported hasn’t reached us yet, so the order waits for it.`
      : t`The click that the shop reported hadn’t reached us yet. The order was decided without it, by the discount code.`;
  },
  code_known: ({ code = '' }, verdict) => {
    if (verdict === 'passed')
      return code ? t`The code ${code} belongs to a creator.` : t`A discount code on the order belongs to a creator.`;
    return code
      ? t`The code ${code} doesn’t belong to a creator.`
      : t`A discount code on the order doesn’t belong to a creator.`;
  },
  code_running: ({ ended_at: ended = '' }, verdict, name, { moment }) => {
    const until = ended ? moment(ended) : '';
    return verdict === 'passed'
      ? t`${sentence(name)} was valid when the order was placed.`
      : t`${sentence(name)} had ended (${until}) before the order was placed.`;
  },
  click_counts: ({ class: kind = '', candidate = '' }, verdict, name, { candidates, reader }) => {
    const who = (reader === 'brand' ? brandClassTexts[kind] : undefined)?.() ?? classTexts[kind]?.() ?? kind;
    if (verdict !== 'noted') return t`${sentence(name)} came from ${who}, so it counts.`;
    return candidates[Number(candidate) - 1]?.verdict === 'held_for_review'
      ? t`${sentence(name)} looks automated, so it was put on hold for review.`
      : t`${sentence(name)} looks automated.`;
  },
  inside_window: (facts, verdict, name, { moment }) => {
    const { window_days: windowDays = '', placed_at: placed = '', clicked_at: clicked = '' } = facts;
    const at = placed ? moment(placed) : '';
    const days = plural(Number(windowDays), { one: '# day', other: '# days' });
    if (verdict === 'passed')
      return t`${sentence(name)} was at most ${days} before the order (${at}), within the attribution window.`;
    return Date.parse(clicked) > Date.parse(placed)
      ? t`${sentence(name)} was after the order (${at}), so it doesn’t count.`
      : t`${sentence(name)} was more than ${days} before the order (${at}), outside the attribution window.`;
  },
  renewal_earns: ({ since = '', until = '' }, verdict, _name, { moment }) => {
    const from = since ? moment(since) : '';
    const end = until ? moment(until) : '';
    return verdict === 'passed'
      ? t`The order renews the subscription from ${from}. Its renewals earn until ${end}, by the click that led to it.`
      : t`The order renews the subscription from ${from}. Its renewals earned until ${end}.`;
  },
  brand_active: ({ status = '', since = '', candidate = '' }, _verdict, name, { candidates, moment }) => {
    const at = since ? moment(since) : '';
    const isCode = candidates[Number(candidate) - 1]?.via === 'code';
    if (status === 'closed')
      return isCode
        ? t`${sentence(name)} was used while the brand was closed (since ${at}), so it earns no commission.`
        : t`${sentence(name)} was made while the brand was closed (since ${at}), so it earns no commission.`;
    return isCode
      ? t`${sentence(name)} was used while the brand was paused (since ${at}), so it earns no commission.`
      : t`${sentence(name)} was made while the brand was paused (since ${at}), so it earns no commission.`;
  },
  account_active: ({ status = '', since = '' }, verdict, name, { moment }) => {
    if (verdict === 'passed') return t`The storefront behind ${name} was active.`;
    if (since === '') return t`The storefront behind ${name} wasn’t active, so it couldn’t earn a commission.`;
    const from = moment(since);
    if (status === 'suspended')
      return t`The creator behind ${name} had been suspended since ${from}, so it couldn’t earn a commission.`;
    return status === 'paused'
      ? t`The creator behind ${name} had been paused since ${from}, so it couldn’t earn a commission.`
      : t`The work with the creator behind ${name} ended on ${from}, so it couldn’t earn a commission.`;
  },
  click_order: ({ model = '', clicks = '' }, _verdict, name) =>
    model === 'first_click'
      ? t`Of ${clicks} eligible clicks, this brand counts the first: ${name}.`
      : t`Of ${clicks} eligible clicks, this brand counts the last: ${name}.`,
  code_order: ({ codes = '' }, _verdict, name) => t`Of ${codes} codes on the order, the newest counts: ${name}.`,
  precedence: ({ first = '' }, _verdict, name) =>
    first === 'code'
      ? t`There was a click and a code. This brand gives codes priority: ${name} counts.`
      : t`There was a click and a code. This brand gives clicks priority: ${name} counts.`,
  self_purchase: ({ sign = '', candidate = '' }, verdict, _name, { candidates, reader }) => {
    if (reader !== 'brand' && candidates[Number(candidate) - 1]?.mine) {
      if (verdict === 'passed') return t`It doesn’t look like your own purchase.`;
      return yourPurchaseSigns[sign]?.() ?? t`It looks like your own purchase, so it was put on hold for review.`;
    }
    if (verdict === 'passed') return t`It doesn’t look like the creator’s own purchase.`;
    return ownPurchaseSigns[sign]?.() ?? t`It looks like the creator’s own purchase, so it was put on hold for review.`;
  },
  order_checks: (_facts, verdict, _name, { reader }) => {
    if (verdict === 'passed') return t`Our checks found nothing unusual.`;
    return reader === 'brand'
      ? t`Our checks found something for you to review.`
      : t`Our checks found something for the brand to review.`;
  },
  terms_held: ({ version = '', held_at: held = '' }, verdict, _name, { moment }) => {
    const at = held ? moment(held) : '';
    return verdict === 'passed'
      ? t`Version ${version} of the terms was active at that time (${at}).`
      : t`No commission terms were active at that time (${at}).`;
  },
  flat_amounts_apply: ({ currency = '', terms_currency: own = '' }, verdict) =>
    verdict === 'failed'
      ? t`The order is in ${currency} and the amounts in the terms are in ${own}, so only rates without amounts apply.`
      : t`The amounts in the terms are in the order’s currency.`,
  new_customer: ({ customer = '' }) =>
    ({
      new: t`The customer had never ordered from this brand before, so the rate for new customers applies.`,
      returning: t`The customer had ordered from this brand before, so the rate for new customers doesn’t apply.`,
    })[customer] ?? t`The order doesn’t say who the customer is, so the rate for new customers doesn’t apply.`,
  caps: ({ per_order: order = '0', per_month: month = '0', currency = '' }) => {
    const [perOrder, perMonth] = [formatMoney({ amount: order, currency }), formatMoney({ amount: month, currency })];
    return [
      ...(order === '0' ? [] : [t`The limit per order took ${perOrder} off the commission.`]),
      ...(month === '0' ? [] : [t`The limit per month took ${perMonth} off the commission.`]),
    ].join(' ');
  },
  something_earned: (_facts, verdict) =>
    verdict === 'passed'
      ? t`Under these terms, the order earns a commission.`
      : t`Under these terms, the order earns no commission.`,
};

export function stepText(step: Step, context: ExplanationContext): string {
  const candidate = context.candidates[Number(step.facts['candidate']) - 1];
  const writer = stepWriters[step.rule];
  if (writer) return writer(step.facts, step.verdict, candidateName(candidate, context), context);
  const rule = step.rule.replaceAll('_', ' ');
  return t`Another rule was checked: ${rule}.`;
}

export const verdictTexts: Texts = {
  credited: () => t`It earned the commission.`,
  held_self_purchase: () =>
    t`It earned the commission, which was put on hold because it may be that creator’s own purchase.`,
  held_for_review: () => t`It earned the commission, which was put on hold for the brand to review.`,
  no_terms: () => t`It would have counted, but no commission terms were active at that time.`,
  nothing_to_earn: () => t`It would have counted, but the terms pay no commission on this order.`,
  outside_window: () => t`It was before this order’s attribution window.`,
  after_order: () => t`It came after the order.`,
  renewals_ended: () => t`The time in which renewals earn was over.`,
  brand_paused: () => t`The brand was paused.`,
  brand_closed: () => t`The brand was closed.`,
  account_not_active: () => t`The storefront wasn’t active.`,
  code_ended: () => t`The code had ended.`,
  later_click_counts: () => t`A later click counts.`,
  earlier_click_counts: () => t`An earlier click counts.`,
  newer_code_counts: () => t`A newer code counts.`,
  code_before_link: () => t`This brand gives codes priority over clicks.`,
  link_before_code: () => t`This brand gives clicks priority over codes.`,
  not_asked: () => t`It wasn’t needed for the decision.`,
};

/** The verdicts that need a different text for the creator whose click or code it is. */
const yourVerdictTexts: Texts = {
  held_self_purchase: () => t`It earned the commission, which was put on hold because it may be your own purchase.`,
};

/** What became of a click or a code; `mine` if it is the reader's. */
export function verdictText(verdict: string, mine: boolean): string {
  return ((mine && yourVerdictTexts[verdict]) || verdictTexts[verdict])?.() ?? t`It didn’t count.`;
}

const scopes: Texts = {
  creator_product: () => t`your own rate for this product`,
  group_product: () => t`your group’s rate for this product`,
  product: () => t`the rate for this product`,
  creator_category: () => t`your own rate for this category`,
  group_category: () => t`your group’s rate for this category`,
  category: () => t`the rate for this category`,
  creator: () => t`your own rate`,
  group: () => t`your group’s rate`,
  default: () => t`the standard rate`,
};

const brandScopes: Texts = {
  creator_product: () => t`the creator’s own rate for this product`,
  creator_category: () => t`the creator’s own rate for this category`,
  creator: () => t`the creator’s own rate`,
  group_product: () => t`the rate of the creator’s group for this product`,
  group_category: () => t`the rate of the creator’s group for this category`,
  group: () => t`the rate of the creator’s group`,
};

export function ruleScope(appliesTo: string, reader: ExplanationContext['reader'] = 'creator'): string {
  if (reader === 'brand' && brandScopes[appliesTo]) return brandScopes[appliesTo]();
  return scopes[appliesTo]?.() ?? t`the rate`;
}

const reversalTexts: Texts = {
  refund: () => t`Refund`,
  cancellation: () => t`Canceled order`,
  dispute: () => t`Lost dispute`,
  declined: () => t`Declined by the brand`,
};

export function reversalName(reason: string): string {
  return reversalTexts[reason]?.() ?? t`Reversed`;
}
