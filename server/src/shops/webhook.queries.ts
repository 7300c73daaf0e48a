import type { Insertable } from 'kysely';
import type { WebhookKey } from '../deliveries/delivery.log.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

/** Stores only the first of several calls with the same webhook id. Returns false for the others. */
export async function insertWebhook(tx: Tx, webhook: Insertable<Tables['webhook_deliveries']>): Promise<boolean> {
  const [{ numInsertedOrUpdatedRows } = {}] = await tx
    .insertInto('webhook_deliveries')
    .values(webhook)
    .onConflict((conflict) => conflict.columns(['merchant_id', 'source', 'webhook_id']).doNothing())
    .execute();
  return numInsertedOrUpdatedRows === 1n;
}

/** With the time zone of the shop that sent it. */
export function findWebhook(tx: Tx, { merchantId, source, webhookId }: WebhookKey) {
  return tx
    .selectFrom('webhook_deliveries as d')
    .leftJoin('shop_connections as c', (join) =>
      join.onRef('c.merchant_id', '=', 'd.merchant_id').onRef('c.kind', '=', 'd.source'),
    )
    .selectAll('d')
    .select('c.time_zone')
    .where('d.merchant_id', '=', merchantId)
    .where('d.source', '=', source)
    .where('d.webhook_id', '=', webhookId)
    .executeTakeFirst();
}

function changeUnprocessed(tx: Tx, { merchantId, source, webhookId }: WebhookKey) {
  return tx
    .updateTable('webhook_deliveries')
    .where('merchant_id', '=', merchantId)
    .where('source', '=', source)
    .where('webhook_id', '=', webhookId)
    .where('processed_at', 'is', null);
}

/** Returns false if it was processed before. */
export async function markProcessed(tx: Tx, key: WebhookKey, at: Date, outcome: string): Promise<boolean> {
  const { numUpdatedRows } = await changeUnprocessed(tx, key)
    .set({ processed_at: at, outcome })
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Counts a failure and sets the time of the next attempt. */
export async function markFailed(tx: Tx, key: WebhookKey, nextAttemptAt: Date): Promise<void> {
  await changeUnprocessed(tx, key)
    .set((of) => ({ attempts: of('attempts', '+', 1), next_attempt_at: nextAttemptAt }))
    .execute();
}

export async function markWaiting(
  tx: Tx,
  key: WebhookKey,
  waitsFor: string | null,
  waitsUntil: Date | null,
): Promise<void> {
  await changeUnprocessed(tx, key).set({ waits_for: waitsFor, waits_until: waitsUntil }).execute();
}

/**
 * Makes a webhook be applied again, with what was stored of it. The sweep leaves it to the caller for some seconds. Returns
 * false if it has no body any more, or is being applied.
 */
export async function reopenWebhook(tx: Tx, key: WebhookKey, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set({ processed_at: null, outcome: null, attempts: 0, next_attempt_at: at, waits_for: null, waits_until: null })
    .where('merchant_id', '=', key.merchantId)
    .where('source', '=', key.source)
    .where('webhook_id', '=', key.webhookId)
    .where('processed_at', 'is not', null)
    .where('body', '<>', '{}')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** What came before its order, or before something else that it waits for; the first one first. */
export function findWaiting(tx: Tx, merchantId: string, name: string) {
  return tx
    .selectFrom('webhook_deliveries')
    .select(['source', 'webhook_id'])
    .where('merchant_id', '=', merchantId)
    .where('waits_for', '=', name)
    .where('processed_at', 'is', null)
    .orderBy('received_at')
    .orderBy('webhook_id')
    .execute();
}
