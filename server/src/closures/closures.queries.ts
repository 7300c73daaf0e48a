import { type Insertable, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

/** One at a time: two owners of a brand who close their accounts at the same moment must not both be told that they can. */
export async function lockClosures(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('closures', 17))`.execute(tx);
}

/** Returns false if the account is being closed already. */
export async function insertClosure(tx: Tx, closure: Insertable<Tables['closures']>): Promise<boolean> {
  const added = await tx
    .insertInto('closures')
    .values(closure)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Ends a closure whose days are not over. Returns false if there is none, or if they are. */
export async function deleteClosure(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('closures')
    .where('user_id', '=', userId)
    .where('erase_after', '>', now)
    .where('stopped_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

export function findClosure(tx: Tx, userId: string) {
  return tx.selectFrom('closures').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Accounts whose days are over and that are not erased yet. */
export async function findDueClosures(tx: Tx, now: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('closures')
    .select('user_id')
    .where('erase_after', '<=', now)
    .where('erased_at', 'is', null)
    .orderBy('erase_after')
    .execute();
  return rows.map((row) => row.user_id);
}

/** The closure, locked; nothing while another node works on it, and once it is erased. */
export function takeClosure(tx: Tx, userId: string) {
  return tx
    .selectFrom('closures')
    .selectAll()
    .where('user_id', '=', userId)
    .where('erased_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export async function markStopped(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.updateTable('closures').set({ stopped_at: at }).where('user_id', '=', userId).execute();
}

export async function markErasing(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.updateTable('closures').set({ erasing_at: at }).where('user_id', '=', userId).execute();
}

/** The operator's reason may name the user. */
export async function markErased(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx
    .updateTable('closures')
    .set({ erased_at: at, closed_by: null, reason: null })
    .where('user_id', '=', userId)
    .execute();
}

/** Whether the email that announces the erasure still waits to be sent. */
export async function isLastMailWaiting(tx: Tx, email: string): Promise<boolean> {
  const found = await tx
    .selectFrom('mails')
    .select('id')
    .where('kind', '=', 'account_erased')
    .where('recipient', '=', email)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

export function findErased(tx: Tx) {
  return tx.selectFrom('closures').select(['user_id', 'erased_at']).where('erased_at', 'is not', null).execute();
}

export async function findNotErased(tx: Tx, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await tx
    .selectFrom('users')
    .leftJoin('closures', 'closures.user_id', 'users.id')
    .select('users.id')
    .where('users.id', 'in', userIds)
    .where('closures.erased_at', 'is', null)
    .orderBy('users.id')
    .execute();
  return rows.map((row) => row.id);
}

/** The closure of a user who is erased again; the restored database may have none. */
export async function saveErasedClosure(tx: Tx, userId: string, at: Date): Promise<void> {
  const ended = { stopped_at: at, erasing_at: at, erased_at: at, closed_by: null, reason: null };
  await tx
    .insertInto('closures')
    .values({ user_id: userId, requested_at: at, erase_after: at, ...ended })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(ended))
    .execute();
}
