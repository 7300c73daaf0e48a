import { type Insertable, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

/** Stores only the first of deliveries with the same webhook id. Returns false for the others. */
export async function insertDelivery(tx: Tx, delivery: Insertable<Tables['webhook_deliveries']>): Promise<boolean> {
  const [{ numInsertedOrUpdatedRows } = {}] = await tx
    .insertInto('webhook_deliveries')
    .values(delivery)
    .onConflict((conflict) => conflict.columns(['merchant_id', 'source', 'webhook_id']).doNothing())
    .execute();
  return numInsertedOrUpdatedRows === 1n;
}

export function findDelivery(tx: Tx, merchantId: string, webhookId: string) {
  return tx
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('source', '=', 'shopify')
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst();
}

export async function markProcessed(
  tx: Tx,
  merchantId: string,
  webhookId: string,
  at: Date,
  outcome: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set({ processed_at: at, outcome })
    .where('merchant_id', '=', merchantId)
    .where('source', '=', 'shopify')
    .where('webhook_id', '=', webhookId)
    .where('processed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Counts a failure and sets the time of the next attempt. */
export async function markFailed(tx: Tx, merchantId: string, webhookId: string, nextAttemptAt: Date): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set((of) => ({ attempts: of('attempts', '+', 1), next_attempt_at: nextAttemptAt }))
    .where('merchant_id', '=', merchantId)
    .where('source', '=', 'shopify')
    .where('webhook_id', '=', webhookId)
    .where('processed_at', 'is', null)
    .execute();
}

/** Refunds and cancellations that came before their order. */
export async function findWaitingDeliveries(
  tx: Tx,
  merchantId: string,
  orderId: string,
): Promise<{ webhook_id: string }[]> {
  const { rows } = await sql<{ webhook_id: string }>`
    select webhook_id from webhook_deliveries
    where merchant_id = ${merchantId} and source = 'shopify' and processed_at is null
      and ((topic = 'refunds/create' and body ->> 'order_id' = ${orderId}) or (topic = 'orders/cancelled' and body ->> 'id' = ${orderId}))
    order by received_at, webhook_id`.execute(tx);
  return rows;
}
