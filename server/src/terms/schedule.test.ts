import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCapped, type SoldLine } from '@vitrine/contract/values/rate-arithmetic.ts';
import type { Rate } from '@vitrine/contract/values/rates.ts';
import { isNoCut, repeatedTarget } from './notice.ts';
import { rateCuts } from './rate.cuts.ts';
import { anyRate, worthOf } from './rates.testing.ts';
import { chooseRule, rulesInEffect, type TermsRule } from './rules.ts';
import {
  groupIn,
  type Move,
  ownEdges,
  rateAhead,
  ruleAt,
  scheduleOf,
  timesFrom,
  type Version,
  versionAt,
} from './schedule.ts';

const accounts = ['ava', 'noor'];
const groups = ['gold', 'silver'];
const goods = ['serum', 'balm', 'other'].flatMap((sku) =>
  ['Skincare', ''].map((category) => ({ sku, category, titles: [sku], count: 1 })),
);
const lastDay = 12;
const day = (number: number) => new Date(Date.UTC(2026, 10, 1 + number));
const days = fc.integer({ min: 0, max: lastDay });

const whose = fc.oneof(
  fc.record({ merchantAccountId: fc.constantFrom(...accounts), groupId: fc.constant(null) }),
  fc.record({ merchantAccountId: fc.constant(null), groupId: fc.option(fc.constantFrom(...groups)) }),
);
const what = fc.oneof(
  fc.record({ sku: fc.constantFrom('serum', 'balm', null), category: fc.constant(null) }),
  fc.record({ sku: fc.constant(null), category: fc.constant('Skincare') }),
);
const dates = fc.oneof(
  fc.constant({ startsAt: null, endsAt: null }),
  fc
    .record({ startsAt: fc.option(days), length: fc.option(fc.integer({ min: 1, max: 6 })) })
    .map(({ startsAt, length }) => ({
      startsAt: startsAt === null ? null : day(startsAt),
      endsAt: length === null ? null : day((startsAt ?? 0) + length),
    })),
);
const rules = fc
  .array(fc.tuple(whose, what, dates, anyRate), { minLength: 1, maxLength: 8 })
  .map((list) => list.map(([of, on, when, rate], position): TermsRule => ({ position, ...of, ...on, ...when, rate })))
  .filter((list) => repeatedTarget(list) === undefined);
const versions = fc
  .array(fc.tuple(days, rules), { minLength: 1, maxLength: 4 })
  .map((list) => list.map(([from, of], index): Version => ({ version: index + 1, effectiveAt: day(from), rules: of })));
const moves = fc
  .array(fc.tuple(days, fc.option(fc.constantFrom(...groups))), { maxLength: 3 })
  .map((list) =>
    list.toSorted(([a], [b]) => a - b).map(([from, groupId]): Move => ({ groupId, effectiveAt: day(from) })),
  );
const account = fc.constantFrom(...accounts, 'someone');

/** Without any preparation: the newest version in effect, its rules in effect, the most specific. */
function rateOf(
  of: readonly Version[],
  own: { merchantAccountId: string; moves: readonly Move[] },
  at: Date,
  on: { sku: string; category: string },
): Rate | null {
  const [newest] = of.filter(({ effectiveAt }) => effectiveAt <= at).toSorted((a, b) => b.version - a.version);
  const group = own.moves.findLast(({ effectiveAt }) => effectiveAt <= at)?.groupId ?? null;
  const fitting = (newest?.rules ?? []).filter(
    (rule) =>
      (rule.startsAt ?? day(-99)) <= at &&
      at < (rule.endsAt ?? day(99)) &&
      [rule.merchantAccountId, rule.groupId, rule.sku, rule.category].every(
        (wanted, index) => wanted === null || wanted === [own.merchantAccountId, group, on.sku, on.category][index],
      ),
  );
  const weight = (rule: TermsRule) =>
    (rule.sku ? 60 : 0) +
    (rule.category ? 30 : 0) +
    (rule.merchantAccountId ? 20 : 0) +
    (rule.groupId ? 10 : 0) +
    (rule.startsAt || rule.endsAt ? 1 : 0);
  return fitting.toSorted((a, b) => weight(b) - weight(a))[0]?.rate ?? null;
}

const lines: SoldLine[] = [
  { net: 1n, quantity: 1 },
  { net: 97n, quantity: 1 },
  { net: 10_000n, quantity: 3 },
];
const hours = Array.from({ length: 2 * (lastDay + 8) }, (_, half) => new Date(day(0).getTime() + half * 43_200_000));

test('the rate at a time is that of the most specific rule in effect, of the newest version in effect', () => {
  fc.assert(
    fc.property(versions, moves, account, (of, own, merchantAccountId) => {
      const schedule = scheduleOf(of);
      for (const at of hours)
        for (const on of goods)
          expect(ruleAt({ schedule, merchantAccountId, moves: own }, at, on)?.rate ?? null).toEqual(
            rateOf(of, { merchantAccountId, moves: own }, at, on),
          );
    }),
    { numRuns: 200 },
  );
});

test('the next rate begins exactly when the rate changes', () => {
  fc.assert(
    fc.property(versions, moves, account, days, (of, own, merchantAccountId, from) => {
      const ahead = { schedule: scheduleOf(of), merchantAccountId, moves: own };
      for (const on of goods) {
        const { now, next } = rateAhead(ahead, day(from), on);
        const changed = hours.find(
          (at) => at >= day(from) && JSON.stringify(rateOf(of, ahead, at, on)) !== JSON.stringify(now.rate),
        );
        expect(next?.from).toEqual(changed);
      }
    }),
    { numRuns: 200 },
  );
});

test('no cut of a new version is missed, at any time, and each begins on its day', () => {
  fc.assert(
    fc.property(versions, rules, moves, account, days, (old, added, own, merchantAccountId, from) => {
      const newer = [...old, { version: old.length + 1, effectiveAt: day(from), rules: added }];
      const cuts = rateCuts(
        { schedule: scheduleOf(old), merchantAccountId, moves: own },
        { schedule: scheduleOf(newer), merchantAccountId, moves: own },
        day(from),
        goods,
      );
      for (const on of goods) {
        const loses = (at: Date) =>
          lines.some((line) => {
            const of = { merchantAccountId, moves: own };
            return worthOf(rateOf(newer, of, at, on), line) < worthOf(rateOf(old, of, at, on), line);
          });
        const first = hours.find((at) => at >= day(from) && loses(at));
        const told = cuts.find((cut) => cut.goods === on)?.from;
        expect(first === undefined || (told !== undefined && told <= first)).toBe(true);
        const isExact = [...old.flatMap((version) => version.rules), ...added].every(
          ({ rate }) => rate.kind === 'percentage' && !isCapped(rate),
        );
        expect(isExact ? told : first).toEqual(first);
      }
    }),
    { numRuns: 500 },
  );
});

test('no move to another group that pays less is missed', () => {
  fc.assert(
    fc.property(
      versions,
      moves,
      account,
      days,
      fc.option(fc.constantFrom(...groups)),
      (of, own, merchantAccountId, at, groupId) => {
        const schedule = scheduleOf(of);
        const moved = [...own, { groupId, effectiveAt: day(at) }].toSorted(
          (a, b) => Number(a.effectiveAt) - Number(b.effectiveAt),
        );
        const cuts = rateCuts(
          { schedule, merchantAccountId, moves: own },
          { schedule, merchantAccountId, moves: moved },
          day(at),
          goods,
        );
        const missed = goods.flatMap((on) =>
          hours
            .filter((time) => time >= day(at))
            .filter((time) =>
              lines.some(
                (line) =>
                  worthOf(rateOf(of, { merchantAccountId, moves: moved }, time, on), line) <
                  worthOf(rateOf(of, { merchantAccountId, moves: own }, time, on), line),
              ),
            )
            .filter((time) => !cuts.some(({ goods: cut, from }) => cut === on && from <= time)),
        );
        expect(missed).toEqual([]);
      },
    ),
    { numRuns: 500 },
  );
});

test('rules that are no cut at any time take nothing from anybody', () => {
  fc.assert(
    fc.property(versions, rules, moves, account, (old, added, own, merchantAccountId) => {
      const [before, after] = [scheduleOf(old), scheduleOf([{ version: 99, effectiveAt: day(0), rules: added }])];
      const times = timesFrom(day(0), undefined, before.edges, after.edges);
      fc.pre(times.every((at) => isNoCut(before.rulesAt(at), after.rulesAt(at))));
      const of = { merchantAccountId, moves: own };
      const [is] = [[{ version: 99, effectiveAt: day(0), rules: added }]];
      for (const at of hours)
        for (const on of goods)
          for (const line of lines)
            expect(worthOf(rateOf(is, of, at, on), line) >= worthOf(rateOf(old, of, at, on), line)).toBe(true);
    }),
    { numRuns: 100, maxSkipsPerRun: 1_000 },
  );
});

test('two rules with one target are refused unless only one has dates, or the dates differ', () => {
  const rule = (position: number, from: number | null, to: number | null): TermsRule => ({
    position,
    merchantAccountId: null,
    groupId: null,
    sku: null,
    category: null,
    startsAt: from === null ? null : day(from),
    endsAt: to === null ? null : day(to),
    rate: { kind: 'percentage', rate: 100 * position, amount: null },
  });
  expect([
    repeatedTarget([rule(1, null, null), rule(2, null, null)]),
    repeatedTarget([rule(1, null, null), rule(2, 1, 7)]),
    repeatedTarget([rule(1, 1, 7), rule(2, 7, 9)]),
    repeatedTarget([rule(1, 1, 7), rule(2, 6, 9)]),
    repeatedTarget([rule(1, null, 7), rule(2, 6, null)]),
  ]).toEqual([[1, 0], undefined, undefined, [1, 0], [1, 0]]);
  const bonus = [rule(10, null, null), rule(25, 1, 7)];
  const of = { merchantAccountId: 'ava', groupId: null, sku: 'serum', category: '' };
  expect([0, 1, 6, 7].map((at) => chooseRule(rulesInEffect(bonus, day(at)), of)?.rate.rate)).toEqual([
    1_000, 2_500, 2_500, 1_000,
  ]);
  expect([
    groupIn([], day(1)),
    versionAt([], day(1)),
    ownEdges({ schedule: scheduleOf([]), merchantAccountId: '', moves: [] }),
  ]).toEqual([null, undefined, []]);
});
