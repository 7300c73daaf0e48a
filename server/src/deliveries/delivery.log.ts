import { deliveryProblems } from '@vitrine/contract/deliveries.ts';
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
  /** Whether it is about a test order. */
  isTest?: boolean;
  /** The size of its body. */
  bytes?: number;
  /** How long the shop has waited until now. */
  tookMs?: number;
  /** Where its body stops being JSON. */
  fault?: { line: number; column: number } | undefined;
  /** Undefined until the webhook is applied. */
  outcome?: 'repeated' | 'malformed_body';
};

/** Whether someone should look at a delivery with this outcome. */
export function isProblem(outcome: string): boolean {
  return deliveryProblems.some((problem) => problem === outcome);
}

/** Adds a webhook call of a shop whose signature is right. Returns the id of the entry. */
export async function logDelivery(tx: Tx, delivery: LoggedDelivery): Promise<string> {
  const {
    merchantId,
    source,
    webhookId,
    topic,
    orderId,
    requestId,
    at,
    isTest = false,
    bytes,
    tookMs,
    fault,
    outcome,
  } = delivery;
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
      is_test: isTest,
      request_id: requestId,
      received_at: at,
      processed_at: outcome === undefined ? null : at,
      outcome: outcome ?? null,
      is_open: outcome !== undefined && isProblem(outcome),
      bytes: bytes ?? null,
      took_ms: tookMs ?? null,
      fault_line: fault?.line ?? null,
      fault_column: fault?.column ?? null,
    })
    .execute();
  return id;
}

/**
 * Adds what came of a webhook to its first call. Only then is it clear of some that they are about a test order. `tookMs`: if
 * the shop waited for it.
 */
export async function logOutcome(
  tx: Tx,
  { merchantId, source, webhookId }: WebhookKey,
  result: {
    outcome: string;
    fields: string[];
    at: Date;
    isTest?: boolean | undefined;
    tookMs?: number | undefined;
  },
): Promise<void> {
  await tx
    .updateTable('delivery_log')
    .set({
      outcome: result.outcome,
      fields: result.fields,
      processed_at: result.at,
      is_open: isProblem(result.outcome),
      ...(result.isTest && { is_test: true }),
      ...(result.tookMs !== undefined && { took_ms: result.tookMs }),
    })
    .where('merchant_id', '=', merchantId)
    .where('source', '=', source)
    .where('webhook_id', '=', webhookId)
    .where('outcome', 'is', null)
    .execute();
}
