import type { Rate } from '@vitrine/contract/values/rates.ts';

/** One rule of a version. Without account, group, sku and category it applies to everything. */
export type TermsRule = {
  position: number;
  merchantAccountId: string | null;
  groupId: string | null;
  sku: string | null;
  category: string | null;
  /** It applies to clicks from then on, and until then. Null: without a beginning or end. */
  startsAt: Date | null;
  endsAt: Date | null;
  /** Its amounts are in the brand's currency. */
  rate: Rate;
};

/**
 * The creator and product that a commission is calculated for. `groupId` is the creator's group at the click. Rules for
 * new customers apply only to `isNewCustomer`.
 */
export type TermsTarget = {
  merchantAccountId: string;
  groupId: string | null;
  sku: string;
  category: string;
  isNewCustomer?: boolean;
};

export type AppliesTo =
  | 'creator_product'
  | 'group_product'
  | 'product'
  | 'creator_category'
  | 'group_category'
  | 'category'
  | 'creator'
  | 'group'
  | 'default';

/** From the most to the least specific: the first level with a fitting rule wins. */
const levels: readonly AppliesTo[] = [
  'creator_product',
  'group_product',
  'product',
  'creator_category',
  'group_category',
  'category',
  'creator',
  'group',
  'default',
];

type RuleTarget = Pick<TermsRule, 'merchantAccountId' | 'groupId' | 'sku' | 'category'>;

export function appliesTo(rule: RuleTarget): AppliesTo {
  const whose = rule.merchantAccountId === null ? (rule.groupId === null ? null : 'group') : 'creator';
  const what = rule.sku === null ? (rule.category === null ? null : 'category') : 'product';
  if (whose === null) return what ?? 'default';
  return what === null ? whose : `${whose}_${what}`;
}

export function isDated({ startsAt, endsAt }: Pick<TermsRule, 'startsAt' | 'endsAt'>): boolean {
  return startsAt !== null || endsAt !== null;
}

/** The rules that apply to a click at a time. */
export function rulesInEffect(rules: readonly TermsRule[], at: Date): TermsRule[] {
  return rules.filter(
    ({ startsAt, endsAt }) => (startsAt === null || startsAt <= at) && (endsAt === null || at < endsAt),
  );
}

export function isForNewCustomers({ rate }: Pick<TermsRule, 'rate'>): boolean {
  return rate.new_customers_only === true;
}

/** Of two rules with one target, the one for new customers wins, then the one with dates. */
function byPrecedence(one: TermsRule, other: TermsRule): number {
  return (
    Number(isForNewCustomers(other)) - Number(isForNewCustomers(one)) ||
    Number(isDated(other)) - Number(isDated(one)) ||
    one.position - other.position
  );
}

/** The target of a rule as one text, which also says its level. */
export function targetKey({ merchantAccountId, groupId, sku, category }: RuleTarget): string {
  return JSON.stringify([merchantAccountId, merchantAccountId === null ? groupId : null, sku, category]);
}

/**
 * What a rule is, whatever it pays, as one text: its target, dates and customers. A rule that a new version keeps or
 * changes has the same, so what it paid in a month counts on.
 */
export function ruleIdentity(rule: Omit<TermsRule, 'position' | 'rate'> & { isForNewCustomers: boolean }): string {
  return JSON.stringify([targetKey(rule), rule.startsAt, rule.endsAt, rule.isForNewCustomers]);
}

export function identityOf(rule: TermsRule): string {
  return ruleIdentity({ ...rule, isForNewCustomers: isForNewCustomers(rule) });
}

/** The rules that can apply to a creator in a group. */
export function rulesForCreator(
  rules: readonly TermsRule[],
  { merchantAccountId, groupId }: Pick<TermsTarget, 'merchantAccountId' | 'groupId'>,
): TermsRule[] {
  return rules.filter(
    (rule) =>
      (rule.merchantAccountId === null || rule.merchantAccountId === merchantAccountId) &&
      (rule.groupId === null || rule.groupId === groupId),
  );
}

/** What a rule of this level must be for, to fit a target. */
function wantedBy(level: AppliesTo, { merchantAccountId, groupId, sku, category }: TermsTarget): RuleTarget {
  return {
    merchantAccountId: level.startsWith('creator') ? merchantAccountId : null,
    groupId: level.startsWith('group') ? groupId : null,
    sku: level.endsWith('product') ? sku : null,
    category: level.endsWith('category') ? category : null,
  };
}

/**
 * Returns the most specific rule for a target, among rules in effect at one time. If two had the same target, customers
 * and no dates, which no version has, the first.
 */
export function ruleChooser(rules: readonly TermsRule[]): (target: TermsTarget) => TermsRule | undefined {
  const firstByTarget = (some: readonly TermsRule[]) =>
    new Map(
      some
        .toSorted(byPrecedence)
        .toReversed()
        .map((rule) => [targetKey(rule), rule]),
    );
  const forNew = firstByTarget(rules);
  const forOthers = firstByTarget(rules.filter((rule) => !isForNewCustomers(rule)));
  return (target) => {
    const byTarget = target.isNewCustomer === true ? forNew : forOthers;
    for (const level of levels) {
      if (target.groupId === null && level.startsWith('group')) continue;
      const found = byTarget.get(targetKey(wantedBy(level, target)));
      if (found) return found;
    }
    return undefined;
  };
}

export function chooseRule(rules: readonly TermsRule[], target: TermsTarget): TermsRule | undefined {
  return ruleChooser(rules)(target);
}
