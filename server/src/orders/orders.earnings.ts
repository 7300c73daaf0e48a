import { type Exclusion, type Outcome, specialLineKind } from '@vitrine/contract/decisions.ts';
import { amountsOf, appliedOf, earnedBy } from '@vitrine/contract/values/rate-arithmetic.ts';
import { appliesTo, ruleChooser, type TermsRule } from '../terms/rules.ts';
import { type RuleStep, step } from './decision.rules.ts';
import type { Basis } from './orders.basis.ts';
import { type CapCuts, capLines } from './orders.caps.ts';
import type { Circumstances } from './orders.circumstances.ts';
import type { Line } from './orders.queries.ts';
import type { Trace } from './orders.trace.ts';

// What the lines of an order earn under a version of the terms. A first decision, a repeated one and an edit of the
// order use the same calculation.

export type Earning = {
  line: Line;
  rule: TermsRule | undefined;
  amount: bigint;
  /** What the rule's caps took. */
  cuts: CapCuts;
  /** The rate and amount that apply: of a rule with tiers, those of the tier that was reached. */
  applied: ReturnType<typeof appliedOf> | undefined;
  /** Why it earns nothing, whatever the rates are. */
  excluded: Exclusion | undefined;
};
export type Credited = Earning & { rule: TermsRule; applied: ReturnType<typeof appliedOf> };
export type TermsResult = {
  outcome: Outcome;
  termsVersion: number | null;
  earnings: Earning[];
  circumstances?: Circumstances;
};
type Terms = Circumstances & {
  rules: readonly TermsRule[];
  basis: Basis;
  currency: string;
  merchantAccountId: string;
  /** The creator's group at the click. */
  groupId: string | null;
  /** What was refunded of each line. */
  refunded?: ReadonlyMap<string, bigint>;
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

const noCuts: CapCuts = { order: 0n, month: 0n };
const isRuleCut = ({ rule, cuts }: Earning) => rule !== undefined && cuts.order + cuts.month > 0n;

/** Cuts what the lines of each rule earn to its caps. */
function capEarnings(
  earnings: readonly Earning[],
  { roomOf, refunded }: Pick<Terms, 'roomOf' | 'refunded'>,
): Earning[] {
  const capped = new Map<Earning, Earning>();
  for (const [rule, own] of Map.groupBy(earnings, (earning) => earning.rule)) {
    if (!rule) continue;
    const lines = own.map(({ line, amount }) => {
      return { amount, base: line.net, refunded: refunded?.get(line.line_id) ?? 0n };
    });
    for (const [index, left] of capLines(rule.rate, lines, roomOf?.(rule)).entries()) {
      const earning = own[index];
      if (earning) capped.set(earning, { ...earning, ...left });
    }
  }
  return earnings.map((earning) => capped.get(earning) ?? earning);
}

/** The commission on each line, with the steps that say how it came about. */
export function earningsOf(
  lines: readonly Line[],
  terms: Terms,
): { earnings: Earning[]; total: bigint; steps: RuleStep[] } {
  const { rules, basis, currency, customer, reached } = terms;
  const flatApplies = currency === basis.currency;
  const applicable = flatApplies ? rules : rules.filter(({ rate }) => Object.keys(amountsOf(rate)).length === 0);
  const choose = ruleChooser(applicable);
  let asksCustomer = false;
  const uncapped = lines.map((line): Earning => {
    const excluded = exclusionOf(line, basis);
    const nothing = { line, rule: undefined, amount: 0n, cuts: noCuts, applied: undefined, excluded };
    if (excluded && excluded !== 'free') return nothing;
    const { merchantAccountId, groupId } = terms;
    const target = { merchantAccountId, groupId, sku: line.sku, category: basis.categories[line.sku] ?? '' };
    const ofNew = choose({ ...target, isNewCustomer: true });
    const ofOthers = choose(target);
    asksCustomer ||= ofNew !== ofOthers;
    const rule = customer === 'new' ? ofNew : ofOthers;
    if (!rule) return nothing;
    return { ...nothing, rule, amount: earnedBy(rule.rate, line, reached), applied: appliedOf(rule.rate, reached) };
  });
  const earnings = capEarnings(uncapped, terms);
  const total = earnings.reduce((sum, earning) => sum + earning.amount, 0n);
  const steps = [
    ...(flatApplies ? [] : [step('flat_amounts_apply', 'failed', { currency, terms_currency: basis.currency })]),
    ...(asksCustomer && customer ? [step('new_customer', customer === 'new' ? 'passed' : 'failed', { customer })] : []),
    ...(earnings.some(isRuleCut) ? [step('caps', 'noted', capFacts(earnings, currency))] : []),
    step('something_earned', total > 0n ? 'passed' : 'failed', { commission: total.toString(), currency }),
  ];
  return { earnings, total, steps };
}

function capFacts(earnings: readonly Earning[], currency: string) {
  const sum = (by: keyof CapCuts) => earnings.reduce((total, { cuts }) => total + cuts[by], 0n).toString();
  return { per_order: sum('order'), per_month: sum('month'), currency };
}

/** The lines that earn something. */
export function creditedLines(earnings: readonly Earning[]): Credited[] {
  return earnings.flatMap((earning): Credited[] => {
    const { rule, applied, amount } = earning;
    return rule && applied && amount > 0n ? [{ ...earning, rule, applied }] : [];
  });
}

export function creditLines(credited: readonly Credited[]) {
  return credited.map(({ line, rule, applied, amount }) => ({
    lineId: line.line_id,
    base: line.net,
    amount,
    rule: { position: rule.position, rate: applied },
  }));
}

export function traceLines(earnings: readonly Earning[]): Trace['lines'] {
  return earnings.map(({ line, rule, amount, cuts, applied, excluded }) => ({
    line_id: line.line_id,
    commission: rule ? amount.toString() : null,
    rule: rule ? { applies_to: appliesTo(rule), ...rule.rate } : null,
    ...(excluded && { excluded }),
    ...(rule && 'tiers' in rule.rate && applied?.rate != null && { tier_rate: applied.rate }),
    ...(rule &&
      cuts.order + cuts.month > 0n && { cuts: { order: cuts.order.toString(), month: cuts.month.toString() } }),
  }));
}

/** What was measured for a decision, in the form in which it is stored. */
export function circumstancesTrace({ measured, customer }: Circumstances = {}): Pick<Trace, 'reached' | 'customer'> {
  return { ...(measured && { reached: measured }), ...(customer && { customer }) };
}
