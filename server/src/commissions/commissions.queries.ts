import type { Insertable, Updateable } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

export function insertCommissions(tx: Tx, commissions: Insertable<Tables['commissions']>[]) {
  return tx.insertInto('commissions').values(commissions);
}

/**
 * The commissions of an order's latest decision, locked in id order: after the order's row, before any ledger account.
 */
export function lockCommissions(tx: Tx, merchantId: string, orderId: string) {
  return tx
    .selectFrom('commissions')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .where('replaced_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** The commissions of orders, with the handle of each earner. */
export async function listOfOrders(tx: Tx, merchantId: string, orderIds: readonly string[]) {
  if (orderIds.length === 0) return [];
  return tx
    .selectFrom('commissions')
    .leftJoin('users', 'users.id', 'commissions.creator_id')
    .selectAll('commissions')
    .select('users.user_handle')
    .where('merchant_id', '=', merchantId)
    .where('order_id', 'in', orderIds)
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

/** Ends a hold: the brand has decided, or it has expired. Only a decline has a reason. */
export async function endHold(
  tx: Tx,
  commission: { merchantId: string; commissionId: string },
  now: Date,
  { expired, declineReason }: { expired: boolean; declineReason: string | null },
): Promise<void> {
  const declined = declineReason === null ? {} : { declined_at: now, decline_reason: declineReason };
  await tx
    .updateTable('commissions')
    .set({ held_reason: null, hold_ended_at: now, hold_expired: expired, ...declined })
    .where('merchant_id', '=', commission.merchantId)
    .where('id', '=', commission.commissionId)
    .execute();
}

/** The earner and product of a commission, for an email about it. */
export function findEarner(tx: Tx, merchantId: string, commissionId: string) {
  return tx
    .selectFrom('commissions')
    .innerJoin('order_lines', (join) =>
      join
        .onRef('order_lines.merchant_id', '=', 'commissions.merchant_id')
        .onRef('order_lines.order_id', '=', 'commissions.order_id')
        .onRef('order_lines.line_id', '=', 'commissions.line_id'),
    )
    .select(['commissions.creator_id', 'order_lines.title'])
    .where('commissions.merchant_id', '=', merchantId)
    .where('commissions.id', '=', commissionId)
    .executeTakeFirst();
}

/** Adds a refund's amount to a commission's line, whether or not it reversed anything. */
export async function addRefunded(
  tx: Tx,
  commission: { merchant_id: string; id: string },
  amount: bigint,
): Promise<void> {
  await tx
    .updateTable('commissions')
    .set((of) => ({ refunded: of('refunded', '+', amount) }))
    .where('merchant_id', '=', commission.merchant_id)
    .where('id', '=', commission.id)
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
    .select([
      'line_id',
      'state',
      'held_reason',
      'hold_ended_at',
      'hold_expires_at',
      'hold_expired',
      'declined_at',
      'decline_reason',
    ])
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .where('replaced_at', 'is', null)
    .execute();
}

/** Every commission of an order on which its brand has released or declined a hold. */
export function listBrandDecisions(tx: Tx, merchantId: string, orderId: string) {
  return tx
    .selectFrom('commissions')
    .leftJoin('commission_reversals', (join) =>
      join
        .onRef('commission_reversals.merchant_id', '=', 'commissions.merchant_id')
        .onRef('commission_reversals.commission_id', '=', 'commissions.id')
        .on('commission_reversals.reason', '=', 'declined')
        // A decline that was taken back counts as a release.
        .on('commissions.decline_lifted_at', 'is', null),
    )
    .select([
      'commissions.line_id',
      'commissions.merchant_account_id',
      'commissions.decline_reason',
      'commission_reversals.id as declined',
    ])
    .where('commissions.merchant_id', '=', merchantId)
    .where('commissions.order_id', '=', orderId)
    .where((where) =>
      where.or([where('commissions.hold_ended_at', 'is not', null), where('commission_reversals.id', 'is not', null)]),
    )
    .execute();
}

/** The brand had declined this creator's commission on the line before, so the new one is declined too. */
export async function markDeclined(
  tx: Tx,
  commission: { merchant_id: string; id: string },
  at: Date,
  reason: string | null,
): Promise<void> {
  await tx
    .updateTable('commissions')
    .set({ declined_at: at, decline_reason: reason })
    .where('merchant_id', '=', commission.merchant_id)
    .where('id', '=', commission.id)
    .execute();
}

/** A new decision replaces the one of this commission; its brand has nothing to decide anymore. */
export async function markReplaced(tx: Tx, commission: { merchant_id: string; id: string }, at: Date): Promise<void> {
  await tx
    .updateTable('commissions')
    .set({ replaced_at: at, held_reason: null })
    .where('merchant_id', '=', commission.merchant_id)
    .where('id', '=', commission.id)
    .execute();
}

/** Saves what a commission is based on; its amount stays. */
export async function saveGrounds(
  tx: Tx,
  commission: { merchant_id: string; id: string },
  grounds: Pick<
    Updateable<Tables['commissions']>,
    | 'link_id'
    | 'hit_id'
    | 'discount_code'
    | 'terms_version'
    | 'rule_position'
    | 'rate'
    | 'flat_amount'
    | 'held_reason'
    | 'hold_expires_at'
  >,
): Promise<void> {
  await tx
    .updateTable('commissions')
    // Where the click came from is filled in again.
    .set({ ...grounds, sold_mix: null })
    .where('merchant_id', '=', commission.merchant_id)
    .where('id', '=', commission.id)
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
    .where('commissions.replaced_at', 'is', null)
    .execute();
}

export type DueAccount = { merchant_id: string; merchant_account_id: string; creator_id: string };

/** The accounts with commissions that are due, longest waiting first. */
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

/** Locks the due commissions of one account. A row that a refund has locked is left for the next run. */
export async function lockDueCommissions(tx: Tx, account: DueAccount, now: Date, limit: number) {
  return tx
    .selectFrom('commissions')
    .select(['id', 'order_id', 'amount', 'reversed', 'currency', 'times_withdrawn'])
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

/** Expired holds of all brands, longest overdue first. */
export function findExpiredHolds(tx: Tx, now: Date, limit: number) {
  return tx
    .selectFrom('commissions')
    .select(['merchant_id', 'id'])
    .where('state', '=', 'pending')
    .where('held_reason', 'is not', null)
    .where('hold_expires_at', '<=', now)
    .orderBy('hold_expires_at')
    .limit(limit)
    .execute();
}

export async function putOnHold(
  tx: Tx,
  commission: { merchant_id: string; id: string },
  hold: { reason: string; expiresAt: Date; timesWithdrawn: number },
): Promise<void> {
  await tx
    .updateTable('commissions')
    .set({
      state: 'pending',
      available_at: null,
      held_reason: hold.reason,
      hold_expires_at: hold.expiresAt,
      times_withdrawn: hold.timesWithdrawn,
    })
    .where('merchant_id', '=', commission.merchant_id)
    .where('id', '=', commission.id)
    .execute();
}

/** Ends a hold that its brand has not reviewed. */
export async function liftHold(tx: Tx, commission: { merchant_id: string; id: string }): Promise<void> {
  await tx
    .updateTable('commissions')
    .set({ held_reason: null, hold_expires_at: null })
    .where('merchant_id', '=', commission.merchant_id)
    .where('id', '=', commission.id)
    .execute();
}
