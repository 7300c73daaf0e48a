import type { AccountPeriod } from '../creators/account.periods.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attribute, type AttributionFacts, type Touch } from './attribution.ts';
import type { ChangedSettings } from './attribution.settings.ts';
import { before, code, facts, minuteMs, placedAt, touch, winnerOf } from './attribution.testing.ts';
import { dayMs } from './fraud.facts.ts';
import { decisionRules } from './decision.rules.ts';

const creators = ['ava', 'noor', 'kim'];
const anyTouch = fc
  .record({
    number: fc.integer({ min: 1, max: 12 }),
    of: fc.constantFrom(...creators),
    age: fc.oneof(
      fc.integer({ min: -2, max: 2 }),
      fc.integer({ min: 30 * dayMs - 2, max: 30 * dayMs + 2 }),
      fc.integer({ min: 0, max: 40 * dayMs }),
    ),
    class: fc.constantFrom(
      'human',
      'human',
      'duplicate',
      'self',
      'owner_preview',
      'bot',
      'head',
      'preview',
      'prefetch',
      'flood',
    ),
  })
  .map(({ number, of, age, ...more }) => touch(number, of, { at: before(age), ...more }));
const anyCode = fc
  .record({
    of: fc.constantFrom(...creators),
    age: fc.integer({ min: 0, max: 3 }),
    ended: fc.option(fc.integer({ min: -1, max: 1 })),
  })
  .map(({ of, age, ended }) =>
    code(of, { createdAt: before(age * dayMs), endedAt: ended === null ? null : before(ended) }),
  );
/** One after the other, as the database keeps them; the last one may last. */
const anyPauses = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: -1, max: 40 * dayMs }), { maxLength: 4 }),
    fc.constantFrom('paused', 'closed'),
  )
  .map(([ages, kind]) => {
    const times = ages.toSorted((a, b) => b - a).map(before);
    return times.flatMap((from, index) => (index % 2 ? [] : [{ kind, from, until: times[index + 1] ?? null }]));
  });
const anyValues = {
  precedence: fc.constantFrom('code' as const, 'link' as const),
  model: fc.constantFrom('last_click' as const, 'first_click' as const),
  windowDays: fc.constantFrom(1, 7, 30),
  returnDays: fc.constant(30),
};
/** With up to three changes, each of some of the fields, the latest first. */
const anySettings = fc
  .record({
    ...anyValues,
    changes: fc.uniqueArray(
      fc.record({ age: fc.integer({ min: 0, max: 40 * dayMs }), was: fc.record(anyValues, { requiredKeys: [] }) }),
      { maxLength: 3, selector: ({ age }) => age },
    ),
  })
  .map(
    ({ changes, ...now }): ChangedSettings => ({
      ...now,
      changes: changes
        .toSorted((one, other) => one.age - other.age)
        .map(({ age, was }) => ({ at: before(age).toISOString(), ...was })),
    }),
  );
const anyAccountPeriods = fc.array(
  fc
    .record({
      kind: fc.constantFrom('paused', 'ended'),
      age: fc.integer({ min: 0, max: 40 * dayMs }),
      lasts: fc.option(fc.integer({ min: 0, max: 20 * dayMs })),
    })
    .map(
      ({ kind, age, lasts }): AccountPeriod => ({
        kind,
        from: before(age),
        until: lasts === null ? null : before(age - lasts),
      }),
    ),
  { maxLength: 2 },
);
const anyFacts = fc
  .record({
    touches: fc
      .tuple(fc.uniqueArray(anyTouch, { selector: (entry) => entry.hitId, maxLength: 6 }), fc.nat({ max: 6 }))
      .map(([list, chosen]) => list.map((entry, index): Touch => ({ ...entry, named: index === chosen }))),
    codes: fc.uniqueArray(anyCode, { selector: (entry) => entry.code, maxLength: 3 }),
    unknownCodes: fc.subarray(['SUMMER', 'WINTER']),
    settings: anySettings,
    accounts: fc
      .tuple(...creators.map(() => anyAccountPeriods))
      .map((list) => new Map(creators.map((creator, index) => [`account ${creator}`, list[index] ?? []]))),
    pauses: anyPauses,
    buyers: fc.subarray(creators).map((list) => new Set(list)),
    ownBrowsers: fc.subarray(creators).map((list) => new Set(list)),
  })
  .map((more) => facts(more));

/** The attribution rules written a second time, as simply as possible. */
function expected(given: AttributionFacts): string | undefined {
  const then = (at: Date) => {
    const later = given.settings.changes.filter((change) => new Date(change.at) > at);
    return Object.assign({ ...given.settings }, ...later);
  };
  const isActive = ({ merchantAccountId }: { merchantAccountId: string }, at: Date) =>
    !given.accounts.get(merchantAccountId)?.some(({ from, until }) => from <= at && !(until && until <= at));
  const isPaused = (at: Date) => given.pauses.some(({ from, until }) => from <= at && !(until && until <= at));
  const clicks = given.touches
    .filter((entry) => isActive(entry, entry.at))
    .filter(
      (entry) =>
        !isPaused(entry.at) &&
        placedAt.getTime() - entry.at.getTime() <= then(entry.at).windowDays * dayMs &&
        (entry.named ? entry.at <= before(-5 * minuteMs) : entry.at <= placedAt),
    )
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.hitId < b.hitId ? -1 : 1));
  const codes = given.codes
    .filter(
      (entry) =>
        isActive(entry, placedAt) && !isPaused(placedAt) && (entry.endedAt === null || placedAt < entry.endedAt),
    )
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.code < b.code ? -1 : 1));
  const { model, precedence } = then(clicks.at(-1)?.at ?? placedAt);
  const click = model === 'last_click' ? clicks.at(-1) : clicks[0];
  return (precedence === 'code' ? (codes[0] ?? click) : (click ?? codes[0]))?.creatorId;
}

test('for any order, at most one creator earns, the one that the rules name', () => {
  fc.assert(
    fc.property(anyFacts, (given) => {
      const result = attribute(given);
      expect(winnerOf(result)).toBe(expected(given));
      if (result.kind === 'waiting') return;
      const credited = result.candidates.filter(
        ({ verdict }) => verdict === 'credited' || verdict === 'held_self_purchase' || verdict === 'held_for_review',
      );
      expect(credited).toHaveLength(result.kind === 'won' ? 1 : 0);
      expect(result.candidates.every((candidate) => candidate.verdict !== undefined)).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});

test('the order in which facts are read never changes a decision', () => {
  fc.assert(
    fc.property(anyFacts, fc.infiniteStream(fc.nat()), (given, seeds) => {
      const shuffle = <T>(list: readonly T[]): T[] =>
        list
          .map((entry) => ({ entry, seed: seeds.next().value ?? 0 }))
          .toSorted((a, b) => a.seed - b.seed)
          .map(({ entry }) => entry);
      const again = attribute({
        ...given,
        touches: shuffle(given.touches),
        codes: shuffle(given.codes),
        unknownCodes: shuffle(given.unknownCodes),
      });
      expect(again).toEqual(attribute(given));
    }),
    { numRuns: 1_000 },
  );
});

test('every step reads exactly the facts that its rule declares', () => {
  fc.assert(
    fc.property(anyFacts, (given) => {
      for (const step of attribute(given).steps) {
        const declared: readonly string[] = decisionRules[step.rule as keyof typeof decisionRules];
        expect(Object.keys(step.facts).toSorted()).toEqual([...declared].toSorted());
      }
    }),
    { numRuns: 500 },
  );
});
