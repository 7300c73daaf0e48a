// Shops pass on what shoppers ask about their data, and a shop that removed the app asks to erase all of them. Requests come
// by webhook like orders, so they wait and are tried again like these. Erasing is done at once. A request for data is
// answered by the brand, with a file that says what is stored. Each is recorded, once.
import type { ShopSource } from '@vitrine/contract/connections.ts';
import type { Context } from '../../context.ts';
import type { WebhookKey } from '../../deliveries/delivery.log.ts';
import { brandOwnerReaders } from '../../merchants/owners.ts';
import { ordersOfShoppers, redactShoppers } from '../../orders/orders.shoppers.ts';
import { anonymous } from '../../platform/actor.ts';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { disconnectByShop } from '../connections.end.ts';
import { dataRequestMail } from '../connections.mails.ts';
import { findShopConnection } from '../connections.views.ts';
import type { ReportedPrivacyRequest } from '../shop.ts';
import {
  findRecorded,
  forgetHashes,
  insertRequest,
  listWebhooks,
  type OfWebhooks,
  redactSomeWebhooks,
  shortenSecrets,
  stripOwnWebhook,
} from './privacy.queries.ts';

const dayMs = 86_400_000;
/** Shopify allows 30 days for each request. */
const mostMs = 30 * dayMs;
/** How long a shop repeats a webhook that was not acknowledged. */
const repeatsMs = 2 * dayMs;
/** How long after the removal Shopify asks to erase a shop. */
const afterRemovalMs = 2 * dayMs;

type Key = WebhookKey & { kind: ShopSource; receivedAt: Date };
type Found = { orderIds: readonly string[]; deliveries: number };

const outcomes = {
  data_request: 'data_requested',
  customer_redaction: 'shopper_erased',
  shop_redaction: 'shoppers_erased',
} satisfies Record<ReportedPrivacyRequest['kind'], string>;

const actions = {
  data_request: 'privacy.data_requested',
  customer_redaction: 'privacy.shopper_erased',
  shop_redaction: 'privacy.shoppers_erased',
} satisfies Record<ReportedPrivacyRequest['kind'], string>;

export async function applyPrivacyRequest(ctx: Context, key: Key, request: ReportedPrivacyRequest): Promise<string> {
  const { merchantId } = key;
  const recorded = await ctx.database.as({ role: 'app', merchantId }, (tx) =>
    findRecorded(tx, key, request.externalId),
  );
  if (recorded) return recorded.webhook_id === key.webhookId ? outcomes[request.kind] : 'privacy_known';
  if (request.kind === 'data_request') return recordDataRequest(ctx, key, request);
  if (request.kind === 'customer_redaction') return eraseShopper(ctx, key, request);
  return eraseShop(ctx, key, request);
}

/** Records a request, its audit entry, and what else belongs to its transaction. */
async function recordRequest(
  ctx: Context,
  key: Key,
  { request, found, isDone }: { request: ReportedPrivacyRequest; found: Found; isDone: boolean },
  more: (tx: Tx, dueAt: Date) => Promise<void>,
): Promise<string> {
  const { merchantId, receivedAt } = key;
  const now = ctx.clock.now();
  const dueAt = new Date(receivedAt.getTime() + mostMs);
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const id = newId(now);
    const isNew = await insertRequest(tx, {
      merchant_id: merchantId,
      id,
      source: key.source,
      kind: request.kind,
      external_id: request.externalId,
      webhook_id: key.webhookId,
      shop_domain: request.shopDomain,
      received_at: receivedAt,
      due_at: dueAt,
      done_at: isDone ? now : null,
      order_ids: isDone ? [] : [...found.orderIds],
      customer_hash: isDone ? null : request.customer.exact,
      customer_canonical: isDone ? null : request.customer.canonical,
      orders: found.orderIds.length,
      deliveries: found.deliveries,
    });
    if (!isNew) return 'privacy_known';
    await more(tx, dueAt);
    await stripOwnWebhook(tx, key);
    await audit(ctx, tx, anonymous, {
      action: actions[request.kind],
      merchantId,
      subject: { kind: 'privacy_request', id },
      details: { shop: request.shopDomain, orders: found.orderIds.length, deliveries: found.deliveries },
    });
    return outcomes[request.kind];
  });
}

async function recordDataRequest(ctx: Context, key: Key, request: ReportedPrivacyRequest): Promise<string> {
  const { merchantId, kind } = key;
  const owners = await brandOwnerReaders(ctx, merchantId);
  const found = await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const orderIds = await ordersOfShoppers(tx, merchantId, { source: kind, ...request });
    return { orderIds, deliveries: (await listWebhooks(tx, key, { ...request, orderIds })).length };
  });
  return recordRequest(ctx, key, { request, found, isDone: false }, async (tx, dueAt) => {
    const brand = await tx
      .selectFrom('merchants')
      .select(['slug', 'display_name'])
      .where('id', '=', merchantId)
      .executeTakeFirstOrThrow();
    const of = { kind, dueAt, orders: found.orderIds.length };
    for (const owner of owners) await queueMail(ctx, tx, dataRequestMail(ctx, owner, brand, of));
  });
}

/** Erases stored webhooks in several transactions. Returns how many there were. */
async function redactWebhooks(ctx: Context, key: Key, of: OfWebhooks): Promise<number> {
  let redacted = 0;
  for (;;) {
    const some = await ctx.database.as({ role: 'app', merchantId: key.merchantId }, (tx) =>
      redactSomeWebhooks(tx, key, of),
    );
    if (some === 0) return redacted;
    redacted += some;
  }
}

/** Webhooks go first: they are found by the orders, and these by the hashes that are erased with them. */
async function eraseShopper(ctx: Context, key: Key, request: ReportedPrivacyRequest): Promise<string> {
  const { merchantId, kind } = key;
  const { customer } = request;
  const orderIds = await ctx.database.as({ role: 'app', merchantId }, (tx) =>
    ordersOfShoppers(tx, merchantId, { source: kind, ...request }),
  );
  const deliveries = await redactWebhooks(ctx, key, { orderIds, customer });
  await redactShoppers(ctx, merchantId, { source: kind, orderIds, customer });
  return recordRequest(ctx, key, { request, found: { orderIds, deliveries }, isDone: true }, (tx) =>
    forgetHashes(tx, merchantId, customer),
  );
}

/**
 * Erases all shoppers of a shop. It comes 48 hours after the app was removed, also if that was not reported. If the shop
 * is connected again, what came since then belongs to that connection.
 */
async function eraseShop(ctx: Context, key: Key, request: ReportedPrivacyRequest): Promise<string> {
  const { merchantId, kind } = key;
  const removedAt = new Date(key.receivedAt.getTime() - afterRemovalMs);
  await disconnectByShop(ctx, merchantId, kind, removedAt);
  const { orderIds, receivedBefore } = await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const connection = await findShopConnection(tx, merchantId, kind);
    const isOpen = connection?.disconnected_at === null;
    const since = connection && connection.connected_at > removedAt ? connection.connected_at : removedAt;
    const before = isOpen ? since : null;
    return {
      receivedBefore: before,
      orderIds: await ordersOfShoppers(tx, merchantId, { source: kind, receivedBefore: before }),
    };
  });
  const deliveries = await redactWebhooks(ctx, key, { receivedBefore });
  await redactShoppers(ctx, merchantId, { source: kind, receivedBefore });
  return recordRequest(ctx, key, { request, found: { orderIds, deliveries }, isDone: true }, async (tx) => {
    await forgetHashes(tx, merchantId, 'everyone');
    await shortenSecrets(tx, key, new Date(ctx.clock.now().getTime() + repeatsMs));
  });
}
