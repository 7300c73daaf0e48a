import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';

/** The brand and the shop's own id of a webhook, which can come several times. */
export type WebhookKey = { merchantId: string; source: string; webhookId: string };

export type LoggedDelivery = WebhookKey & {
  topic: string;
  /** The order that its body names. */
  orderId: string | null;
  requestId: string;
  at: Date;
  /** Undefined until the webhook is applied. */
  outcome?: 'repeated' | 'malformed_body';
};

/** Adds a webhook call of a shop whose signature is right. Returns the id of the entry. */
export async function logDelivery(tx: Tx, delivery: LoggedDelivery): Promise<string> {
  const { merchantId, source, webhookId, topic, orderId, requestId, at, outcome } = delivery;
  const id = newId(at);
  await tx
    .insertInto('delivery_log')
    .values({
      id,
      merchant_id: merchantId,
      source,
      webhook_id: webhookId,
      topic,
      order_id: orderId,
      request_id: requestId,
      received_at: at,
      processed_at: outcome === undefined ? null : at,
      outcome: outcome ?? null,
    })
    .execute();
  return id;
}

/** Adds what came of a webhook to its first call. */
export async function logOutcome(
  tx: Tx,
  { merchantId, source, webhookId }: WebhookKey,
  result: { outcome: string; fields: string[]; at: Date },
): Promise<void> {
  await tx
    .updateTable('delivery_log')
    .set({ outcome: result.outcome, fields: result.fields, processed_at: result.at })
    .where('merchant_id', '=', merchantId)
    .where('source', '=', source)
    .where('webhook_id', '=', webhookId)
    .where('outcome', 'is', null)
    .execute();
}

/** Adds how long the shop waited for the answer. */
export async function logDuration(tx: Tx, id: string, tookMs: number): Promise<void> {
  await tx.updateTable('delivery_log').set({ took_ms: tookMs }).where('id', '=', id).execute();
}
