import { type Exclusion, type Outcome, specialLineKind } from '@vitrine/contract/decisions.ts';
import { amountsOf, earnedBy } from '@vitrine/contract/values/rate-arithmetic.ts';
import { appliesTo, ruleChooser, type TermsRule } from '../terms/rules.ts';
import { type RuleStep, step } from './decision.rules.ts';
import type { Basis } from './orders.basis.ts';
import type { Line } from './orders.queries.ts';
import type { Trace } from './orders.trace.ts';

// What the lines of an order earn under a version of the terms. A first decision, a repeated one and an edit of the
// order use the same calculation.

export type Earning = {
  line: Line;
  rule: TermsRule | undefined;
  amount: bigint;
  /** Why it earns nothing, whatever the rates are. */
  excluded: Exclusion | undefined;
};
export type Credited = Earning & { rule: TermsRule };
export type TermsResult = { outcome: Outcome; termsVersion: number | null; earnings: Earning[] };
type Terms = {
  rules: readonly TermsRule[];
  basis: Basis;
  currency: string;
  merchantAccountId: string;
  /** The creator's group at the click. */
  groupId: string | null;
};

/** Shops have no mark for donations, so a brand gives these products the category. */
const donationCategory = /^(donations?|donaci[oó]n(es)?|donativos?)$/i;

function exclusionOf(line: Line, { categories, earningKinds }: Basis): Exclusion | undefined {
  // The shop removed it from the order.
  if (line.quantity === 0) return undefined;
  const isDonation = line.kind === 'product' && donationCategory.test(categories[line.sku]?.trim() ?? '');
  const kind = isDonation ? 'donation' : line.kind;
  const special = specialLineKind.safeParse(kind);
  if (special.success && !earningKinds.includes(special.data)) return special.data;
  return line.net === 0n ? 'free' : undefined;
}

/** The commission on each line, with the steps that say how it came about. */
export function earningsOf(
  lines: readonly Line[],
  { rules, basis, currency, merchantAccountId, groupId }: Terms,
): { earnings: Earning[]; total: bigint; steps: RuleStep[] } {
  const flatApplies = currency === basis.currency;
  const applicable = flatApplies ? rules : rules.filter(({ rate }) => Object.keys(amountsOf(rate)).length === 0);
  const choose = ruleChooser(applicable);
  const earnings = lines.map((line): Earning => {
    const excluded = exclusionOf(line, basis);
    if (excluded && excluded !== 'free') return { line, rule: undefined, amount: 0n, excluded };
    const rule = choose({
      merchantAccountId,
      groupId,
      sku: line.sku,
      category: basis.categories[line.sku] ?? '',
    });
    return { line, rule, amount: rule ? earnedBy(rule.rate, line) : 0n, excluded };
  });
  const total = earnings.reduce((sum, earning) => sum + earning.amount, 0n);
  const steps = [
    ...(flatApplies ? [] : [step('flat_amounts_apply', 'failed', { currency, terms_currency: basis.currency })]),
    step('something_earned', total > 0n ? 'passed' : 'failed', { commission: total.toString(), currency }),
  ];
  return { earnings, total, steps };
}

/** The lines that earn something. */
export function creditedLines(earnings: readonly Earning[]): Credited[] {
  return earnings.flatMap(({ line, rule, amount, excluded }): Credited[] =>
    rule && amount > 0n ? [{ line, rule, amount, excluded }] : [],
  );
}

export function creditLines(credited: readonly Credited[]) {
  return credited.map(({ line, rule, amount }) => ({ lineId: line.line_id, base: line.net, amount, rule }));
}

export function traceLines(earnings: readonly Earning[]): Trace['lines'] {
  return earnings.map(({ line, rule, amount, excluded }) => ({
    line_id: line.line_id,
    commission: rule ? amount.toString() : null,
    rule: rule ? { applies_to: appliesTo(rule), ...rule.rate } : null,
    ...(excluded && { excluded }),
  }));
}
