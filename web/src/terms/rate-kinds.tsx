import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { currencyDecimals } from '@vitrine/contract/values/amounts.ts';
import type { Money } from '@vitrine/contract/values/money.ts';
import { parsePrice } from '@vitrine/contract/values/prices.ts';
import type { Rate, RateKind, RateOf } from '@vitrine/contract/values/rates.ts';
import { formatMoney } from '../format/money.ts';
import { formatRate } from '../format/numbers.ts';

// How each kind of rate is shown and entered. Pages of every area show rates, so these texts are in the catalog that
// all of them load (lingui.config.ts).

type RateTexts = {
  /** In a list of rules: "15%", "$2.00 per item". */
  label: () => string;
  /** The figure of an offer, and what it is paid for. */
  figure: () => string;
  paidFor: () => string;
  /** The offer as a sentence. */
  offer: (brand: string) => ReactNode;
  /** The rate of one product or category. */
  on: (what: string) => ReactNode;
  /** The step from the commissionable amount to the commission. */
  arithmetic: (line: { pieces: string; scope: string }) => string;
  /** What a creator earns with a sale; `amount` is the sum in money. */
  earning: (amount: string) => string;
};

/** The typed values of a form's fields, by the names of the rate's values. */
export type TypedRate = Readonly<Record<string, string>>;

/** A field of the form. `parse` returns undefined if the text isn't a valid value. */
type RateField<Value> = {
  name: string;
  label: (currency: string) => string;
  /** What to enter instead. */
  mistake: (currency: string) => string;
  parse: (typed: TypedRate, currency: string) => Value | undefined;
};

type RateDefinition<Own extends { kind: RateKind }> = {
  texts: (rate: Own) => RateTexts;
  choice: (currency: string) => { value: Own['kind']; label: string };
  fields: readonly RateField<unknown>[];
  typed: (rate: Own) => TypedRate;
  parse: (typed: TypedRate, currency: string) => Own | undefined;
};

/** A percentage with at most two decimals, as a rate in parts per 10,000. */
const percentageField: RateField<number> = {
  name: 'rate',
  label: () => t`Percentage`,
  mistake: () => t`Please enter a percentage from 0 to 100, like 12.5.`,
  parse: ({ rate = '' }) => {
    // A price could also have its currency.
    const parts = /^[\d.,\s]*$/.test(rate) ? parsePrice(rate, 'USD') : undefined;
    return parts === undefined || parts < 0n || parts > 10_000n ? undefined : Number(parts);
  },
};

function amountField(name: string, label: RateField<Money>['label']): RateField<Money> {
  return {
    name,
    label,
    mistake: (currency) => t`Please enter an amount in ${currency}.`,
    parse: (typed, currency) => {
      const amount = parsePrice(typed[name] ?? '', currency);
      return amount === undefined || amount < 0n ? undefined : { amount: amount.toString(), currency };
    },
  };
}

function decimal({ amount, currency }: Money): string {
  const decimals = currencyDecimals(currency);
  const digits = amount.padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

const perItem = amountField('amount', (currency) => t`Amount in ${currency}`);

const rateKinds: { readonly [Kind in RateKind]: RateDefinition<RateOf<Kind>> } = {
  percentage: {
    texts: ({ rate }) => {
      const share = formatRate(rate);
      return {
        label: () => share,
        figure: () => share,
        paidFor: () => t`of every sale from your links`,
        offer: (brand) => (
          <Trans>
            {brand} offers you <strong>{share}</strong> of every sale from your links.
          </Trans>
        ),
        on: (what) => (
          <Trans>
            <strong>{share}</strong> on {what}
          </Trans>
        ),
        arithmetic: ({ scope }) => t`× ${share}, ${scope}`,
        earning: (amount) => t`You earn ${share}, ${amount} per sale`,
      };
    },
    choice: () => ({ value: 'percentage', label: t`Percentage of the price` }),
    fields: [percentageField],
    typed: ({ rate }) => ({ rate: String(rate / 100) }),
    parse: (typed, currency) => {
      const rate = percentageField.parse(typed, currency);
      return rate === undefined ? undefined : { kind: 'percentage', rate, amount: null };
    },
  },
  flat: {
    texts: ({ amount: money }) => {
      const flat = formatMoney(money);
      return {
        label: () => t`${flat} per item`,
        figure: () => flat,
        paidFor: () => t`for each item sold through your links`,
        offer: (brand) => (
          <Trans>
            {brand} offers you <strong>{flat}</strong> for each item sold through your links.
          </Trans>
        ),
        on: (what) => (
          <Trans>
            <strong>{flat}</strong> per item on {what}
          </Trans>
        ),
        arithmetic: ({ pieces, scope }) => t`${flat} × ${pieces}, ${scope}`,
        earning: (amount) => t`You earn ${amount} per sale`,
      };
    },
    choice: (currency) => ({ value: 'flat', label: t`${currency} per item` }),
    fields: [perItem],
    typed: ({ amount }) => ({ amount: decimal(amount) }),
    parse: (typed, currency) => {
      const amount = perItem.parse(typed, currency);
      return amount && { kind: 'flat', rate: null, amount };
    },
  },
};

export function rateTexts<Kind extends RateKind>(rate: RateOf<Kind>): RateTexts {
  return rateKinds[rate.kind].texts(rate);
}

export function typedRate<Kind extends RateKind>(rate: RateOf<Kind>): TypedRate {
  return rateKinds[rate.kind].typed(rate);
}

export function rateChoices(currency: string): { value: RateKind; label: string }[] {
  return Object.values(rateKinds).map(({ choice }) => choice(currency));
}

export function rateFields(kind: RateKind): readonly RateField<unknown>[] {
  return rateKinds[kind].fields;
}

export function parseRate(kind: RateKind, typed: TypedRate, currency: string): Rate | undefined {
  return rateKinds[kind].parse(typed, currency);
}
