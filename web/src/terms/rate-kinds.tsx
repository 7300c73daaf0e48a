import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Rate, RateKind, RateOf } from '@vitrine/contract/values/rates.ts';
import { decimalOf, formatMoney } from '../format/money.ts';
import { formatNumber, formatRate } from '../format/numbers.ts';
import {
  capFields,
  rateCaps,
  firstRate,
  orderTier,
  parseTiers,
  percentageField,
  perItem,
  type RateField,
  salesTier,
  tierCount,
  type TierFields,
  type TypedRate,
  typedTiers,
} from './rate-fields.ts';

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
  /** The step from the commissionable amount to the commission. `tierRate` is that of the tier that was reached. */
  arithmetic: (line: { pieces: string; scope: string; tierRate?: number | undefined }) => string;
  /** What a creator earns with a sale; `amount` is the sum in money. */
  earning: (amount: string) => string;
};

type RateDefinition<Own extends { kind: RateKind }> = {
  texts: (rate: Own) => RateTexts;
  choice: (currency: string) => { value: Own['kind']; label: string };
  fields: readonly RateField<unknown>[];
  /** The two fields of a tier, by its place. */
  tier?: TierFields<unknown>;
  typed: (rate: Own) => TypedRate;
  parse: (typed: TypedRate, currency: string) => Own | undefined;
};

/** The texts of a rate with tiers; `all` lists them: "10%, 12% from $1,000.00 of monthly net sales". */
function tierTexts(rate: number, all: string): RateTexts {
  const share = formatRate(rate);
  return {
    label: () => all,
    figure: () => share,
    paidFor: () => t`of every sale from your links: ${all}`,
    offer: (brand) => (
      <Trans>
        {brand} offers you <strong>{all}</strong> on every sale from your links.
      </Trans>
    ),
    on: (what) => (
      <Trans>
        <strong>{all}</strong> on {what}
      </Trans>
    ),
    arithmetic: ({ scope, tierRate }) => {
      const applied = formatRate(tierRate ?? rate);
      return t`× ${applied}, ${scope}`;
    },
    earning: (amount) => t`You earn ${all}: ${amount} per sale at first`,
  };
}

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
    typed: ({ amount }) => ({ amount: decimalOf(amount) }),
    parse: (typed, currency) => {
      const amount = perItem.parse(typed, currency);
      return amount && { kind: 'flat', rate: null, amount };
    },
  },
  sales_tiers: {
    texts: ({ rate, tiers }) => {
      const steps = tiers.map((tier) => {
        const [share, from] = [formatRate(tier.rate), formatMoney(tier.from)];
        return t`${share} from ${from}`;
      });
      const all = [formatRate(rate), ...steps].join(', ');
      return tierTexts(rate, t`${all} of monthly net sales`);
    },
    choice: () => ({ value: 'sales_tiers', label: t`Percentage by monthly net sales` }),
    fields: [firstRate],
    tier: salesTier,
    typed: (own) => typedTiers(own, decimalOf),
    parse: (typed, currency) => {
      const [rate, tiers] = [firstRate.parse(typed, currency), parseTiers(salesTier, typed, currency)];
      return rate === undefined || !tiers ? undefined : { kind: 'sales_tiers', rate, amount: null, tiers };
    },
  },
  order_tiers: {
    texts: ({ rate, tiers }) => {
      const steps = tiers.map((tier) => {
        const [share, from] = [formatRate(tier.rate), formatNumber(tier.from)];
        return t`${share} from ${from}`;
      });
      const all = [formatRate(rate), ...steps].join(', ');
      return tierTexts(rate, t`${all} monthly orders`);
    },
    choice: () => ({ value: 'order_tiers', label: t`Percentage by monthly orders` }),
    fields: [firstRate],
    tier: orderTier,
    typed: (own) => typedTiers(own, String),
    parse: (typed, currency) => {
      const [rate, tiers] = [firstRate.parse(typed, currency), parseTiers(orderTier, typed, currency)];
      return rate === undefined || !tiers ? undefined : { kind: 'order_tiers', rate, amount: null, tiers };
    },
  },
};

type RateLimits = Pick<Rate, 'max_per_order' | 'max_per_month' | 'new_customers_only'>;

/** "up to $50.00 per order", "new customers only". */
function limitTexts({
  max_per_order: order,
  max_per_month: month,
  new_customers_only: isForNew,
}: RateLimits): string[] {
  const [perOrder, perMonth] = [order ? formatMoney(order) : '', month ? formatMoney(month) : ''];
  return [
    ...(perOrder ? [t`up to ${perOrder} per order`] : []),
    ...(perMonth ? [t`up to ${perMonth} per month`] : []),
    ...(isForNew ? [t`new customers only`] : []),
  ];
}

export function rateTexts<Kind extends RateKind>(rate: RateOf<Kind> & RateLimits): RateTexts {
  const texts = rateKinds[rate.kind].texts(rate);
  const limits = limitTexts(rate);
  if (limits.length === 0) return texts;
  const all = limits.join(', ');
  return {
    ...texts,
    label: () => [texts.label(), ...limits].join(', '),
    paidFor: () => [texts.paidFor(), ...limits].join(', '),
    offer: (brand) => (
      <>
        {texts.offer(brand)} <Trans>Limits: {all}.</Trans>
      </>
    ),
    on: (what) => (
      <>
        {texts.on(what)}, {all}
      </>
    ),
    earning: (amount) => [texts.earning(amount), ...limits].join(', '),
  };
}

export function typedRate<Kind extends RateKind>(rate: RateOf<Kind> & RateLimits): TypedRate {
  const capped = rateCaps.flatMap((cap) => (rate[cap] ? [[cap, decimalOf(rate[cap])] as const] : []));
  return { ...rateKinds[rate.kind].typed(rate), ...Object.fromEntries(capped) };
}

export function rateChoices(currency: string): { value: RateKind; label: string }[] {
  return Object.values(rateKinds).map(({ choice }) => choice(currency));
}

export function rateFields(kind: RateKind): readonly RateField<unknown>[] {
  return rateKinds[kind].fields;
}

/** The fields of each tier; empty for kinds without tiers. */
export function tierRows(kind: RateKind, typed: TypedRate): ReturnType<TierFields<unknown>>[] {
  const { tier } = rateKinds[kind];
  return tier ? Array.from({ length: tierCount(typed) }, (_, place) => tier(place)) : [];
}

/** Every field of the form. */
export function allRateFields(kind: RateKind, typed: TypedRate): RateField<unknown>[] {
  return [...rateFields(kind), ...tierRows(kind, typed).flatMap(({ from, rate }) => [from, rate]), ...capFields];
}

export function parseRate(kind: RateKind, typed: TypedRate, currency: string): Rate | undefined {
  const rate = rateKinds[kind].parse(typed, currency);
  const limits = capFields.map((field) => [field.name, field.parse(typed, currency)] as const);
  if (!rate || limits.some(([, cap]) => cap === undefined)) return undefined;
  return { ...rate, ...Object.fromEntries(limits.filter(([, cap]) => cap !== null)) };
}
