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

/** The latest dispute of the order that is not decided yet. */
async function findOpenDispute(tx: Tx, order: Order) {
  return (await listDisputes(tx, order)).findLast(({ state }) => state === 'open');
}

/** Whether a payment of the order is disputed and not decided yet. */
export async function isDisputed(tx: Tx, order: Order): Promise<boolean> {
  return (await findOpenDispute(tx, order)) !== undefined;
}

/** Commissions that a decision has just made are on hold too while their order is disputed. */
export async function holdIfDisputed(ctx: Context, tx: Tx, order: Order): Promise<void> {
  const open = await findOpenDispute(tx, order);
  if (open) await holdForDispute(ctx, tx, order, open.opened_at);
}
