// Receives webhooks of shops. Each call whose signature is right leaves one entry in the log of deliveries: its webhook
// is stored with it if it comes for the first time, and a body that isn't JSON is refused.
import type { Context } from '../context.ts';
import { type LoggedDelivery, logDelivery } from '../deliveries/delivery.log.ts';
import type { Tx } from '../platform/database/database.ts';
import { faultOfBody } from '../platform/http/json.fault.ts';
import { Refusal } from '../platform/refusal.ts';
import type { SentWebhook, ShopKind } from './shop.ts';
import { countDelivery } from '../deliveries/deliveries.metrics.ts';
import { accessSignedWebhook } from './webhook.access.ts';
import { insertWebhook } from './webhook.queries.ts';
import type { WebhookTurns } from './webhook.turns.ts';

/** Stores a webhook that comes for the first time, and its entry in the log. Returns false for a repeat. */
async function storeWebhook(tx: Tx, entry: LoggedDelivery, body: unknown): Promise<boolean> {
  const isFirst = await insertWebhook(tx, {
    merchant_id: entry.merchantId,
    source: entry.source,
    webhook_id: entry.webhookId,
    topic: entry.topic,
    body: JSON.stringify(body),
    received_at: entry.at,
    processed_at: null,
    outcome: null,
  });
  await logDelivery(tx, isFirst ? entry : { ...entry, outcome: 'repeated' });
  return isFirst;
}

/** Accepts one delivery. Once stored it is acknowledged, whatever happens when it is applied: the sweep tries again. */
export async function takeWebhook(
  ctx: Context,
  { kind, turns }: { kind: ShopKind; turns: WebhookTurns },
  merchant: string,
  sent: SentWebhook,
): Promise<{ received: true }> {
  const startedAt = performance.now();
  const answered = () => Math.round(performance.now() - startedAt);
  const shop = await accessSignedWebhook(ctx, kind, merchant, sent);
  const { merchantId } = shop;
  const inBrand = <T>(work: (tx: Tx) => Promise<T>) => ctx.database.as({ role: 'app', merchantId }, work);
  const names = kind.namesOf(sent);
  const received = {
    ...names,
    merchantId,
    source: kind.source,
    requestId: sent.requestId,
    at: ctx.clock.now(),
    bytes: sent.raw.length,
  };
  const body = await readBody(kind, sent.raw, async () => {
    const malformed = { ...received, orderId: null, outcome: 'malformed_body', fault: faultOfBody(sent.raw) } as const;
    await inBrand((tx) => logDelivery(tx, { ...malformed, tookMs: answered() }));
    countDelivery(ctx, received.source, 'malformed_body');
  });
  const isTest = kind.modeOf(names.topic, body) === 'test';
  const entry = { ...received, isTest, orderId: kind.orderNamed(names.topic, body) };
  const stored = kind.storedBody(ctx, shop, body, sent);
  const isFirst = await inBrand((tx) => storeWebhook(tx, { ...entry, tookMs: answered() }, stored));
  // A repeat isn't applied here, because the call that stored the webhook may be applying it right now on another node.
  if (isFirst) await turns.take(entry, answered);
  else countDelivery(ctx, entry.source, 'repeated');
  return { received: true };
}

async function readBody(kind: ShopKind, raw: Buffer, onMalformed: () => Promise<void>): Promise<unknown> {
  try {
    return kind.parse(raw);
  } catch (error) {
    if (error instanceof Refusal) await onMalformed();
    throw error;
  }
}
