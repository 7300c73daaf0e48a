import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { commissionRate, type Rate } from '@vitrine/contract/values/rates.ts';

/** The columns of a rate in `terms_rules`: `parameters` has the values of its kind that have no column of their own. */
type RateColumns = { kind: string; rate: number | null; amount: bigint | null; parameters: unknown };

/** `currency` is the brand's. */
export function readRate({ kind, rate, amount, parameters, currency }: RateColumns & { currency: string }): Rate {
  const money = amount === null ? null : toMoney(amount, currency);
  return commissionRate.parse(Object.assign({ kind, rate, amount: money }, parameters));
}

export function columnsOf({ kind, rate, amount, ...parameters }: Rate) {
  return {
    kind,
    rate,
    amount: amount === null ? null : BigInt(amount.amount),
    parameters: JSON.stringify(parameters),
  };
}
