import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import type { receiveOrder } from '@vitrine/contract/orders.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import { Refusal } from '../platform/refusal.ts';
import { accessShop } from './orders.access.ts';
import { currentBasis } from './orders.basis.ts';
import { hashCustomer } from './orders.customer.ts';
import { decideOrder } from './orders.decision.ts';
import { explainAsDecided } from './orders.explain.ts';
import { meaningHash, type NewOrder, readOrder } from './orders.meaning.ts';
import { findOrder, insertOrder, listLines } from './orders.queries.ts';

type ReceivedOrder = DataOf<typeof receiveOrder>;

/** Stores an order whole, before anything is decided. The same meaning under the same order_id is the same order. */
export async function storeOrder(
  ctx: Context,
  merchantId: string,
  order: NewOrder,
): Promise<'stored' | 'known' | 'conflict'> {
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const basis = await currentBasis(
      tx,
      merchantId,
      order.lines.map((line) => line.sku),
    );
    if (await insertOrder(tx, merchantId, order, basis, ctx.clock.now())) return 'stored';
    const first = await findOrder(tx, merchantId, order.orderId);
    return first?.body_hash.equals(meaningHash(order, first.hash_version)) ? 'known' : 'conflict';
  });
}

function stateOf(state: string): ReceivedOrder['state'] {
  return state === 'decided' || state === 'waiting' ? state : 'received';
}

/** What a shop is told about its order: the same for each delivery of it. */
async function answer(ctx: Context, merchantId: string, orderId: string): Promise<ReceivedOrder> {
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const order = await findOrder(tx, merchantId, orderId);
    if (!order) throw new Refusal('not_found');
    const lines = await listLines(tx, merchantId, orderId);
    return {
      order_id: order.order_id,
      currency: order.currency,
      total: toMoney(
        lines.reduce((sum, line) => sum + line.net, 0n),
        order.currency,
      ),
      placed_at: order.placed_at.toISOString(),
      received_at: order.received_at.toISOString(),
      state: stateOf(order.state),
      decision: (await explainAsDecided(tx, order)) ?? null,
    };
  });
}

/**
 * Takes an order from a shop in two steps: the first stores it, the second decides it. What happens between them, the
 * death of the process included, leaves an order that the next delivery or the sweep decides.
 */
export async function takeOrder(
  ctx: Context,
  actor: Actor,
  body: BodyOf<typeof receiveOrder>,
  raw: Buffer,
): Promise<ReceivedOrder> {
  const merchantId = accessShop(actor, 'orders:write');
  // The body was parsed and accepted as an object by the contract before; here it is read as it came.
  const sent = JSON.parse(new TextDecoder().decode(raw)) as Record<string, unknown>;
  const order = readOrder(body, sent, hashCustomer(ctx, merchantId, body.customer?.email), ctx.clock.now());
  const outcome = await storeOrder(ctx, merchantId, order);
  if (outcome === 'conflict') throw new Refusal('order_conflict');
  await decideOrder(ctx, merchantId, order.orderId);
  return answer(ctx, merchantId, order.orderId);
}
