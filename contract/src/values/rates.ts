import * as z from 'zod/mini';
import { money } from './money.ts';

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
const flat = { kind: z.literal('flat'), rate: none, amount: money };

const kinds = [percentage, flat].map(({ kind }) => kind.def.values.join()).join(', ');

/** A strict object with these fields and those of a rate, one variant for each kind. */
export function withRate<const Fields extends z.core.$ZodShape>(fields: Fields) {
  return z.discriminatedUnion(
    'kind',
    [z.strictObject({ ...fields, ...percentage }), z.strictObject({ ...fields, ...flat })],
    { error: `must be one of ${kinds}` },
  );
}

export const commissionRate = withRate({});
export type Rate = z.output<typeof commissionRate>;
export type RateKind = Rate['kind'];

type Rates = { [Kind in RateKind]: Extract<Rate, { kind: Kind }> };
/** The rate of one kind. It has the form with which the compiler matches a rate to its entry in a record by kind. */
export type RateOf<Kind extends RateKind> = { [Own in Kind]: { kind: Own } & Omit<Rates[Own], 'kind'> }[Kind];
