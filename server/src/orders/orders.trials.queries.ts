import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { hashVersion, meaningHash, type NewOrder } from './orders.meaning.ts';
import { isOrderNamedBy } from './orders.queries.ts';
import type { TestContent } from './orders.trials.content.ts';

export function findTestOrder(tx: Tx, merchantId: string, orderId: string) {
  return tx
    .selectFrom('test_orders')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
}

export type TestOrder = NonNullable<Awaited<ReturnType<typeof findTestOrder>>>;

export function lockTestOrder(tx: Tx, merchantId: string, orderId: string) {
  return tx
    .selectFrom('test_orders')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns false if the order_id is taken by another test order. */
export async function insertTestOrder(
  tx: Tx,
  merchantId: string,
  order: NewOrder,
  { content, at, changedAt }: { content: TestContent; at: Date; changedAt: Date | null },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('test_orders')
    .values({
      merchant_id: merchantId,
      order_id: order.orderId,
      reference: order.reference ?? null,
      source: order.source,
      currency: order.currency,
      placed_at: order.placedAt,
      received_at: at,
      changed_at: at,
      edited_at: changedAt,
      state: 'received',
      outcome: null,
      content: JSON.stringify(content),
      body_hash: meaningHash(order),
      hash_version: hashVersion,
      customer_hash: order.customer.exact,
      customer_canonical: order.customer.canonical,
      decision: null,
      decided_at: null,
    })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'order_id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Removes a brand's test orders beyond the newest `most`, but never the one that was just stored. */
export async function dropOldTestOrders(tx: Tx, merchantId: string, stored: string, most: number): Promise<void> {
  await sql`
    delete from test_orders where merchant_id = ${merchantId} and order_id <> ${stored} and (placed_at, order_id) <= (
      select o.placed_at, o.order_id from test_orders o where o.merchant_id = ${merchantId}
      order by o.placed_at desc, o.order_id desc offset ${most} limit 1)`.execute(tx);
}

export async function saveTestOrder(
  tx: Tx,
  row: TestOrder,
  changed: {
    content: TestContent;
    decision: unknown;
    outcome: string | null;
    state: string;
    decided_at: Date | null;
    edited_at: Date | null;
    reference: string | null;
    changed_at: Date;
  },
): Promise<void> {
  const { content, decision, ...rest } = changed;
  await tx
    .updateTable('test_orders')
    .set({
      ...rest,
      content: JSON.stringify(content),
      decision: decision === null ? null : JSON.stringify(decision),
    })
    .where('merchant_id', '=', row.merchant_id)
    .where('order_id', '=', row.order_id)
    .execute();
}

/** Test orders, newest first. */
export function listTestOrders(
  tx: Tx,
  merchantId: string,
  query: { search?: string | undefined; since?: string | undefined; until?: string | undefined; limit: number },
  after: { at: Date; id: string } | undefined,
) {
  const { search = '', since = null, until = null } = query;
  return tx
    .selectFrom('test_orders')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where(isOrderNamedBy(search, { orderId: sql`order_id`, reference: sql`reference` }))
    .where(sql<boolean>`(${since}::timestamptz is null or placed_at >= ${since}::timestamptz)`)
    .where(sql<boolean>`(${until}::timestamptz is null or placed_at < ${until}::timestamptz)`)
    .where(
      sql<boolean>`(${after?.at ?? null}::timestamptz is null or (placed_at, order_id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? ''}))`,
    )
    .orderBy('placed_at', 'desc')
    .orderBy('order_id', 'desc')
    .limit(query.limit + 1)
    .execute();
}
