import type { Outcome } from '@vitrine/contract/decisions.ts';
import { type AccountPeriod, periodAt } from '../creators/account.periods.ts';
import type { PausePeriod } from '../merchants/brand.pauses.ts';
import { clickIdsIn, clickOfUuid, timeOfClick } from '../hits/click-id.ts';
import { type RuleStep, step } from './decision.rules.ts';
import { type AttributionSettings, type ChangedSettings, settingsAt } from './attribution.settings.ts';
import type { Renewal } from './orders.meaning.ts';

/** Raised when the same facts would be decided differently. */
export const attributionRulesVersion = 4;

/** A hit of this brand: one that the order names, or another one of the same browser. */
export type Touch = {
  hitId: string;
  linkId: string;
  merchantAccountId: string;
  creatorId: string;
  at: Date;
  class: string;
  named: boolean;
};
export type CodeUse = {
  code: string;
  merchantAccountId: string;
  creatorId: string;
  createdAt: Date;
  endedAt: Date | null;
};

/** All input of a decision. The same facts give the same decision, in whatever order they were read. */
export type AttributionFacts = {
  placedAt: Date;
  /** Set if the order renews a subscription: since when that runs, and until when its renewals earn. */
  renewal?: Renewal | undefined;
  /** The settings of the brand when the order came, and their changes before. */
  settings: ChangedSettings;
  clickId: string | null;
  /** `expected`: valid and so recent that it may not have reached the database yet. */
  click: 'none' | 'unknown' | 'expected' | 'recorded';
  /** When the expected click was made. */
  expectedAt?: Date | undefined;
  touches: readonly Touch[];
  codes: readonly CodeUse[];
  unknownCodes: readonly string[];
  /** When the brand was paused or closed, in the order of their beginnings. They don’t overlap. */
  pauses: readonly PausePeriod[];
  /** By merchant account, when it was paused or had ended. An account without an entry doesn’t exist. */
  accounts: ReadonlyMap<string, readonly AccountPeriod[]>;
  /** The creators whose own mailbox the order was placed with. */
  buyers: ReadonlySet<string>;
  /** The creators who have logged in with the browser of the named click. */
  ownBrowsers: ReadonlySet<string>;
};

export type AttributionVerdict =
  | 'credited'
  | 'held_self_purchase'
  | 'held_for_review'
  | 'no_terms'
  | 'nothing_to_earn'
  | 'outside_window'
  | 'after_order'
  | 'renewals_ended'
  | 'brand_paused'
  | 'brand_closed'
  | 'account_not_active'
  | 'code_ended'
  | 'later_click_counts'
  | 'earlier_click_counts'
  | 'newer_code_counts'
  | 'code_before_link'
  | 'link_before_code';

type Source = { via: 'click'; touch: Touch } | { via: 'code'; use: CodeUse };

export type Candidate = {
  source: Source;
  merchantAccountId: string;
  creatorId: string;
  reference: string;
  touchedAt: Date | null;
  /** Undefined while the candidate can still earn. */
  verdict: AttributionVerdict | undefined;
};

export type Attribution =
  | { kind: 'waiting'; steps: RuleStep[] }
  | { kind: 'lost'; outcome: Outcome; candidates: Candidate[]; steps: RuleStep[] }
  | {
      kind: 'won';
      outcome: 'credited' | 'held_self_purchase' | 'held_for_review';
      winner: Candidate;
      click: Touch | undefined;
      termsAt: Date;
      candidates: Candidate[];
      steps: RuleStep[];
    };
type Won = Extract<Attribution, { kind: 'won' }>;

const dayMs = 86_400_000;
/**
 * Shops send order times in whole seconds and from their own clocks, so the named click can seem to be slightly later
 * than the order.
 */
const clockSkewMs = 5 * 60_000;

// An order that names a click is itself evidence of a person: every class is a touch, and what looks like a bot is
// held, never lost. With `prefetch`, the browser later showed the shopper the page that it had prefetched.
const shopperClasses = new Set(['human', 'duplicate', 'prefetch']);
const ownClasses = new Set(['self', 'owner_preview']);

function isMachine(touch: Touch): boolean {
  return !shopperClasses.has(touch.class) && !ownClasses.has(touch.class);
}

function text(at: Date | null): string {
  return at ? at.toISOString() : '';
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** All candidates in a fixed order: clicks by time, then codes, newest first. */
function candidatesOf(facts: AttributionFacts): Candidate[] {
  const touches = [...new Map(facts.touches.map((touch) => [touch.hitId, touch])).values()].toSorted(
    (a, b) => a.at.getTime() - b.at.getTime() || compareText(a.hitId, b.hitId),
  );
  const codes = [...new Map(facts.codes.map((use) => [use.code, use])).values()].toSorted(
    (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || compareText(a.code, b.code),
  );
  return [
    ...touches.map(
      (touch): Candidate => ({
        source: { via: 'click', touch },
        merchantAccountId: touch.merchantAccountId,
        creatorId: touch.creatorId,
        reference: clickOfUuid(touch.hitId),
        touchedAt: touch.at,
        verdict: undefined,
      }),
    ),
    ...codes.map(
      (use): Candidate => ({
        source: { via: 'code', use },
        merchantAccountId: use.merchantAccountId,
        creatorId: use.creatorId,
        reference: use.code,
        touchedAt: null,
        verdict: undefined,
      }),
    ),
  ];
}

function judgeTouch(
  facts: AttributionFacts,
  touch: Touch,
  candidate: string,
  steps: RuleStep[],
): AttributionVerdict | undefined {
  steps.push(step('click_counts', isMachine(touch) ? 'noted' : 'passed', { candidate, class: touch.class }));
  // A renewal earns by the click that led to the subscription.
  const soldAt = facts.renewal?.since ?? facts.placedAt;
  const age = soldAt.getTime() - touch.at.getTime();
  const isAfter = age < (touch.named ? -clockSkewMs : 0);
  const { windowDays } = settingsAt(facts.settings, touch.at);
  const isInside = !isAfter && age <= windowDays * dayMs;
  steps.push(
    step('inside_window', isInside ? 'passed' : 'failed', {
      candidate,
      clicked_at: text(touch.at),
      placed_at: text(soldAt),
      window_days: String(windowDays),
    }),
  );
  if (isInside) return facts.renewal && judgeRenewal(facts, facts.renewal, candidate, steps);
  return isAfter ? 'after_order' : 'outside_window';
}

/** The renewals of a subscription earn for as long as the brand had set when it was sold. */
function judgeRenewal(
  { placedAt }: AttributionFacts,
  { since, until }: Renewal,
  candidate: string,
  steps: RuleStep[],
): AttributionVerdict | undefined {
  const earns = placedAt < until;
  steps.push(
    step('renewal_earns', earns ? 'passed' : 'failed', {
      candidate,
      since: text(since),
      until: text(until),
      placed_at: text(placedAt),
    }),
  );
  return earns ? undefined : 'renewals_ended';
}

function judgeCode(
  facts: AttributionFacts,
  use: CodeUse,
  candidate: string,
  steps: RuleStep[],
): AttributionVerdict | undefined {
  const runs = use.endedAt === null || facts.placedAt < use.endedAt;
  steps.push(
    step('code_running', runs ? 'passed' : 'failed', {
      candidate,
      ended_at: text(use.endedAt),
      placed_at: text(facts.placedAt),
    }),
  );
  return runs ? undefined : 'code_ended';
}

/** A click earns nothing if the brand was paused when it was made; a code, if it was when the order was placed. */
function judgePause(
  facts: AttributionFacts,
  touchedAt: Date | null,
  candidate: string,
  steps: RuleStep[],
): AttributionVerdict | undefined {
  const at = touchedAt ?? facts.placedAt;
  const pause = facts.pauses.find(({ from, until }) => from <= at && (until === null || at < until));
  if (!pause) return undefined;
  steps.push(step('brand_active', 'failed', { candidate, status: pause.kind, since: text(pause.from) }));
  return pause.kind === 'closed' ? 'brand_closed' : 'brand_paused';
}

function judge(
  facts: AttributionFacts,
  { source, merchantAccountId, touchedAt }: Candidate,
  place: string,
  steps: RuleStep[],
): AttributionVerdict | undefined {
  const verdict =
    source.via === 'click' ? judgeTouch(facts, source.touch, place, steps) : judgeCode(facts, source.use, place, steps);
  const refused = verdict ?? judgePause(facts, touchedAt, place, steps);
  if (refused) return refused;
  return judgeAccount(facts, merchantAccountId, touchedAt, place, steps);
}

/** The same for the account: a click earns by what it was when the click was made. */
function judgeAccount(
  facts: AttributionFacts,
  merchantAccountId: string,
  touchedAt: Date | null,
  candidate: string,
  steps: RuleStep[],
): AttributionVerdict | undefined {
  const periods = facts.accounts.get(merchantAccountId);
  const stopped = periods && periodAt(periods, touchedAt ?? facts.placedAt);
  const status = periods ? (stopped?.kind ?? 'active') : 'ended';
  const isActive = status === 'active';
  const since = text(stopped?.from ?? null);
  steps.push(step('account_active', isActive ? 'passed' : 'failed', { candidate, status, since }));
  return isActive ? undefined : 'account_not_active';
}

/** Picks the one that earns among the candidates of one kind, and sets the verdicts of the others. */
function pick(
  candidates: readonly Candidate[],
  able: readonly Candidate[],
  { model }: AttributionSettings,
  steps: RuleStep[],
): Candidate | undefined {
  const isClick = able[0]?.source.via === 'click';
  const chosen = isClick && model === 'last_click' ? able.at(-1) : able[0];
  if (!chosen || able.length === 1) return chosen;
  const candidate = String(candidates.indexOf(chosen) + 1);
  const lost: AttributionVerdict = isClick
    ? model === 'last_click'
      ? 'later_click_counts'
      : 'earlier_click_counts'
    : 'newer_code_counts';
  for (const other of able) if (other !== chosen) other.verdict = lost;
  steps.push(
    isClick
      ? step('click_order', 'chosen', { candidate, model, clicks: String(able.length) })
      : step('code_order', 'chosen', { candidate, codes: String(able.length) }),
  );
  return chosen;
}

/** Picks between a code and a click by the brand's precedence. */
function pickByPrecedence(
  candidates: readonly Candidate[],
  click: Candidate | undefined,
  code: Candidate | undefined,
  { precedence }: AttributionSettings,
  steps: RuleStep[],
): Candidate | undefined {
  if (!click || !code) return click ?? code;
  const [winner, loser] = precedence === 'code' ? [code, click] : [click, code];
  loser.verdict = precedence === 'code' ? 'code_before_link' : 'link_before_code';
  steps.push(step('precedence', 'chosen', { candidate: String(candidates.indexOf(winner) + 1), first: precedence }));
  return winner;
}

/** The outcome if no one earns: that of the candidate who came closest. */
function lostOutcome(facts: AttributionFacts, candidates: readonly Candidate[]): Outcome {
  const verdicts = new Set(candidates.map((candidate) => candidate.verdict));
  if (verdicts.has('brand_closed')) return 'brand_closed';
  if (verdicts.has('brand_paused')) return 'brand_paused';
  if (verdicts.has('account_not_active')) return 'account_not_active';
  if (verdicts.has('outside_window') || verdicts.has('after_order') || verdicts.has('renewals_ended'))
    return 'outside_window';
  if (facts.click === 'unknown') return 'unknown_click';
  return verdicts.has('code_ended') || facts.unknownCodes.length > 0 ? 'unknown_code' : 'no_touch';
}

function selfSign(winner: Candidate, facts: AttributionFacts): 'own_browser' | 'own_email' | undefined {
  if (winner.source.via === 'click' && ownClasses.has(winner.source.touch.class)) return 'own_browser';
  // A code has no browser. The click beside it has one, whichever link it was on.
  if (winner.source.via === 'code' && facts.ownBrowsers.has(winner.creatorId)) return 'own_browser';
  return facts.buyers.has(winner.creatorId) ? 'own_email' : undefined;
}

/** The hold depends on the winner only, never on other contents of the order. */
function wonOutcome(winner: Candidate, sign: ReturnType<typeof selfSign>): Won['outcome'] {
  if (sign) return 'held_self_purchase';
  return winner.source.via === 'click' && isMachine(winner.source.touch) ? 'held_for_review' : 'credited';
}

function openingSteps(facts: AttributionFacts): RuleStep[] {
  const brought = facts.clickId !== null || facts.codes.length + facts.unknownCodes.length > 0;
  const steps = [
    step('brought_along', brought ? 'passed' : 'failed', {
      clicks: facts.clickId === null ? '0' : String(Math.max(1, clickIdsIn(facts.clickId).length)),
      codes: String(facts.codes.length + facts.unknownCodes.length),
    }),
  ];
  const verdicts = { recorded: 'passed', expected: 'noted', unknown: 'failed', none: 'noted' } as const;
  if (facts.clickId !== null) {
    const named = facts.touches.find((touch) => touch.named);
    steps.push(
      step('click_recorded', verdicts[facts.click], { click_id: facts.clickId, clicked_at: text(named?.at ?? null) }),
    );
  }
  for (const code of facts.codes.map((use) => use.code).toSorted(compareText))
    steps.push(step('code_known', 'passed', { code }));
  for (const code of facts.unknownCodes.toSorted(compareText)) steps.push(step('code_known', 'failed', { code }));
  return steps;
}

/** The click that decides the terms: the winner's own, or for a code its creator's click if there is one. */
function clickBehind(
  winner: Candidate,
  ableClicks: readonly Candidate[],
  { model }: AttributionSettings,
): Touch | undefined {
  if (winner.source.via === 'click') return winner.source.touch;
  const own = ableClicks.filter((candidate) => candidate.merchantAccountId === winner.merchantAccountId);
  const chosen = model === 'last_click' ? own.at(-1) : own[0];
  return chosen?.source.via === 'click' ? chosen.source.touch : undefined;
}

/**
 * The settings that choose between clicks and codes: those at the last click that can earn. Without one, those when the
 * order was placed. A click that is not stored yet counts by its time, which its id tells.
 */
function choosingSettings(facts: AttributionFacts, ableClicks: readonly Candidate[]): AttributionSettings {
  const expected =
    facts.click === 'expected' && facts.clickId !== null
      ? (facts.expectedAt ?? new Date(timeOfClick(facts.clickId)))
      : undefined;
  return settingsAt(facts.settings, expected ?? ableClicks.at(-1)?.touchedAt ?? facts.placedAt);
}

/** Which creator is credited: at most one. */
export function attribute(facts: AttributionFacts): Attribution {
  const candidates = candidatesOf(facts);
  const steps = openingSteps(facts);
  candidates.forEach((candidate, index) => {
    candidate.verdict = judge(facts, candidate, String(index + 1), steps);
  });
  const able = candidates.filter((candidate) => candidate.verdict === undefined);
  const ableClicks = able.filter((candidate) => candidate.source.via === 'click');
  const ableCodes = able.filter((candidate) => candidate.source.via === 'code');
  const settings = choosingSettings(facts, ableClicks);
  const codeIsSure = settings.precedence === 'code' && ableCodes.length > 0;
  if (facts.click === 'expected' && !codeIsSure) return { kind: 'waiting', steps };
  const winner = pickByPrecedence(
    candidates,
    pick(candidates, ableClicks, settings, steps),
    pick(candidates, ableCodes, settings, steps),
    settings,
    steps,
  );
  if (!winner) return { kind: 'lost', outcome: lostOutcome(facts, candidates), candidates, steps };
  const sign = selfSign(winner, facts);
  const candidate = String(candidates.indexOf(winner) + 1);
  steps.push(step('self_purchase', sign ? 'noted' : 'passed', { candidate, sign: sign ?? '' }));
  const outcome = wonOutcome(winner, sign);
  winner.verdict = outcome;
  const click = clickBehind(winner, ableClicks, settings);
  return { kind: 'won', outcome, winner, click, termsAt: click?.at ?? facts.placedAt, candidates, steps };
}
