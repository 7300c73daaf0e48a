import { randomUUID } from 'node:crypto';
import type { World } from '../../world/world.ts';
import { logDelivery, logOutcome } from '../deliveries/delivery.log.ts';
import { newId } from '../platform/ids.ts';
import { insertRequest } from './privacy/privacy.queries.ts';
import { saveAccess } from './sync/sync.queries.ts';
import { insertWebhook } from './webhook.queries.ts';

/** A delivery of a brand's shop with a body that can't be read. Returns its id in the log. */
export async function openDelivery(world: World, merchantId: string): Promise<string> {
  const at = world.clock.now();
  const key = { merchantId, source: 'shopify', webhookId: randomUUID() };
  return world.ctx.database.as({ role: 'system' }, async (tx) => {
    await insertWebhook(tx, {
      merchant_id: merchantId,
      source: key.source,
      webhook_id: key.webhookId,
      topic: 'orders/paid',
      body: JSON.stringify({ id: 1 }),
      received_at: at,
      processed_at: at,
      outcome: 'unreadable: currency',
    });
    const id = await logDelivery(tx, { ...key, topic: 'orders/paid', orderId: '1', requestId: randomUUID(), at });
    await logOutcome(tx, key, { outcome: 'unreadable', fields: ['currency'], at });
    return id;
  });
}

/** A shopper's request for data to a brand. Returns its id. */
export async function openPrivacyRequest(world: World, merchantId: string): Promise<string> {
  const at = world.clock.now();
  const id = newId(at);
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    insertRequest(tx, {
      merchant_id: merchantId,
      id,
      source: 'shopify',
      kind: 'data_request',
      external_id: null,
      webhook_id: randomUUID(),
      shop_domain: 'shop.myshopify.com',
      received_at: at,
      due_at: at,
      done_at: null,
      customer_hash: null,
      customer_canonical: null,
      orders: 0,
      deliveries: 0,
    }),
  );
  return id;
}

/** The access to a brand's Shopify. No sync of it is due. */
export async function openShopSync(world: World, merchantId: string): Promise<void> {
  const at = new Date(world.clock.now().getTime() + 365 * 86_400_000);
  const sealed = world.ctx.sealer.seal('shpat_of_the_matrix');
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    saveAccess(
      tx,
      { merchantId, kind: 'shopify' },
      { domain: 'shop.myshopify.com', clientId: null, sealed, hint: '…trix', at },
    ),
  );
}
