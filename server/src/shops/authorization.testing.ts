import { randomUUID } from 'node:crypto';
import type { World } from '../../world/world.ts';
import { logDelivery, logOutcome } from '../deliveries/delivery.log.ts';
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
