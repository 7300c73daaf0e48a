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
