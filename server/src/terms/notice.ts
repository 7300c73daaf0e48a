import { isNoLess } from '@vitrine/contract/values/rate-arithmetic.ts';
import type { Rate } from '@vitrine/contract/values/rates.ts';
import { isDated, ruleChooser, targetKey, type TermsRule, type TermsTarget } from './rules.ts';

/** A creator, by account and group. */
export type TermsAudience = Pick<TermsTarget, 'merchantAccountId' | 'groupId'>;

/** Finds the rule of a product, or of a category if no rule names its product. */
type Finder = { product: (sku: string) => TermsRule | undefined; other: (category: string) => TermsRule | undefined };

/** The rate if no rule applies. */
export const noRate: Rate = { kind: 'percentage', rate: 0, amount: null };

const another = (part: string) => `another ${part}`;

function finder(choose: ReturnType<typeof ruleChooser>, audience: TermsAudience): Finder {
  const other = (category: string) => choose({ ...audience, sku: another('sku'), category });
  return {
    product: (sku) => {
      // Without a rule of its own, a product's rate depends on its category, which can change.
      const found = choose({ ...audience, sku, category: another('category') });
      return found?.sku === null ? undefined : found;
    },
    other,
  };
}

/** Does every line earn at least as much under `after`? */
function isNoWorse(before: TermsRule | undefined, after: TermsRule | undefined): boolean {
  return isNoLess(after?.rate ?? noRate, before?.rate ?? noRate);
}

function distinct(rules: readonly (TermsRule | undefined)[]): (TermsRule | undefined)[] {
  return [...new Map(rules.map((rule) => [JSON.stringify(rule?.rate ?? noRate), rule])).values()];
}

/** Every value that a rule of either version has. */
function named(
  before: readonly TermsRule[],
  after: readonly TermsRule[],
  part: 'merchantAccountId' | 'groupId' | 'sku' | 'category',
): string[] {
  const values = [...before, ...after].map((rule) => rule[part]).filter((value) => value !== null);
  return [...new Set(values)];
}

function isNoWorseFor(before: Finder, after: Finder, skus: readonly string[], categories: readonly string[]): boolean {
  const others = categories.map((category) => [before.other(category), after.other(category)] as const);
  if (!others.every(([old, next]) => isNoWorse(old, next))) return false;
  const oldOthers = distinct(others.map(([old]) => old));
  const newOthers = distinct(others.map(([, next]) => next));
  return skus.every((sku) => {
    const old = before.product(sku);
    const next = after.product(sku);
    if (old && next) return isNoWorse(old, next);
    if (old) return newOthers.every((other) => isNoWorse(old, other));
    return !next || oldOthers.every((other) => isNoWorse(other, next));
  });
}

/** Every creator whom the rules can tell apart, in every group. */
function everyAudience(before: readonly TermsRule[], after: readonly TermsRule[]): TermsAudience[] {
  const groups = [null, ...named(before, after, 'groupId')];
  return [...named(before, after, 'merchantAccountId'), another('account')].flatMap((merchantAccountId) =>
    groups.map((groupId) => ({ merchantAccountId, groupId })),
  );
}

/**
 * Are rules at least as good as others for every creator, product and category? Both are those in effect at one time.
 * `audiences` are the creators whom the rules can tell apart.
 */
export function isNoCut(
  before: readonly TermsRule[],
  after: readonly TermsRule[],
  audiences: readonly TermsAudience[] = everyAudience(before, after),
): boolean {
  const skus = named(before, after, 'sku');
  const categories = [...named(before, after, 'category'), another('category')];
  const old = ruleChooser(before);
  const next = ruleChooser(after);
  return audiences.every((audience) => isNoWorseFor(finder(old, audience), finder(next, audience), skus, categories));
}

function overlap(one: TermsRule, other: TermsRule): boolean {
  const [begin, end] = [
    (rule: TermsRule) => rule.startsAt?.getTime() ?? -Infinity,
    (rule: TermsRule) => rule.endsAt?.getTime() ?? Infinity,
  ];
  return begin(one) < end(other) && begin(other) < end(one);
}

/**
 * The first rule with the target of an earlier one, as [later, earlier] in the order of the list. A rule with dates may
 * replace one without for a time.
 */
export function repeatedTarget(rules: readonly TermsRule[]): [number, number] | undefined {
  const seen = new Map<string, number[]>();
  for (const [index, rule] of rules.entries()) {
    const key = `${targetKey(rule)} ${isDated(rule)}`;
    const same = seen.get(key) ?? [];
    const earlier = same.find((other) => overlap(rules[other] ?? rule, rule));
    if (earlier !== undefined) return [index, earlier];
    seen.set(key, [...same, index]);
  }
  return undefined;
}
