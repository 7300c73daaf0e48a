import { i18n } from '@lingui/core';
import { type Explanation, outcome as outcomes, type Outcome } from '@vitrine/contract/decisions.ts';
import { expect, test } from 'vitest';
import { decisionRules } from '../../../server/src/orders/decision.rules.ts';
import { stepText, stepWriters, verdictText, verdictTexts } from './decision-texts.ts';
import { lineText, outcomeText } from './outcome-texts.ts';

i18n.loadAndActivate({ locale: 'en', messages: {} });

type Candidate = Explanation['candidates'][number];
const candidate = (verdict: string): Candidate => ({
  via: 'click',
  who: 'ava',
  mine: true,
  reference: null,
  touched_at: '2026-11-01T10:00:00.000Z',
  verdict,
});
const decided = (outcome: Outcome, ...verdicts: string[]) => ({
  outcome,
  candidates: verdicts.map(candidate),
  steps: [],
});

/** Every outcome of the contract, split by cause where it has two, with what each sentence must say. */
const cases: { of: ReturnType<typeof decided>; creator: RegExp; brand: RegExp; line: RegExp }[] = [
  { of: decided('credited'), creator: /another creator/i, brand: /was credited/, line: /no rate in the terms/i },
  {
    of: decided('held_self_purchase'),
    creator: /their own purchase/,
    brand: /their own purchase/,
    line: /no rate/i,
  },
  { of: decided('held_for_review'), creator: /brand to review/, brand: /you to review/, line: /no rate/i },
  {
    of: decided('waiting_for_click'),
    creator: /hasn’t reached us/,
    brand: /hasn’t reached us/,
    line: /click is missing/,
  },
  {
    of: decided('no_touch'),
    creator: /no click on a creator’s link/,
    brand: /without a click/,
    line: /no click and no code/,
  },
  {
    of: decided('unknown_click'),
    creator: /no record of the click.*decided again/,
    brand: /no record of the click.*decided again/,
    line: /no record of the click/,
  },
  {
    of: decided('unknown_code'),
    creator: /doesn’t belong to a creator/,
    brand: /any of your creators/,
    line: /not a creator’s code/,
  },
  { of: decided('unknown_code', 'code_ended'), creator: /had ended/, brand: /had ended/, line: /code had ended/ },
  {
    of: decided('outside_window', 'outside_window', 'after_order'),
    creator: /after the attribution window/,
    brand: /after your attribution window/,
    line: /attribution window/,
  },
  {
    of: decided('outside_window', 'after_order'),
    creator: /after the order/,
    brand: /after the order/,
    line: /after the order/,
  },
  { of: decided('account_not_active'), creator: /wasn’t active/, brand: /wasn’t active/, line: /wasn’t active/ },
  { of: decided('brand_paused'), creator: /was paused/, brand: /^Your brand was paused/, line: /was paused/ },
  { of: decided('brand_closed'), creator: /was closed/, brand: /^Your brand was closed/, line: /was closed/ },
  {
    of: decided('no_terms'),
    creator: /no active commission terms/,
    brand: /no active commission terms/,
    line: /no terms/,
  },
  { of: decided('nothing_to_earn'), creator: /pay no commission/, brand: /pay no commission/, line: /no rate/i },
];
const paid = new Set<Outcome>(['credited', 'held_self_purchase', 'held_for_review', 'nothing_to_earn']);

test.each(cases)('$of.outcome ($of.candidates.0.verdict) has its own sentences', ({ of, creator, brand, line }) => {
  expect(outcomeText(of, 'creator')).toMatch(creator);
  expect(outcomeText(of, 'brand')).toMatch(brand);
  expect(lineText(of)).toMatch(line);
});

test('every outcome of the contract has a case, and no two share a sentence', () => {
  expect(new Set(cases.map(({ of }) => of.outcome))).toEqual(new Set(outcomes.options));
  for (const reader of ['creator', 'brand'] as const) {
    const texts = cases.map(({ of }) => outcomeText(of, reader));
    expect(new Set(texts).size).toBe(texts.length);
  }
  const lines = cases.filter(({ of }) => !paid.has(of.outcome)).map(({ of }) => lineText(of));
  expect(new Set(lines).size).toBe(lines.length);
  // Only an order that was checked against the terms can lack a rate.
  expect(lines.filter((text) => /no rate/i.test(text))).toEqual([]);
});

test('a line says when the terms only have fixed amounts in another currency', () => {
  const steps = [{ rule: 'flat_amounts_apply', verdict: 'failed' as const, facts: {} }];
  expect(lineText({ ...decided('nothing_to_earn'), steps })).toBe('No percentage rate covers this product');
  expect(lineText({ ...decided('outside_window', 'outside_window'), steps })).toMatch(/attribution window/);
});

const moment = (at: string) => at.slice(0, 10);
const step = (rule: string, verdict: 'passed' | 'failed' | 'chosen' | 'noted', facts: Record<string, string> = {}) => ({
  rule,
  verdict,
  facts,
});
const contextOf = (outcome: Outcome, verdict = 'credited') => ({ outcome, candidates: [candidate(verdict)], moment });

test('every rule has a writer, and every verdict has its own text', () => {
  expect(Object.keys(stepWriters).sort()).toEqual(Object.keys(decisionRules).sort());
  const texts = Object.keys(verdictTexts).map((verdict) => verdictText(verdict, true));
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts).not.toContain(verdictText('of a later build', true));
});

test('a verdict about an own purchase says whose it is', () => {
  expect(verdictText('held_self_purchase', true)).toContain('your own purchase');
  expect(verdictText('held_self_purchase', false)).toContain('that creator’s own purchase');
});

const at = { clicked_at: '2026-10-01T10:00:00.000Z', placed_at: '2026-11-10T10:00:00.000Z', window_days: '30' };
const steps: { fact: string; text: string; holds: RegExp }[] = [
  { fact: 'no touch', text: stepOf('brought_along', 'failed'), holds: /no click and no discount code/ },
  { fact: 'a touch', text: stepOf('brought_along', 'passed'), holds: /included a click/ },
  { fact: 'a recorded click', text: stepOf('click_recorded', 'passed'), holds: /a record of the click/ },
  { fact: 'an unknown click', text: stepOf('click_recorded', 'failed'), holds: /hasn’t reached us/ },
  { fact: 'a late click', text: stepOf('click_recorded', 'noted', {}, 'waiting_for_click'), holds: /order waits/ },
  {
    fact: 'a click that came too late for a code',
    text: stepOf('click_recorded', 'noted'),
    holds: /decided without it/,
  },
  { fact: 'a click inside the window', text: stepOf('inside_window', 'passed', at), holds: /at most 30 days before/ },
  { fact: 'a click before the window', text: stepOf('inside_window', 'failed', at), holds: /more than 30 days before/ },
  {
    fact: 'a click after the order',
    text: stepOf('inside_window', 'failed', { ...at, clicked_at: '2026-11-11T10:00:00.000Z' }),
    holds: /was after the order/,
  },
  { fact: 'no terms', text: stepOf('terms_held', 'failed', { held_at: at.placed_at }), holds: /No commission terms/ },
  { fact: 'own email', text: stepOf('self_purchase', 'noted', { sign: 'own_email' }), holds: /own email address/ },
  { fact: 'own browser', text: stepOf('self_purchase', 'noted', { sign: 'own_browser' }), holds: /own browser/ },
  { fact: 'a sign of a later build', text: stepOf('self_purchase', 'noted', { sign: 'x' }), holds: /own purchase, so/ },
];

function stepOf(
  rule: string,
  verdict: 'passed' | 'failed' | 'noted',
  facts = {},
  outcome: Outcome = 'credited',
): string {
  return stepText(step(rule, verdict, { candidate: '1', ...facts }), contextOf(outcome));
}

test.each(steps)('a step explains $fact', ({ text, holds }) => {
  expect(text).toMatch(holds);
});

test('a possible own purchase is “yours” for its creator, and “the creator’s” for everyone else', () => {
  const passed = step('self_purchase', 'passed', { candidate: '1' });
  const own = contextOf('credited');
  const other = { ...own, candidates: [{ ...candidate('credited'), mine: false }] };
  expect(stepText(passed, own)).toMatch(/your own purchase/);
  expect(stepText(passed, { ...own, reader: 'brand' })).toMatch(/the creator’s own purchase/);
  expect(stepText(passed, other)).toMatch(/the creator’s own purchase/);
});
