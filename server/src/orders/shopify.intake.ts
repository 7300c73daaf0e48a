// Receives webhooks of Shopify. Each call whose signature is right leaves one entry in the log of deliveries: its webhook
// is stored with it if it comes for the first time, and a body that isn't JSON is refused.
import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from '../context.ts';
import { type LoggedDelivery, logDelivery, logDuration } from '../deliveries/delivery.log.ts';
import type { Tx } from '../platform/database/database.ts';
import { sha256 } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { countDelivery } from './orders.metrics.ts';
import { processDelivery } from './shopify.deliveries.ts';
import { readOrderNamed } from './shopify.mapping.ts';
import { parseShopify, storedBody } from './shopify.privacy.ts';
import { insertDelivery } from './shopify.queries.ts';
import { accessSignedDelivery, type SentDelivery } from './shopify.signature.ts';

function textOf(header: string | string[] | undefined, fallback: string): string {
  return typeof header === 'string' && /^[\x20-\x7e]{1,200}$/.test(header) ? header : fallback;
}

function namesIn(headers: IncomingHttpHeaders, raw: Buffer): { topic: string; webhookId: string } {
  const topic = textOf(headers['x-shopify-topic'], 'unknown');
  const hash = sha256(Buffer.concat([Buffer.from(`${topic}\n`), raw])).toString('hex');
  return { topic, webhookId: textOf(headers['x-shopify-webhook-id'], hash) };
}

/** Stores a webhook that comes for the first time, and its entry in the log. */
async function storeDelivery(
  tx: Tx,
  entry: LoggedDelivery,
  body: unknown,
): Promise<{ entryId: string; isFirst: boolean }> {
  const isFirst = await insertDelivery(tx, {
    merchant_id: entry.merchantId,
    source: entry.source,
    webhook_id: entry.webhookId,
    topic: entry.topic,
    body: JSON.stringify(body),
    received_at: entry.at,
    processed_at: null,
    outcome: null,
  });
  return { isFirst, entryId: await logDelivery(tx, isFirst ? entry : { ...entry, outcome: 'repeated' }) };
}

/** Accepts one delivery. Once stored it is acknowledged, whatever happens when it is applied: the sweep tries again. */
export async function takeDelivery(ctx: Context, merchant: string, sent: SentDelivery): Promise<{ received: true }> {
  const startedAt = performance.now();
  const shop = await accessSignedDelivery(ctx, merchant, sent);
  const { merchantId } = shop;
  const inBrand = <T>(work: (tx: Tx) => Promise<T>) => ctx.database.as({ role: 'app', merchantId }, work);
  const names = namesIn(sent.headers, sent.raw);
  const received = { ...names, merchantId, source: 'shopify', requestId: sent.requestId, at: ctx.clock.now() };
  const answer = async (entryId: string): Promise<void> => {
    const tookMs = Math.round(performance.now() - startedAt);
    await inBrand((tx) => logDuration(tx, entryId, tookMs));
  };
  const body = await readBody(sent.raw, async () => {
    await answer(await inBrand((tx) => logDelivery(tx, { ...received, orderId: null, outcome: 'malformed_body' })));
    countDelivery(ctx, received.source, 'malformed_body');
  });
  const entry = { ...received, orderId: readOrderNamed(names.topic, body) };
  const { entryId, isFirst } = await inBrand((tx) => storeDelivery(tx, entry, storedBody(ctx, shop, body)));
  if (!isFirst) countDelivery(ctx, entry.source, 'repeated');
  await processDelivery(ctx, merchantId, names.webhookId);
  await answer(entryId);
  return { received: true };
}

async function readBody(raw: Buffer, onMalformed: () => Promise<void>): Promise<unknown> {
  try {
    return parseShopify(raw);
  } catch (error) {
    if (error instanceof Refusal) await onMalformed();
    throw error;
  }
}
