import { holdForDispute } from '../commissions/commissions.disputes.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';

type Order = { merchant_id: string; order_id: string };

export function findDispute(tx: Tx, { merchant_id, order_id }: Order, disputeId: string) {
  return tx
    .selectFrom('disputes')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('order_id', '=', order_id)
    .where('dispute_id', '=', disputeId)
    .executeTakeFirst();
}

function listDisputes(tx: Tx, { merchant_id, order_id }: Order) {
  return tx
    .selectFrom('disputes')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('order_id', '=', order_id)
    .orderBy('opened_at')
    .orderBy('dispute_id')
    .execute();
}

/** Whether a payment of the order is disputed and not decided yet. */
export async function isDisputed(tx: Tx, order: Order): Promise<boolean> {
  return (await listDisputes(tx, order)).some(({ state }) => state === 'open');
}

/** Commissions that a decision has just made are on hold too while their order is disputed. */
export async function holdIfDisputed(ctx: Context, tx: Tx, order: Order): Promise<void> {
  if (await isDisputed(tx, order)) await holdForDispute(ctx, tx, order);
}
