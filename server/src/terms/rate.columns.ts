import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { commissionRate, type Rate } from '@vitrine/contract/values/rates.ts';
import * as z from 'zod/mini';
import { isDated, type TermsRule } from './rules.ts';

/** The columns of a rate in `terms_rules`: `parameters` has the values of its kind that have no column of their own. */
type RateColumns = { kind: string; rate: number | null; amount: bigint | null; parameters: unknown };

type Limits = Pick<TermsRule, 'startsAt' | 'endsAt'>;

/** What else a rule has, in `parameters`. A node that does not know a limit decides nothing by the rule. */
const stored = z.looseObject({
  limits: z.optional(z.strictObject({ starts_at: z.optional(z.string()), ends_at: z.optional(z.string()) })),
});

/** `currency` is the brand's. */
export function readRate({ kind, rate, amount, parameters, currency }: RateColumns & { currency: string }): Rate {
  const money = amount === null ? null : toMoney(amount, currency);
  const { limits: _, ...values } = stored.parse(parameters);
  return commissionRate.parse(Object.assign({ kind, rate, amount: money }, values));
}

export function readLimits({ parameters }: Pick<RateColumns, 'parameters'>): Limits {
  const { limits } = stored.parse(parameters);
  const dateOf = (text: string | undefined) => (text === undefined ? null : new Date(text));
  return { startsAt: dateOf(limits?.starts_at), endsAt: dateOf(limits?.ends_at) };
}

/** A rate without what is null: for a rate, that means the same as left out. */
export function withoutEmpty(rate: Rate): Rate {
  const { max_per_order: perOrder, max_per_month: perMonth, new_customers_only: isForNew, ...rest } = rate;
  return {
    ...rest,
    ...(perOrder && { max_per_order: perOrder }),
    ...(perMonth && { max_per_month: perMonth }),
    ...(isForNew && { new_customers_only: isForNew }),
  };
}

export function columnsOf({ groupId, startsAt, endsAt, rate: of }: Pick<TermsRule, 'groupId' | 'rate'> & Limits) {
  const { kind, rate, amount, ...values } = of;
  const hasLimits = groupId !== null || isDated({ startsAt, endsAt });
  const limits = { starts_at: startsAt?.toISOString(), ends_at: endsAt?.toISOString() };
  return {
    kind,
    rate,
    amount: amount === null ? null : BigInt(amount.amount),
    parameters: JSON.stringify({ ...values, ...(hasLimits && { limits }) }),
  };
}
