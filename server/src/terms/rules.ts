import type { Rate } from '@vitrine/contract/values/rates.ts';

/** One rule of a version. Without account, sku and category it applies to everything. */
export type TermsRule = {
  position: number;
  merchantAccountId: string | null;
  sku: string | null;
  category: string | null;
  /** Its amounts are in the brand's currency. */
  rate: Rate;
};

/** The creator and product that a commission is calculated for. */
export type TermsTarget = { merchantAccountId: string; sku: string; category: string };

export type AppliesTo = 'creator_product' | 'product' | 'creator_category' | 'category' | 'creator' | 'default';

/** From the most to the least specific: the first level with a fitting rule wins. */
const levels: readonly AppliesTo[] = [
  'creator_product',
  'product',
  'creator_category',
  'category',
  'creator',
  'default',
];

export function appliesTo(rule: TermsRule): AppliesTo {
  const forOne = rule.merchantAccountId !== null;
  if (rule.sku !== null) return forOne ? 'creator_product' : 'product';
  if (rule.category !== null) return forOne ? 'creator_category' : 'category';
  return forOne ? 'creator' : 'default';
}

function fits(rule: TermsRule, target: TermsTarget): boolean {
  return (
    (rule.merchantAccountId === null || rule.merchantAccountId === target.merchantAccountId) &&
    (rule.sku === null || rule.sku === target.sku) &&
    (rule.category === null || rule.category === target.category)
  );
}

/** The most specific rule that fits. If two had the same target, which no version has, the first. */
export function chooseRule(rules: readonly TermsRule[], target: TermsTarget): TermsRule | undefined {
  const fitting = rules.filter((rule) => fits(rule, target)).toSorted((a, b) => a.position - b.position);
  for (const level of levels) {
    const found = fitting.find((rule) => appliesTo(rule) === level);
    if (found) return found;
  }
  return undefined;
}

/** The target of a rule of this level as one text. */
function keyOf(level: AppliesTo, { merchantAccountId, sku, category }: TermsTarget): string {
  if (level === 'default') return level;
  const what = level.endsWith('product') ? `\n${sku}` : level.endsWith('category') ? `\n${category}` : '';
  return level.startsWith('creator') ? `${level}\n${merchantAccountId}${what}` : `${level}${what}`;
}

/** Chooses like chooseRule, for many targets: a rule is found by its target instead of among all others. */
export function ruleChooser(rules: readonly TermsRule[]): (target: TermsTarget) => TermsRule | undefined {
  const byTarget = new Map<string, TermsRule>();
  for (const rule of rules.toSorted((a, b) => a.position - b.position)) {
    const { merchantAccountId, sku, category } = rule;
    const of = { merchantAccountId: merchantAccountId ?? '', sku: sku ?? '', category: category ?? '' };
    const key = keyOf(appliesTo(rule), of);
    if (!byTarget.has(key)) byTarget.set(key, rule);
  }
  return (target) => {
    for (const level of levels) {
      const found = byTarget.get(keyOf(level, target));
      // A rule for a product and a category fits only if both do.
      if (found && fits(found, target)) return found;
    }
    return undefined;
  };
}
