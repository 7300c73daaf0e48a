import { isCapped, isNoLess } from '@vitrine/contract/values/rate-arithmetic.ts';
import type { Rate } from '@vitrine/contract/values/rates.ts';
import { isDated, isForNewCustomers, ruleChooser, targetKey, type TermsRule, type TermsTarget } from './rules.ts';

/** A creator, by account and group, and whether the customer is new. */
export type TermsAudience = Pick<TermsTarget, 'merchantAccountId' | 'groupId' | 'isNewCustomer'>;

/** Finds the rule of a product, or of a category if no rule names its product. */
type Finder = { product: (sku: string) => TermsRule | undefined; other: (category: string) => TermsRule | undefined };

/** The rate if no rule applies. */
const noRate: Rate = { kind: 'percentage', rate: 0, amount: null };

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

/** What rules pay for one thing, before and after. */
export type RulePair = readonly [before: TermsRule | undefined, after: TermsRule | undefined];

/** Does everything earn at least as much under `after`? */
export function isNoWorse([before, after]: RulePair): boolean {
  return isNoLess(after?.rate ?? noRate, before?.rate ?? noRate);
}

/**
 * The rules with caps that take the place of several rules that pay something. All that a rule covers shares its caps,
 * so together it may earn less, even if no rate and no cap is lower.
 */
export function rulesSharedAnew(pairs: readonly RulePair[]): ReadonlySet<TermsRule | undefined> {
  const paying = pairs.filter(([old, next]) => next && isCapped(next.rate) && old && !isNoLess(noRate, old.rate));
  const replaced = Map.groupBy(paying, ([, next]) => next);
  return new Set([...replaced].flatMap(([next, of]) => (new Set(of.map(([old]) => old)).size > 1 ? [next] : [])));
}

/** One of the rules with the same rate. Of those with caps each, because what a rule covers shares its caps. */
function distinct(rules: readonly (TermsRule | undefined)[]): (TermsRule | undefined)[] {
  const keyOf = (rule: TermsRule | undefined) =>
    rule && isCapped(rule.rate) ? rule : JSON.stringify(rule?.rate ?? noRate);
  return [...new Map(rules.map((rule) => [keyOf(rule), rule])).values()];
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

/** What the rules of two times pay for everything that they tell apart. */
function pairsFor(before: Finder, after: Finder, skus: readonly string[], categories: readonly string[]): RulePair[] {
  const others = categories.map((category): RulePair => [before.other(category), after.other(category)]);
  const oldOthers = distinct(others.map(([old]) => old));
  const newOthers = distinct(others.map(([, next]) => next));
  return [
    ...others,
    ...skus.flatMap((sku): RulePair[] => {
      const old = before.product(sku);
      const next = after.product(sku);
      if (old && next) return [[old, next]];
      if (old) return newOthers.map((other) => [old, other]);
      return next ? oldOthers.map((other) => [other, next]) : [];
    }),
  ];
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
  const customers = [before, after].some((rules) => rules.some(isForNewCustomers)) ? [false, true] : [false];
  return audiences.every((audience) => {
    // A rule's caps are shared by all customers.
    const pairs = customers.flatMap((isNewCustomer) => {
      const of = { ...audience, isNewCustomer };
      return pairsFor(finder(old, of), finder(next, of), skus, categories);
    });
    return pairs.every(isNoWorse) && rulesSharedAnew(pairs).size === 0;
  });
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
 * replace one without for a time, and one for new customers one for all.
 */
export function repeatedTarget(rules: readonly TermsRule[]): [number, number] | undefined {
  const seen = new Map<string, number[]>();
  for (const [index, rule] of rules.entries()) {
    const key = `${targetKey(rule)} ${isDated(rule)} ${isForNewCustomers(rule)}`;
    const same = seen.get(key) ?? [];
    const earlier = same.find((other) => overlap(rules[other] ?? rule, rule));
    if (earlier !== undefined) return [index, earlier];
    seen.set(key, [...same, index]);
  }
  return undefined;
}
