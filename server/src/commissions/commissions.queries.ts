import type { Insertable } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

export async function insertCommissions(tx: Tx, commissions: Insertable<Tables['commissions']>[]): Promise<void> {
  await tx.insertInto('commissions').values(commissions).execute();
}

/** The commissions of an order, locked in id order: after the order's row, before any ledger account. */
export function lockCommissions(tx: Tx, merchantId: string, orderId: string) {
  return tx
    .selectFrom('commissions')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** What an order earned, with the handle of whom. */
export function listOfOrder(tx: Tx, merchantId: string, orderId: string) {
  return tx
    .selectFrom('commissions')
    .leftJoin('users', 'users.id', 'commissions.creator_id')
    .selectAll('commissions')
    .select('users.user_handle')
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .orderBy('commissions.id')
    .execute();
}

export function lockCommission(tx: Tx, merchantId: string, commissionId: string) {
  return tx
    .selectFrom('commissions')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', commissionId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The brand has given its word, whichever it was. */
export async function endHold(tx: Tx, merchantId: string, commissionId: string, now: Date): Promise<void> {
  await tx
    .updateTable('commissions')
    .set({ held_reason: null, hold_ended_at: now })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', commissionId)
    .execute();
}

export async function saveReversed(
  tx: Tx,
  commission: { merchant_id: string; id: string },
  reversed: bigint,
  state: string,
): Promise<void> {
  await tx
    .updateTable('commissions')
    .set({ reversed, state })
    .where('merchant_id', '=', commission.merchant_id)
    .where('id', '=', commission.id)
    .execute();
}

export async function insertReversal(tx: Tx, reversal: Insertable<Tables['commission_reversals']>): Promise<void> {
  await tx.insertInto('commission_reversals').values(reversal).execute();
}

export function listHolds(tx: Tx, merchantId: string, orderId: string) {
  return tx
    .selectFrom('commissions')
    .select(['line_id', 'state', 'held_reason', 'hold_ended_at'])
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .execute();
}

export function listReversals(tx: Tx, merchantId: string, orderId: string) {
  return tx
    .selectFrom('commission_reversals')
    .innerJoin('commissions', (join) =>
      join
        .onRef('commissions.merchant_id', '=', 'commission_reversals.merchant_id')
        .onRef('commissions.id', '=', 'commission_reversals.commission_id'),
    )
    .select([
      'commissions.line_id',
      'commission_reversals.refund_id',
      'commission_reversals.reason',
      'commission_reversals.amount',
      'commission_reversals.arithmetic',
      'commission_reversals.at',
    ])
    .where('commission_reversals.merchant_id', '=', merchantId)
    .where('commission_reversals.order_id', '=', orderId)
    .execute();
}

export type DueAccount = { merchant_id: string; merchant_account_id: string; creator_id: string };

/** The accounts with commissions to move on, those that wait longest first. */
export async function findDueAccounts(tx: Tx, now: Date): Promise<DueAccount[]> {
  return tx
    .selectFrom('commissions')
    .select(['merchant_id', 'merchant_account_id', 'creator_id'])
    .where('state', '=', 'pending')
    .where('held_reason', 'is', null)
    .where('matures_at', '<=', now)
    .groupBy(['merchant_id', 'merchant_account_id', 'creator_id'])
    .orderBy((of) => of.fn.min('matures_at'))
    .execute();
}

/** Locks what is due of one account. A row that a refund holds just now is left for the next run. */
export async function lockDueCommissions(tx: Tx, account: DueAccount, now: Date, limit: number) {
  return tx
    .selectFrom('commissions')
    .select(['id', 'order_id', 'amount', 'reversed', 'currency'])
    .where('merchant_id', '=', account.merchant_id)
    .where('merchant_account_id', '=', account.merchant_account_id)
    .where('state', '=', 'pending')
    .where('held_reason', 'is', null)
    .where('matures_at', '<=', now)
    .orderBy('matures_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function markAvailable(tx: Tx, merchantId: string, ids: readonly string[], now: Date): Promise<void> {
  await tx
    .updateTable('commissions')
    .set({ state: 'available', available_at: now })
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', ids)
    .execute();
}
