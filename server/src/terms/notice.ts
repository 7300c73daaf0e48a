import { isNoLess } from '@vitrine/contract/values/rate-arithmetic.ts';
import type { Rate } from '@vitrine/contract/values/rates.ts';
import { appliesTo, type TermsRule } from './rules.ts';

/** Rules by target, so that versions with hundreds of rules are compared without checking each rule for each target. */
type Index = Map<string, TermsRule>;

const noAccount = '';

function keyOf(account: string | null, sku: string | null, category: string | null): string {
  return JSON.stringify([account ?? noAccount, sku, category]);
}

function indexOf(rules: readonly TermsRule[]): Index {
  const index: Index = new Map();
  for (const rule of rules.toSorted((a, b) => b.position - a.position))
    index.set(keyOf(rule.merchantAccountId, rule.sku, rule.category), rule);
  return index;
}

function productRule(index: Index, account: string, sku: string): TermsRule | undefined {
  return index.get(keyOf(account, sku, null)) ?? index.get(keyOf(noAccount, sku, null));
}

function otherRule(index: Index, account: string, category: string): TermsRule | undefined {
  return (
    index.get(keyOf(account, null, category)) ??
    index.get(keyOf(noAccount, null, category)) ??
    index.get(keyOf(account, null, null)) ??
    index.get(keyOf(noAccount, null, null))
  );
}

/** The rate if no rule applies. */
const nothing: Rate = { kind: 'percentage', rate: 0, amount: null };

/** Does every line earn at least as much under `after`? */
function isNoWorse(before: TermsRule | undefined, after: TermsRule | undefined): boolean {
  return isNoLess(after?.rate ?? nothing, before?.rate ?? nothing);
}

function distinct(rules: readonly (TermsRule | undefined)[]): (TermsRule | undefined)[] {
  return [...new Map(rules.map((rule) => [JSON.stringify(rule?.rate ?? nothing), rule])).values()];
}

/** Every target that either version has, and one that neither has. */
function named(
  before: readonly TermsRule[],
  after: readonly TermsRule[],
  part: 'merchantAccountId' | 'sku' | 'category',
): string[] {
  const values = [...before, ...after].map((rule) => rule[part]).filter((value) => value !== null);
  return [...new Set([...values, `another ${part}`])];
}

function isNoWorseFor(
  account: string,
  skus: readonly string[],
  categories: readonly string[],
  before: Index,
  after: Index,
): boolean {
  const others = categories.map(
    (category) => [otherRule(before, account, category), otherRule(after, account, category)] as const,
  );
  if (!others.every(([old, next]) => isNoWorse(old, next))) return false;
  const oldOthers = distinct(others.map(([old]) => old));
  const newOthers = distinct(others.map(([, next]) => next));
  return skus.every((sku) => {
    const old = productRule(before, account, sku);
    const next = productRule(after, account, sku);
    if (old && next) return isNoWorse(old, next);
    if (old) return newOthers.every((other) => isNoWorse(old, other));
    return !next || oldOthers.every((other) => isNoWorse(other, next));
  });
}

/** Is a new version at least as good as another for every creator, product and category? Then no notice is needed. */
export function isNoCut(before: readonly TermsRule[], after: readonly TermsRule[]): boolean {
  const skus = named(before, after, 'sku');
  const categories = named(before, after, 'category');
  const oldIndex = indexOf(before);
  const newIndex = indexOf(after);
  return named(before, after, 'merchantAccountId').every((account) =>
    isNoWorseFor(account, skus, categories, oldIndex, newIndex),
  );
}

/** The first rule with the target of an earlier one, as [later, earlier] in the order of the list. */
export function repeatedTarget(rules: readonly TermsRule[]): [number, number] | undefined {
  const seen = new Map<string, number>();
  for (const [index, rule] of rules.entries()) {
    const key = `${appliesTo(rule)} ${keyOf(rule.merchantAccountId, rule.sku, rule.category)}`;
    const earlier = seen.get(key);
    if (earlier !== undefined) return [index, earlier];
    seen.set(key, index);
  }
  return undefined;
}
