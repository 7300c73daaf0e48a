// An order is what a shop sent, stored whole; its decision says why it did or did not earn somebody something; a
// commission is what one of its lines earns one creator.
//  - (brand, order_id) is one order for ever: it is decided once, and at most one creator is credited.
//  - An order and its decision are two transactions; everything that one step changes, money included, is in one.
//  - amount of a commission never changes. What refunds take back depends on how much was refunded, never on when,
//    in how many parts, or in which order.
//  - Locks: the order's row, then its commissions by id, then ledger accounts, then audiences of events.
import type { DataOf, MetaOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import { commissionState, type listCommissions, type releaseCommission } from '@vitrine/contract/commissions.ts';
import type { Explanation, listOrders } from '@vitrine/contract/orders.ts';
import type { Context } from '../context.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import { record } from '../platform/events/record.ts';
import { isId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { pageOfCommissions } from './commissions.views.ts';
import { accessDecision, orderIdIn } from './orders.access.ts';
import { decideOrder } from './orders.decision.ts';
import { explain } from './orders.explain.ts';
import { findOrder, lockCommission, releaseHold } from './orders.queries.ts';
import { pageOfOrders } from './orders.views.ts';

/** Why an order did or did not earn somebody something, as whoever asks may see it. */
export async function explainOrderTo(
  ctx: Context,
  actor: Actor,
  address: string,
  merchant: string | undefined,
): Promise<Explanation> {
  const orderId = orderIdIn(address);
  const { merchantId, viewer } = await accessDecision(ctx, actor, orderId, merchant);
  await decideOrder(ctx, merchantId, orderId);
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const order = await findOrder(tx, merchantId, orderId);
    const explanation = order && (await explain(tx, order, viewer));
    if (!explanation) throw new Refusal('not_found');
    return explanation;
  });
}

export async function listOrdersOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  query: QueryOf<typeof listOrders>,
): Promise<{ data: DataOf<typeof listOrders>; meta: MetaOf<typeof listOrders> }> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, (tx) => pageOfOrders(tx, merchantId, query));
}

export async function listCommissionsOf(
  ctx: Context,
  actor: Actor,
  query: QueryOf<typeof listCommissions>,
): Promise<{ data: DataOf<typeof listCommissions>; meta: MetaOf<typeof listCommissions> }> {
  if (actor.kind !== 'person') throw new Refusal('unauthenticated');
  return pageOfCommissions(ctx, actor.userId, query);
}

/** Lets a held commission go on to its date. */
export async function releaseCommissionOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  commissionId: string,
): Promise<DataOf<typeof releaseCommission>> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  if (!isId(commissionId)) throw new Refusal('not_found');
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const commission = await lockCommission(tx, merchantId, commissionId);
    if (!commission) throw new Refusal('not_found');
    if (commission.held_reason === null || commission.state !== 'pending') throw new Refusal('commission_not_held');
    await releaseHold(tx, merchantId, commissionId);
    await audit(ctx, tx, actor, {
      action: 'commission.released',
      merchantId,
      subject: { kind: 'commission', id: commissionId },
      details: { held_reason: commission.held_reason, order_id: commission.order_id },
    });
    await record(
      ctx,
      tx,
      { userId: commission.creator_id },
      { kind: 'commission-update', merchant_account_id: commission.merchant_account_id, order_id: commission.order_id },
    );
    return { id: commission.id, state: commissionState.parse(commission.state), held_reason: null };
  });
}
