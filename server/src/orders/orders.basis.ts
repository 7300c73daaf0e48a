import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../platform/database/database.ts';

// What a decision takes from the brand, as it was when the order came. A decision that is made again days later, because
// a click arrived late, must equal the one that would have been made in time.

const basis = z.strictObject({
  precedence: z.enum(['code', 'link']),
  model: z.enum(['last_click', 'first_click']),
  windowDays: z.int(),
  returnDays: z.int(),
  currency: z.string(),
  /** Category by SKU, of the products in the order. */
  categories: z.record(z.string(), z.string()),
});
export type Basis = z.output<typeof basis>;

async function readCategories(tx: Tx, merchantId: string, skus: readonly string[]): Promise<Record<string, string>> {
  if (skus.length === 0) return {};
  const rows = await tx
    .selectFrom('products')
    .select(['sku', 'category'])
    .where('merchant_id', '=', merchantId)
    .where('sku', 'in', [...new Set(skus)])
    .execute();
  return Object.fromEntries(rows.map((row) => [row.sku, row.category]));
}

/** The basis as of now. */
export async function currentBasis(tx: Tx, merchantId: string, skus: readonly string[]): Promise<Basis> {
  const row = await tx
    .selectFrom('merchants')
    .select(['precedence', 'attribution_model', 'window_days', 'return_days', 'currency'])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
  return {
    precedence: row.precedence === 'link' ? 'link' : 'code',
    model: row.attribution_model === 'first_click' ? 'first_click' : 'last_click',
    windowDays: row.window_days,
    returnDays: row.return_days,
    currency: row.currency,
    categories: await readCategories(tx, merchantId, skus),
  };
}

/** The basis of a stored order; orders from before it was kept are decided by the settings of today. */
export async function basisOf(
  tx: Tx,
  order: { merchant_id: string; order_id: string; basis: unknown },
): Promise<Basis> {
  if (order.basis !== null) return basis.parse(order.basis);
  const { rows } = await sql<{ sku: string }>`
    select distinct sku from order_lines where merchant_id = ${order.merchant_id} and order_id = ${order.order_id}`.execute(
    tx,
  );
  return currentBasis(
    tx,
    order.merchant_id,
    rows.map((row) => row.sku),
  );
}
