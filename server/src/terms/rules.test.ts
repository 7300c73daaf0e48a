import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCapped, type SoldLine } from '@vitrine/contract/values/rate-arithmetic.ts';
import type { Rate } from '@vitrine/contract/values/rates.ts';
import { isNoCut, repeatedTarget } from './notice.ts';
import { anyRate, worthOf } from './rates.testing.ts';
import { appliesTo, chooseRule, type TermsRule, type TermsTarget } from './rules.ts';

const accounts = ['ava', 'noor'];
const skus = ['serum', 'balm'];
const categories = ['Skincare', 'Lips'];

const groups = ['gold', 'silver'];

const target = fc.record({
  merchantAccountId: fc.constantFrom(...accounts, 'someone'),
  groupId: fc.constantFrom(...groups, 'another', null),
  sku: fc.constantFrom(...skus, 'other'),
  category: fc.constantFrom(...categories, ''),
});
const whose = fc.oneof(
  fc.record({ merchantAccountId: fc.constantFrom(...accounts), groupId: fc.constant(null) }),
  fc.record({ merchantAccountId: fc.constant(null), groupId: fc.option(fc.constantFrom(...groups)) }),
);
const what = fc.oneof(
  fc.record({ sku: fc.option(fc.constantFrom(...skus)), category: fc.constant(null) }),
  fc.record({ sku: fc.constant(null), category: fc.option(fc.constantFrom(...categories)) }),
);
const scope = fc.tuple(whose, what).map(([of, on]) => ({ ...of, ...on }));
const always = { startsAt: null, endsAt: null };
const rules = fc
  .uniqueArray(fc.tuple(scope, anyRate), { selector: ([of]) => JSON.stringify(of), maxLength: 12 })
  .map((list) => list.map(([of, rate], position): TermsRule => ({ position, ...of, ...always, rate })));

const percentage = (rate: number): Rate => ({ kind: 'percentage', rate, amount: null });
const flat = (amount: string): Rate => ({ kind: 'flat', rate: null, amount: { amount, currency: 'USD' } });

function rule(position: number, of: Partial<TermsRule>): TermsRule {
  const everyone = { merchantAccountId: null, groupId: null, sku: null, category: null };
  return { position, ...everyone, ...always, rate: percentage(position), ...of };
}

test('the most specific rule wins, from creator and product down to the default', () => {
  const ladder = [
    rule(0, {}),
    rule(1, { groupId: 'gold' }),
    rule(2, { merchantAccountId: 'ava' }),
    rule(3, { category: 'Skincare' }),
    rule(4, { groupId: 'gold', category: 'Skincare' }),
    rule(5, { merchantAccountId: 'ava', category: 'Skincare' }),
    rule(6, { sku: 'serum' }),
    rule(7, { groupId: 'gold', sku: 'serum' }),
    rule(8, { merchantAccountId: 'ava', sku: 'serum' }),
  ];
  const target: TermsTarget = { merchantAccountId: 'ava', groupId: 'gold', sku: 'serum', category: 'Skincare' };
  const winners = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((length) =>
    appliesTo(chooseRule(ladder.slice(0, length), target) ?? rule(9, {})),
  );
  expect(winners).toEqual([
    'creator_product',
    'group_product',
    'product',
    'creator_category',
    'group_category',
    'category',
    'creator',
    'group',
    'default',
  ]);
});

test('no rule applies if each is for another creator or product', () => {
  expect(
    chooseRule([rule(0, { merchantAccountId: 'noor' }), rule(1, { sku: 'balm' })], {
      merchantAccountId: 'ava',
      groupId: null,
      sku: 'serum',
      category: '',
    }),
  ).toBeUndefined();
});

test('the order of rules never changes which one wins', () => {
  fc.assert(
    fc.property(rules, target, fc.infiniteStream(fc.nat()), (list, of, seeds) => {
      const shuffled = list
        .map((entry) => ({ entry, seed: seeds.next().value ?? 0 }))
        .toSorted((a, b) => a.seed - b.seed)
        .map(({ entry }) => entry);
      expect(chooseRule(shuffled, of)).toEqual(chooseRule(list, of));
    }),
    { numRuns: 500 },
  );
});

test('the chosen rule fits its target, and no fitting rule is more specific', () => {
  const weight = (entry: TermsRule) =>
    (entry.sku ? 6 : 0) + (entry.category ? 3 : 0) + (entry.merchantAccountId ? 2 : 0) + (entry.groupId ? 1 : 0);
  const holds = (entry: TermsRule, of: TermsTarget) =>
    [entry.merchantAccountId, entry.groupId, entry.sku, entry.category].every(
      (wanted, index) => wanted === null || wanted === [of.merchantAccountId, of.groupId, of.sku, of.category][index],
    );
  fc.assert(
    fc.property(rules, target, (list, of) => {
      const best = list.filter((entry) => holds(entry, of)).toSorted((a, b) => weight(b) - weight(a))[0];
      expect(chooseRule(list, of)).toEqual(best);
    }),
    { numRuns: 1_000 },
  );
});

test('notice is required exactly if some line would earn less', () => {
  const lines = [
    { net: 1n, quantity: 1 },
    { net: 97n, quantity: 1 },
    { net: 10_000n, quantity: 3 },
    { net: 100_000_000n, quantity: 1 },
  ];
  const everywhere = [...accounts, 'someone'].flatMap((merchantAccountId) =>
    [...groups, null].flatMap((groupId) =>
      [...skus, 'other'].flatMap((sku) =>
        [...categories, ''].map((category) => ({ merchantAccountId, groupId, sku, category })),
      ),
    ),
  );
  const worth = (list: readonly TermsRule[], of: TermsTarget, line: SoldLine) =>
    worthOf(chooseRule(list, of)?.rate, line);
  fc.assert(
    fc.property(rules, rules, (before, after) => {
      const loses = everywhere.some((of) => lines.some((line) => worth(after, of, line) < worth(before, of, line)));
      const isComparable = [...before, ...after].every(({ rate }) => rate.kind === 'percentage' && !isCapped(rate));
      const noCut = isNoCut(before, after);
      // A switch between percentage and amount is a cut unless that can be ruled out; percentages are compared exactly.
      expect(loses && noCut).toBe(false);
      expect(!loses && isComparable && !noCut).toBe(false);
    }),
    { numRuns: 3_000 },
  );
});

test('the same rules again, a raise and a rule for another creator are not a cut', () => {
  const before = [rule(0, { rate: percentage(1_000) }), rule(1, { sku: 'balm', rate: flat('200') })];
  expect([
    isNoCut(before, before),
    isNoCut(before, [rule(0, { rate: percentage(1_001) }), rule(1, { sku: 'balm', rate: flat('200') })]),
    isNoCut(before, [...before, rule(2, { merchantAccountId: 'ava', rate: percentage(2_000) })]),
  ]).toEqual([true, true, true]);
});

test('a lower rate for one creator, a dropped rule and a switch from percentage to amount are cuts', () => {
  const before = [rule(0, { rate: percentage(1_000) }), rule(1, { category: 'Lips', rate: percentage(2_000) })];
  expect([
    isNoCut(before, [...before, rule(2, { merchantAccountId: 'ava', rate: percentage(900) })]),
    isNoCut(before, [rule(0, { rate: percentage(1_000) })]),
    isNoCut(before, [rule(0, { rate: flat('100000') }), rule(1, { category: 'Lips', rate: percentage(2_000) })]),
    isNoCut(before, [...before, rule(2, { sku: 'balm', rate: percentage(1_500) })]),
  ]).toEqual([false, false, false, false]);
});

test('a rule for new customers wins over others of its target, and not over more specific ones', () => {
  const list = [
    rule(0, {}),
    rule(1, { rate: { ...percentage(2_000), new_customers_only: true } }),
    rule(2, { category: 'Lips' }),
    rule(3, { startsAt: new Date(0), rate: percentage(500) }),
  ];
  const of = { merchantAccountId: 'ava', groupId: null, sku: 'balm' };
  const chosen = (category: string, isNewCustomer: boolean) =>
    chooseRule(list, { ...of, category, isNewCustomer })?.position;
  expect([chosen('', true), chosen('', false), chosen('Lips', true), chosen('Lips', false)]).toEqual([1, 3, 2, 2]);
  expect(repeatedTarget(list)).toBeUndefined();
  expect(repeatedTarget([...list, rule(4, { rate: { ...percentage(1), new_customers_only: true } })])).toEqual([4, 1]);
});

test('what changes for new customers only is a cut too', () => {
  const forNew = (rate: number) => rule(1, { rate: { ...percentage(rate), new_customers_only: true } });
  const everyone = rule(0, { rate: percentage(1_000) });
  expect([
    isNoCut([everyone], [everyone, forNew(1_500)]),
    isNoCut([everyone], [everyone, forNew(900)]),
    isNoCut([everyone, forNew(1_500)], [everyone]),
    isNoCut([everyone, forNew(900)], [everyone]),
  ]).toEqual([true, false, false, true]);
});

const capped = (rate: number, perMonth: string): Rate => ({
  ...percentage(rate),
  max_per_month: { amount: perMonth, currency: 'USD' },
});

test('a cap is a cut if it is new or lower, or if several rules share it from then on', () => {
  const [all, lips] = [
    rule(0, { rate: capped(1_000, '5000') }),
    rule(1, { category: 'Lips', rate: capped(1_000, '5000') }),
  ];
  expect([
    isNoCut([rule(0, { rate: percentage(1_000) })], [all]),
    isNoCut([all], [rule(0, { rate: capped(1_000, '4999') })]),
    isNoCut([all], [rule(0, { rate: capped(1_100, '5000') })]),
    isNoCut([all], [rule(0, { rate: percentage(1_000) })]),
    isNoCut([all], [all, lips]),
    isNoCut([all, lips], [all]),
    isNoCut([all, rule(1, { category: 'Lips', rate: percentage(0) })], [all]),
  ]).toEqual([false, false, true, true, true, false, true]);
});
