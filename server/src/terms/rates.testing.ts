import fc from 'fast-check';
import * as z from 'zod/mini';
import { commissionRate, type Rate } from '@vitrine/contract/values/rates.ts';

// Rates of every kind for property tests, generated from the contract, so that a new kind is tested as soon as it
// exists.

type Schema = z.core.JSONSchema.BaseSchema;

/** Small amounts are near the prices in the tests, large ones near the limit. */
const amount = fc
  .oneof(fc.bigInt({ min: 0n, max: 5_000n }), fc.bigInt({ min: 0n, max: 9_007_199_254_740_991n }))
  .map((units) => ({ amount: units.toString(), currency: 'USD' }));

function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 0 });
  if (schema.properties?.['currency']) return amount;
  throw new Error(`no test values for ${JSON.stringify(schema)}: add them here`);
}

function isSchema(schema: unknown): schema is Schema {
  return typeof schema === 'object' && schema !== null;
}

const variants = (z.toJSONSchema(commissionRate, { io: 'output' }).oneOf ?? []).filter(isSchema);

/** One generator per kind, by name. */
export const ratesByKind: ReadonlyMap<string, fc.Arbitrary<Rate>> = new Map(
  variants.map(({ properties = {} }) => {
    const schemas = Object.entries(properties).filter((entry): entry is [string, Schema] => isSchema(entry[1]));
    const { kind } = properties;
    return [
      isSchema(kind) ? String(kind.const) : '',
      fc
        .record(Object.fromEntries(schemas.map(([name, schema]) => [name, valueOf(schema)])))
        .map((values) => commissionRate.parse(values)),
    ];
  }),
);

export const anyRate: fc.Arbitrary<Rate> = fc.oneof(...ratesByKind.values());
