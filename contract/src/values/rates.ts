import * as z from 'zod/mini';
import { list } from './list.ts';
import { limitMoney } from './money.ts';

// The kinds of commission rate, each with the values it needs. A kind without `rate` or `amount` has null
// for it, and a request may omit it. docs/how-to/add-a-kind-of-commission-rule.md lists what else a kind needs.

const none = z._default(z.null('must be left out for this kind'), null);

/** Parts per 10,000: 1500 is 15%. */
const parts = z
  .int()
  .check(z.minimum(0, 'must not be below 0'), z.maximum(10_000, 'must not be above 10000, which is 100%'));

/** `rate` of the line's price after discount. */
const percentage = { kind: z.literal('percentage'), rate: parts, amount: none };

/** `amount` for each item, at most the line's price. */
const flat = { kind: z.literal('flat'), rate: none, amount: limitMoney };

const tierCounts = { min: 1, max: 10, noun: 'tiers' };

/**
 * `rate`, and from each tier's `from` on, its own. Counted are the creator's net sales in the calendar month of the
 * order, in the brand's time zone, that were decided before the order. Both `from` and `rate` rise from tier to tier.
 */
const salesTiers = {
  kind: z.literal('sales_tiers'),
  rate: parts,
  amount: none,
  tiers: list(z.strictObject({ from: limitMoney, rate: parts }), tierCounts),
};

const orderCount = z.int().check(z.minimum(1, 'must be at least 1'), z.maximum(1_000_000, 'must not be above 1000000'));

/** The same by the number of the creator's credited orders. */
const orderTiers = {
  kind: z.literal('order_tiers'),
  rate: parts,
  amount: none,
  tiers: list(z.strictObject({ from: orderCount, rate: parts }), tierCounts),
};

const cap = z.optional(z.nullable(limitMoney));

/**
 * What a rate of any kind can also have; null is the same as left out. The caps are for what one creator earns by the
 * rule in one order, and in one calendar month of the brand. A rule for new customers does not apply to an order of
 * somebody who ordered from the brand before, or who is not known.
 */
const limits = { max_per_order: cap, max_per_month: cap, new_customers_only: z.optional(z.nullable(z.boolean())) };

const kinds = [percentage, flat, salesTiers, orderTiers].map(({ kind }) => kind.def.values.join()).join(', ');

/** A strict object with these fields and those of a rate, one variant for each kind. */
export function withRate<const Fields extends z.core.$ZodShape>(fields: Fields) {
  return z.discriminatedUnion(
    'kind',
    [
      z.strictObject({ ...fields, ...percentage, ...limits }),
      z.strictObject({ ...fields, ...flat, ...limits }),
      z.strictObject({ ...fields, ...salesTiers, ...limits }),
      z.strictObject({ ...fields, ...orderTiers, ...limits }),
    ],
    { error: `must be one of ${kinds}` },
  );
}

export const commissionRate = withRate({});
export type Rate = z.output<typeof commissionRate>;
export type RateKind = Rate['kind'];

type Rates = { [Kind in RateKind]: Extract<Rate, { kind: Kind }> };
/** The rate of one kind. It has the form with which the compiler matches a rate to its entry in a record by kind. */
export type RateOf<Kind extends RateKind> = { [Own in Kind]: { kind: Own } & Omit<Rates[Own], 'kind'> }[Kind];
