import { t } from '@lingui/core/macro';
import type { Money } from '@vitrine/contract/values/money.ts';
import { parsePrice } from '@vitrine/contract/values/prices.ts';

// The fields in which a brand enters rates, tiers and caps.

/**
 * The typed values of a form's fields, by the names of the rate's values. Those of the first tier are `from.0` and
 * `rate.0`.
 */
export type TypedRate = Readonly<Record<string, string>>;

/** A field of the form. `parse` returns undefined if the text isn't a valid value. */
export type RateField<Value> = {
  name: string;
  label: (currency: string) => string;
  /** What to enter instead. */
  mistake: (currency: string) => string;
  parse: (typed: TypedRate, currency: string) => Value | undefined;
};

/** A percentage with at most two decimals, as a rate in parts per 10,000. */
function parsePercentage(text: string): number | undefined {
  // A price could also have its currency.
  const parts = /^[\d.,\s]*$/.test(text) ? parsePrice(text, 'USD') : undefined;
  return parts === undefined || parts < 0n || parts > 10_000n ? undefined : Number(parts);
}

export const percentageField: RateField<number> = {
  name: 'rate',
  label: () => t`Percentage`,
  mistake: () => t`Please enter a percentage from 0 to 100, like 12.5.`,
  parse: ({ rate = '' }) => parsePercentage(rate),
};

function parseAmount(text: string, currency: string): Money | undefined {
  const amount = parsePrice(text, currency);
  return amount === undefined || amount < 0n ? undefined : { amount: amount.toString(), currency };
}

function amountField(name: string, label: RateField<Money>['label']): RateField<Money> {
  return {
    name,
    label,
    mistake: (currency) => t`Please enter an amount in ${currency}.`,
    parse: (typed, currency) => parseAmount(typed[name] ?? '', currency),
  };
}

/** Orders that earn nothing don't count towards the tiers, so it is above 0. */
export const firstRate: RateField<number> = {
  ...percentageField,
  label: () => t`Percentage at first`,
  mistake: () => t`Please enter a percentage above 0 and up to 100, like 12.5.`,
  parse: (typed, currency) => percentageField.parse(typed, currency) || undefined,
};

export type TierFields<From> = (place: number) => { from: RateField<From>; rate: RateField<number> };
const mostTiers = 10;
const mostOrders = 1_000_000n;

/** Thresholds and percentages rise from tier to tier, so the fields of one depend on those before it. */
function tierFields<From>(
  label: RateField<From>['label'],
  read: (text: string, currency: string) => From | undefined,
  sizeOf: (from: From) => bigint,
  mistake: RateField<From>['mistake'],
): TierFields<From> {
  return (place) => ({
    from: {
      name: `from.${place}`,
      label,
      mistake,
      parse: (typed, currency) => {
        const from = read(typed[`from.${place}`] ?? '', currency);
        const before = place === 0 ? undefined : read(typed[`from.${place - 1}`] ?? '', currency);
        return from === undefined || sizeOf(from) <= (before === undefined ? 0n : sizeOf(before)) ? undefined : from;
      },
    },
    rate: {
      name: `rate.${place}`,
      label: () => t`Percentage from then on`,
      mistake: () => t`Please enter a percentage up to 100 that is higher than the one before.`,
      parse: (typed) => {
        const rate = parsePercentage(typed[`rate.${place}`] ?? '');
        const before = parsePercentage(typed[place === 0 ? 'rate' : `rate.${place - 1}`] ?? '');
        return rate === undefined || rate <= (before ?? -1) ? undefined : rate;
      },
    },
  });
}

export const salesTier = tierFields<Money>(
  (currency) => t`From net sales in ${currency}`,
  parseAmount,
  ({ amount }) => BigInt(amount),
  (currency) => t`Please enter an amount in ${currency}, like 1000, above 0 and above the tier before.`,
);

export const orderTier = tierFields<number>(
  () => t`From this number of orders`,
  (text) => {
    const digits = text.trim();
    return /^\d{1,7}$/.test(digits) && BigInt(digits) <= mostOrders ? Number(digits) : undefined;
  },
  (from) => BigInt(from),
  () => t`Please enter a whole number above 0 and above the tier before.`,
);

/** How many tiers the form has: at least one. */
export function tierCount(typed: TypedRate): number {
  let count = 1;
  while (count < mostTiers && (`from.${count}` in typed || `rate.${count}` in typed)) count += 1;
  return count;
}

export function canAddTier(typed: TypedRate): boolean {
  return tierCount(typed) < mostTiers;
}

/** Adds an empty tier, or removes one and moves up those after it. */
export function withTier(typed: TypedRate): TypedRate {
  const count = tierCount(typed);
  return { ...typed, [`from.${count}`]: '', [`rate.${count}`]: '' };
}

export function withoutTier(typed: TypedRate, removed: number): TypedRate {
  const isTier = (name: string) => /^(from|rate)\.\d+$/.test(name);
  const rest = Object.entries(typed).filter(([name]) => !isTier(name));
  const places = Array.from({ length: tierCount(typed) }, (_, place) => place).filter((place) => place !== removed);
  const moved = places.flatMap((place, now) => [
    [`from.${now}`, typed[`from.${place}`] ?? ''],
    [`rate.${now}`, typed[`rate.${place}`] ?? ''],
  ]);
  return Object.fromEntries([...rest, ...moved]);
}

export function parseTiers<From>(fields: TierFields<From>, typed: TypedRate, currency: string) {
  const tiers = Array.from({ length: tierCount(typed) }, (_, place) => {
    const { from, rate } = fields(place);
    return { from: from.parse(typed, currency), rate: rate.parse(typed, currency) };
  });
  const whole = tiers.flatMap(({ from, rate }) => (from === undefined || rate === undefined ? [] : [{ from, rate }]));
  return whole.length === tiers.length ? whole : undefined;
}

export function typedTiers<From>(
  { rate, tiers }: { rate: number; tiers: readonly { from: From; rate: number }[] },
  write: (from: From) => string,
): TypedRate {
  return Object.fromEntries([
    ['rate', String(rate / 100)],
    ...tiers.flatMap((tier, place) => [
      [`from.${place}`, write(tier.from)],
      [`rate.${place}`, String(tier.rate / 100)],
    ]),
  ]);
}

export const perItem = amountField('amount', (currency) => t`Amount in ${currency}`);

export const rateCaps = ['max_per_order', 'max_per_month'] as const;

/** The optional fields of every kind. `parse` returns null for an empty one. */
export const capFields: readonly RateField<Money | null>[] = [
  cappedBy('max_per_order', (currency) => t`Most per order in ${currency} (optional)`),
  cappedBy('max_per_month', (currency) => t`Most per creator and month in ${currency} (optional)`),
];

function cappedBy(name: (typeof rateCaps)[number], label: RateField<Money>['label']): RateField<Money | null> {
  return {
    name,
    label,
    mistake: (currency) => t`Please enter an amount in ${currency} above 0, or leave it blank.`,
    parse: (typed, currency) => {
      const text = (typed[name] ?? '').trim();
      if (text === '') return null;
      const amount = parseAmount(text, currency);
      return amount?.amount === '0' ? undefined : amount;
    },
  };
}
