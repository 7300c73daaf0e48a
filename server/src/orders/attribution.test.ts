import { expect, test } from 'vitest';
import { attribute } from './attribution.ts';
import {
  before,
  code,
  facts,
  minuteMs,
  outcomeOf,
  placedAt,
  standing,
  touch,
  winnerOf,
} from './attribution.testing.ts';
import { dayMs } from './fraud.facts.ts';

test.each([
  { name: 'to the millisecond', age: 30 * dayMs, outcome: 'credited' },
  { name: 'and not a millisecond longer', age: 30 * dayMs + 1, outcome: 'outside_window' },
  { name: 'from the moment of the click', age: 0, outcome: 'credited' },
  { name: "even if the order's clock is slightly behind", age: -5 * minuteMs, outcome: 'credited' },
  { name: 'but not if the click is long after the order', age: -5 * minuteMs - 1, outcome: 'outside_window' },
])('a named click counts for 30 days, $name', ({ age, outcome }) => {
  expect(outcomeOf(attribute(facts({ touches: [touch(1, 'ava', { at: before(age), named: true })] })))).toBe(outcome);
});

test('another click of the browser counts only before the order', () => {
  const late = attribute(facts({ touches: [touch(1, 'ava', { named: true }), touch(2, 'noor', { at: before(-1) })] }));
  const onTime = attribute(facts({ touches: [touch(1, 'ava', { named: true }), touch(2, 'noor', { at: before(0) })] }));
  expect([winnerOf(late), winnerOf(onTime)]).toEqual(['ava', 'noor']);
});

test.each([
  { model: 'last_click' as const, winner: 'noor', loser: 'later_click_counts' },
  { model: 'first_click' as const, winner: 'ava', loser: 'earlier_click_counts' },
])(
  'of two clicks of one browser, $model credits $winner and explains that to the other',
  ({ model, winner, loser }) => {
    const result = attribute(
      facts({
        settings: { ...standing, model },
        touches: [touch(1, 'ava', { at: before(2 * dayMs) }), touch(2, 'noor', { at: before(dayMs), named: true })],
      }),
    );
    expect(winnerOf(result)).toBe(winner);
    expect(
      result.kind === 'won' && result.candidates.find((candidate) => candidate.creatorId !== winner)?.verdict,
    ).toBe(loser);
  },
);

test.each([
  { precedence: 'code' as const, winner: 'noor', loser: 'code_before_link' },
  { precedence: 'link' as const, winner: 'ava', loser: 'link_before_code' },
])('with precedence $precedence, $winner is credited and the decision says so', ({ precedence, winner, loser }) => {
  const result = attribute(
    facts({
      settings: { ...standing, precedence },
      touches: [touch(1, 'ava', { named: true })],
      codes: [code('noor')],
    }),
  );
  expect(winnerOf(result)).toBe(winner);
  expect(result.kind === 'won' && result.candidates.find((candidate) => candidate.creatorId !== winner)?.verdict).toBe(
    loser,
  );
  expect(result.steps).toContainEqual({
    rule: 'precedence',
    verdict: 'chosen',
    facts: { candidate: winner === 'ava' ? '1' : '2', first: precedence },
  });
});

test('a code that cannot earn leaves the order to the click', () => {
  const ended = attribute(
    facts({ touches: [touch(1, 'ava', { named: true })], codes: [code('noor', { endedAt: before(0) })] }),
  );
  const paused = attribute(
    facts({
      touches: [touch(1, 'ava', { named: true })],
      codes: [code('noor')],
      accounts: new Map([
        ['account ava', []],
        ['account noor', [{ kind: 'paused', from: before(dayMs), until: null }]],
      ]),
    }),
  );
  expect([winnerOf(ended), winnerOf(paused)]).toEqual(['ava', 'ava']);
});

test('a code is valid until the moment it ended', () => {
  expect(winnerOf(attribute(facts({ codes: [code('ava', { endedAt: before(-1) })] })))).toBe('ava');
  expect(outcomeOf(attribute(facts({ codes: [code('ava', { endedAt: before(0) })] })))).toBe('unknown_code');
});

test.each([
  { kind: 'human', outcome: 'credited', verdict: 'passed' },
  { kind: 'duplicate', outcome: 'credited', verdict: 'passed' },
  { kind: 'prefetch', outcome: 'credited', verdict: 'passed' },
  { kind: 'self', outcome: 'held_self_purchase', verdict: 'passed' },
  { kind: 'owner_preview', outcome: 'held_self_purchase', verdict: 'passed' },
  { kind: 'bot', outcome: 'held_for_review', verdict: 'noted' },
  { kind: 'flood', outcome: 'held_for_review', verdict: 'noted' },
  { kind: 'preview', outcome: 'held_for_review', verdict: 'noted' },
  { kind: 'head', outcome: 'held_for_review', verdict: 'noted' },
])('an order that names a click of class $kind is $outcome', ({ kind, outcome, verdict }) => {
  const result = attribute(facts({ touches: [touch(1, 'ava', { class: kind, named: true })] }));
  expect([winnerOf(result), outcomeOf(result)]).toEqual(['ava', outcome]);
  expect(result.kind === 'won' && result.candidates.map((candidate) => candidate.verdict)).toEqual([outcome]);
  expect(result.steps).toContainEqual({ rule: 'click_counts', verdict, facts: { candidate: '1', class: kind } });
});

test.each([
  { model: 'last_click' as const, machineAt: 1, outcome: 'held_for_review' },
  { model: 'last_click' as const, machineAt: 3, outcome: 'credited' },
  { model: 'first_click' as const, machineAt: 3, outcome: 'held_for_review' },
  { model: 'first_click' as const, machineAt: 1, outcome: 'credited' },
])(
  "a human click does not beat a bot's of $machineAt days ago: with $model the order is $outcome",
  ({ model, machineAt, outcome }) => {
    const machine = touch(1, 'ava', { class: 'bot', at: before(machineAt * dayMs), named: true });
    const clean = touch(2, 'ava', { at: before(2 * dayMs) });
    expect(outcomeOf(attribute(facts({ settings: { ...standing, model }, touches: [machine, clean] })))).toBe(outcome);
  },
);

test("a code that wins is not held for a bot's click beside it, and a self-purchase is not held as a bot's", () => {
  const machine = touch(1, 'ava', { class: 'bot', named: true });
  expect(outcomeOf(attribute(facts({ touches: [machine], codes: [code('ava')] })))).toBe('credited');
  expect(outcomeOf(attribute(facts({ touches: [machine], buyers: new Set(['ava']) })))).toBe('held_self_purchase');
});

test.each([
  { name: 'their own link', more: { touches: [touch(1, 'ava', { class: 'self', named: true })] }, sign: 'own_browser' },
  {
    name: 'the preview of their own page',
    more: { touches: [touch(1, 'ava', { class: 'owner_preview', named: true })] },
    sign: 'own_browser',
  },
  {
    name: 'their own email address',
    more: { touches: [touch(1, 'ava', { named: true })], buyers: new Set(['ava']) },
    sign: 'own_email',
  },
  { name: 'their own code', more: { codes: [code('ava')], buyers: new Set(['ava']) }, sign: 'own_email' },
  {
    name: 'their own code in their own browser',
    more: { codes: [code('ava')], ownBrowsers: new Set(['ava']) },
    sign: 'own_browser',
  },
])('a self-purchase recognized by $name is held', ({ more, sign }) => {
  const result = attribute(facts(more));
  expect(outcomeOf(result)).toBe('held_self_purchase');
  expect(result.steps).toContainEqual({ rule: 'self_purchase', verdict: 'noted', facts: { candidate: '1', sign } });
});

test.each([
  { more: {}, outcome: 'no_touch' },
  { more: { clickId: 'x', click: 'unknown' as const }, outcome: 'unknown_click' },
  { more: { unknownCodes: ['SUMMER'] }, outcome: 'unknown_code' },
  {
    more: { touches: [touch(1, 'ava', { named: true })], accounts: new Map() },
    outcome: 'account_not_active',
  },
  { more: { clickId: 'x', click: 'expected' as const }, outcome: 'waiting_for_click' },
  {
    more: {
      clickId: 'x',
      click: 'expected' as const,
      codes: [code('ava')],
      settings: { ...standing, precedence: 'link' as const },
    },
    outcome: 'waiting_for_click',
  },
  { more: { clickId: 'x', click: 'expected' as const, codes: [code('ava')] }, outcome: 'credited' },
])('an order is decided as $outcome', ({ more, outcome }) => {
  expect(outcomeOf(attribute(facts(more)))).toBe(outcome);
});

const paused = { kind: 'paused', from: before(10 * dayMs), until: before(5 * dayMs) } as const;
test.each([
  { when: 'before a pause', ago: 10 * dayMs + 1, outcome: 'credited' },
  { when: 'at its first moment', ago: 10 * dayMs, outcome: 'brand_paused' },
  { when: 'at its last moment', ago: 5 * dayMs + 1, outcome: 'brand_paused' },
  { when: 'when it has just ended', ago: 5 * dayMs, outcome: 'credited' },
])('a click $when is decided as $outcome', ({ ago, outcome }) => {
  const result = attribute(facts({ pauses: [paused], touches: [touch(1, 'ava', { at: before(ago), named: true })] }));
  expect(outcomeOf(result)).toBe(outcome);
  const said = result.steps.filter(({ rule }) => rule === 'brand_active');
  const failed = { rule: 'brand_active', verdict: 'failed' };
  expect(said).toEqual(
    outcome === 'credited'
      ? []
      : [{ ...failed, facts: { candidate: '1', status: 'paused', since: paused.from.toISOString() } }],
  );
});

const accountPaused = { ...paused, kind: 'paused' } as const;
const accountEnded = { kind: 'ended', from: before(2 * dayMs), until: null } as const;
test.each([
  { when: 'before the pause of its account', ago: 10 * dayMs + 1, status: undefined },
  { when: 'at the first moment of the pause', ago: 10 * dayMs, status: 'paused' },
  { when: 'at its last moment', ago: 5 * dayMs + 1, status: 'paused' },
  { when: 'when it has just ended', ago: 5 * dayMs, status: undefined },
  { when: 'just before the account ends', ago: 2 * dayMs + 1, status: undefined },
  { when: 'when it ends', ago: 2 * dayMs, status: 'ended' },
])('a click $when earns by what the account was then', ({ ago, status }) => {
  const accounts = new Map([['account ava', [accountPaused, accountEnded]]]);
  const result = attribute(facts({ accounts, touches: [touch(1, 'ava', { at: before(ago), named: true })] }));
  expect(outcomeOf(result)).toBe(status ? 'account_not_active' : 'credited');
  const since = status === 'paused' ? accountPaused.from : accountEnded.from;
  expect(result.steps).toContainEqual({
    rule: 'account_active',
    verdict: status ? 'failed' : 'passed',
    facts: { candidate: '1', status: status ?? 'active', since: status ? since.toISOString() : '' },
  });
});

test('a click from before a closing that lasts earns, and one from after it does not', () => {
  const closed = { kind: 'closed', from: before(dayMs), until: null } as const;
  const at = (ago: number) =>
    attribute(facts({ pauses: [paused, closed], touches: [touch(1, 'ava', { at: before(ago), named: true })] }));
  expect([outcomeOf(at(2 * dayMs)), outcomeOf(at(minuteMs))]).toEqual(['credited', 'brand_closed']);
});

test('a code earns by what the brand was when the order was placed', () => {
  const lasting = { ...paused, until: null };
  expect(outcomeOf(attribute(facts({ pauses: [paused], codes: [code('ava')] })))).toBe('credited');
  expect(outcomeOf(attribute(facts({ pauses: [lasting], codes: [code('ava')] })))).toBe('brand_paused');
});

test("the terms are those of the click, also if a code wins over the same creator's click", () => {
  const at = before(5 * dayMs);
  const own = attribute(facts({ touches: [touch(1, 'ava', { at, named: true })], codes: [code('ava')] }));
  const foreign = attribute(facts({ touches: [touch(1, 'noor', { at, named: true })], codes: [code('ava')] }));
  expect([own.kind === 'won' && own.termsAt, foreign.kind === 'won' && foreign.termsAt]).toEqual([at, placedAt]);
});
