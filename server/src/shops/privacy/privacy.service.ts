import type { DataOf, MetaOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import type { listPrivacyRequests, PrivacyRequest } from '@vitrine/contract/privacy-requests.ts';
import { shopSource } from '@vitrine/contract/connections.ts';
import type { Context } from '../../context.ts';
import { accessBrand } from '../../merchants/merchants.access.ts';
import { ordersOfShoppers, shopperOrders } from '../../orders/orders.shoppers.ts';
import type { Actor } from '../../platform/actor.ts';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { SentFile } from '../../platform/http/serve.ts';
import { isId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { listWebhooks, markAnswered } from './privacy.queries.ts';
import { findRequest, pageOfRequests } from './privacy.views.ts';

type Params = { merchant: string; request_id: string };

export async function listPrivacyRequestsOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  query: QueryOf<typeof listPrivacyRequests>,
): Promise<{ data: DataOf<typeof listPrivacyRequests>; meta: MetaOf<typeof listPrivacyRequests> }> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, (tx) => pageOfRequests(tx, merchantId, query));
}

async function accessRequest(tx: Tx, merchantId: string, id: string) {
  const found = isId(id) ? await findRequest(tx, merchantId, id) : undefined;
  if (!found) throw new Refusal('not_found');
  return found;
}

/** What is stored about the shopper now. Of a shopper who was erased since then, that is nothing but orders without one. */
export async function shopperDataFor(
  ctx: Context,
  actor: Actor,
  { merchant, request_id: id }: Params,
): Promise<SentFile> {
  const { merchantId, slug } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const { row, presented } = await accessRequest(tx, merchantId, id);
    if (row.kind !== 'data_request') throw new Refusal('not_found');
    const customer = { exact: row.customer_hash, canonical: row.customer_canonical };
    const source = shopSource.parse(row.source);
    const orderIds = await ordersOfShoppers(tx, merchantId, { source, orderIds: row.order_ids, customer });
    const webhooks = await listWebhooks(tx, { merchantId, source, webhookId: row.webhook_id }, { orderIds, customer });
    const content = {
      brand: slug,
      shop: row.shop_domain,
      requested_at: presented.received_at,
      as_of: ctx.clock.now().toISOString(),
      about:
        'No names, addresses, phone numbers or email addresses are stored. Hashes of the email address are keyed: they recognize it and can’t be turned back into it.',
      orders: await shopperOrders(tx, merchantId, orderIds),
      webhooks: webhooks.map((webhook) => ({
        id: webhook.webhook_id,
        topic: webhook.topic,
        received_at: webhook.received_at.toISOString(),
        body: webhook.body,
      })),
    };
    const day = presented.received_at.slice(0, 10);
    return { name: `shopper-data-${slug}-${day}.json`, bytes: Buffer.from(`${JSON.stringify(content, null, 2)}\n`) };
  });
}

/** Marks it once; again changes nothing. */
export async function answerPrivacyRequestOf(
  ctx: Context,
  actor: Actor,
  { merchant, request_id: id }: Params,
): Promise<PrivacyRequest> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    await accessRequest(tx, merchantId, id);
    if (await markAnswered(tx, merchantId, id, ctx.clock.now())) {
      const subject = { kind: 'privacy_request', id };
      await audit(ctx, tx, actor, { action: 'privacy.answered', merchantId, subject });
    }
    return (await accessRequest(tx, merchantId, id)).presented;
  });
}
