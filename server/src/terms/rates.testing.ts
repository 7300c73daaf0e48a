import fc from 'fast-check';
import * as z from 'zod/mini';
import { earnedBy, type Reached, type SoldLine } from '@vitrine/contract/values/rate-arithmetic.ts';
import { commissionRate, type Rate } from '@vitrine/contract/values/rates.ts';

// Rates of every kind for property tests, generated from the contract, so that a new kind is tested as soon as it
// exists.

type Schema = z.core.JSONSchema.BaseSchema;

/** Small amounts are near the prices in the tests, large ones near the limit. */
const amount = fc
  .oneof(fc.bigInt({ min: 0n, max: 5_000n }), fc.bigInt({ min: 0n, max: 9_007_199_254_740_991n }))
  .map((units) => ({ amount: units.toString(), currency: 'USD' }));

const capOf = amount.filter((cap) => cap.amount !== '0');

function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 0 });
  if (schema.properties?.['currency']) return amount;
  throw new Error(`no test values for ${JSON.stringify(schema)}: add them here`);
}

function sizeOf(from: unknown): bigint {
  return BigInt(typeof from === 'number' ? from : Object(from).amount);
}

/** A first rate and one to three tiers. Both thresholds and rates rise, as in terms that can be published. */
function tiersOf({ items }: Schema): fc.Arbitrary<{ rate: number; tiers: unknown[] }> {
  const from = isSchema(items) && isSchema(items.properties?.['from']) ? valueOf(items.properties['from']) : undefined;
  if (!from) throw new Error('a tier must have a threshold');
  return fc
    .tuple(
      fc.uniqueArray(fc.integer({ min: 1, max: 10_000 }), { minLength: 2, maxLength: 4 }),
      fc.uniqueArray(
        from.filter((each) => sizeOf(each) > 0n),
        { minLength: 3, maxLength: 3, selector: (each) => sizeOf(each).toString() },
      ),
    )
    .map(([rates, thresholds]) => {
      const [rate = 0, ...higher] = rates.toSorted((a, b) => a - b);
      const rising = thresholds.toSorted((a, b) => Number(sizeOf(a) - sizeOf(b)));
      return { rate, tiers: higher.map((each, index) => ({ from: rising[index], rate: each })) };
    });
}

const limits = ['max_per_order', 'max_per_month', 'new_customers_only'];

function isSchema(schema: unknown): schema is Schema {
  return typeof schema === 'object' && schema !== null;
}

const variants = (z.toJSONSchema(commissionRate, { io: 'output' }).oneOf ?? []).filter(isSchema);

/** One generator per kind, by name. A third of the rates have a cap. None is for new customers only. */
export const ratesByKind: ReadonlyMap<string, fc.Arbitrary<Rate>> = new Map(
  variants.map(({ properties = {} }) => {
    const schemas = Object.entries(properties).filter((entry): entry is [string, Schema] => isSchema(entry[1]));
    const { kind, tiers } = properties;
    const own = schemas.filter(([name]) => !limits.includes(name) && name !== 'tiers');
    const values = fc.record(Object.fromEntries(own.map(([name, schema]) => [name, valueOf(schema)])));
    const caps = fc.record({
      max_per_order: fc.option(capOf, { nil: undefined, freq: 6 }),
      max_per_month: fc.option(capOf, { nil: undefined, freq: 6 }),
    });
    const rates = fc
      .tuple(values, isSchema(tiers) ? tiersOf(tiers) : fc.constant({}), caps)
      .map(([of, rising, limited]) => JSON.parse(JSON.stringify({ ...of, ...rising, ...limited })))
      .map((rate) => commissionRate.parse(rate));
    return [isSchema(kind) ? String(kind.const) : '', rates];
  }),
);

export const anyRate: fc.Arbitrary<Rate> = fc.oneof(...ratesByKind.values());

/** What the only line of an order earns as the first of its rule in a month, with caps. */
export function worthOf(rate: Rate | null | undefined, line: SoldLine, reached?: Reached): bigint {
  if (!rate) return 0n;
  const caps = [rate.max_per_order, rate.max_per_month].flatMap((cap) => (cap ? [BigInt(cap.amount)] : []));
  return [earnedBy(rate, line, reached), ...caps].reduce((least, each) => (each < least ? each : least));
}
