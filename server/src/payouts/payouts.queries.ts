import type { Insertable, Updateable } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

export async function findMethod(tx: Tx, creatorId: string) {
  return tx
    .selectFrom('payout_methods')
    .selectAll()
    .where('creator_id', '=', creatorId)
    .where('replaced_at', 'is', null)
    .executeTakeFirst();
}
export type MethodRecord = NonNullable<Awaited<ReturnType<typeof findMethod>>>;

export async function hadMethod(tx: Tx, creatorId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('payout_methods')
    .select('id')
    .where('creator_id', '=', creatorId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Ends the current details; returns whether there were any. */
export async function replaceMethod(tx: Tx, creatorId: string, at: Date): Promise<boolean> {
  const done = await tx
    .updateTable('payout_methods')
    .set({ replaced_at: at })
    .where('creator_id', '=', creatorId)
    .where('replaced_at', 'is', null)
    .returning('id')
    .execute();
  return done.length > 0;
}

/** Returns false if another request stored details first. */
export async function insertMethod(tx: Tx, method: Insertable<Tables['payout_methods']>): Promise<boolean> {
  const kept = await tx
    .insertInto('payout_methods')
    .values(method)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return kept.length > 0;
}

/** Whether the creator is closing their account. */
export async function isClosing(tx: Tx, creatorId: string): Promise<boolean> {
  const found = await tx.selectFrom('closures').select('user_id').where('user_id', '=', creatorId).executeTakeFirst();
  return found !== undefined;
}

/** The brand's settings for payouts. */
export async function findPayer(tx: Tx, merchantId: string) {
  return tx
    .selectFrom('merchants')
    .select(['display_name', 'slug', 'currency', 'payout_minimum', 'payout_schedule'])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
}

/** Returns false if this month already has a request. */
export async function insertPayout(tx: Tx, payout: Insertable<Tables['payouts']>): Promise<boolean> {
  const kept = await tx
    .insertInto('payouts')
    .values(payout)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return kept.length > 0;
}

/** A payout, locked before its commissions and any ledger account. */
export async function lockPayout(tx: Tx, merchantId: string, payoutId: string) {
  return tx
    .selectFrom('payouts')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', payoutId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
export type PayoutRecord = NonNullable<Awaited<ReturnType<typeof lockPayout>>>;

export async function savePayout(
  tx: Tx,
  payout: { merchant_id: string; id: string },
  change: Updateable<Tables['payouts']>,
): Promise<void> {
  await tx
    .updateTable('payouts')
    .set(change)
    .where('merchant_id', '=', payout.merchant_id)
    .where('id', '=', payout.id)
    .execute();
}

export async function listApproved(tx: Tx, merchantId: string) {
  return tx
    .selectFrom('payouts')
    .innerJoin('users', 'users.id', 'payouts.creator_id')
    .select(['payouts.id', 'payouts.amount', 'payouts.currency', 'payouts.approved_at', 'payouts.sealed'])
    .select(['users.user_handle', 'users.display_name'])
    .where('payouts.merchant_id', '=', merchantId)
    .where('payouts.state', '=', 'approved')
    .orderBy('payouts.approved_at')
    .orderBy('payouts.id')
    .execute();
}
