import type { Insertable, Updateable } from 'kysely';
import { readerColumns, readerOf } from '../accounts/mailbox.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';
import type { Reader } from '../platform/mail/mail.ts';

/** A user by uid, locked until the end of the transaction: no account at a brand is opened for them meanwhile. */
export function lockUserByUid(tx: Tx, uid: string) {
  return tx.selectFrom('users').selectAll().where('uid', '=', uid).forUpdate().executeTakeFirst();
}

/** Returns false if the creator is suspended there already. */
export async function insertSuspension(tx: Tx, row: Insertable<Tables['suspensions']>): Promise<boolean> {
  const made = await tx
    .insertInto('suspensions')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return made.length > 0;
}

export function lockSuspension(tx: Tx, id: string) {
  return tx.selectFrom('suspensions').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}
export type SuspensionRecord = NonNullable<Awaited<ReturnType<typeof lockSuspension>>>;

/** The pause of an account by its brand that has not ended, locked. */
export function lockOpenPause(tx: Tx, merchantId: string, merchantAccountId: string) {
  return tx
    .selectFrom('suspensions')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('merchant_account_id', '=', merchantAccountId)
    .where('ended_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function changeSuspension(tx: Tx, id: string, change: Updateable<Tables['suspensions']>): Promise<void> {
  await tx.updateTable('suspensions').set(change).where('id', '=', id).execute();
}

/** Suspensions whose objection should have been answered, longest overdue first. */
export function findUnanswered(tx: Tx, now: Date, limit: number) {
  return tx
    .selectFrom('suspensions')
    .select(['id', 'merchant_id', 'merchant_account_id'])
    .where('objection_state', '=', 'open')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();
}

/** The creator with their address; undefined if they can't log in. For transactions with the system role. */
export async function findCreatorReader(tx: Tx, creatorId: string): Promise<Reader | undefined> {
  const found = await tx
    .selectFrom('users')
    .select(readerColumns)
    .where('id', '=', creatorId)
    .where('user_status', '=', 100)
    .executeTakeFirst();
  return found && readerOf(found);
}

/** The operators, by id. For transactions with the system role. */
export async function findOperatorReaders(tx: Tx): Promise<Map<string, Reader>> {
  const found = await tx
    .selectFrom('users')
    .select('users.id')
    .select(readerColumns)
    .where('role', '=', 'operator')
    .where('user_status', '=', 100)
    .orderBy('users.id')
    .execute();
  return new Map(found.map((user) => [user.id, readerOf(user)]));
}
