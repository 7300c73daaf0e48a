import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { sha256 } from '../platform/ids.ts';

export function findUserByHandle(tx: Tx, handle: string) {
  return tx.selectFrom('users').select('id').where('user_handle', '=', handle).executeTakeFirst();
}

/** A former handle redirects to its owner, so no one else can get it. */
export function findFormerHandle(tx: Tx, handle: string) {
  return tx.selectFrom('handle_history').select('user_id').where('user_handle', '=', handle).executeTakeFirst();
}

/** Whether the handle was one of an account that is erased. */
export async function isHandleErased(tx: Tx, handle: string): Promise<boolean> {
  const found = await tx
    .selectFrom('erased_handles')
    .select('handle_hash')
    .where('handle_hash', '=', sha256(handle))
    .executeTakeFirst();
  return found !== undefined;
}

/** Which of these handles are or were in use. */
export async function takenHandles(tx: Tx, handles: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('users')
    .select('user_handle')
    .where('user_handle', 'in', handles)
    .union(tx.selectFrom('handle_history').select('user_handle').where('user_handle', 'in', handles))
    .execute();
  const taken = new Set(rows.flatMap((row) => row.user_handle ?? []));
  for (const handle of handles) if (await isHandleErased(tx, handle)) taken.add(handle);
  return taken;
}

/** Locks the handle, so that simultaneous requests for it wait for each other. */
export async function lockHandle(tx: Tx, handle: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`handle ${handle}`}, 17))`.execute(tx);
}

/** The user, locked, so that simultaneous changes of one user wait for each other. */
export function lockUser(tx: Tx, userId: string) {
  return tx.selectFrom('users').select('user_handle').where('id', '=', userId).forUpdate().executeTakeFirst();
}

/** Whether someone else has or had the handle. */
export async function isHandleTaken(tx: Tx, handle: string, userId: string): Promise<boolean> {
  const now = await tx
    .selectFrom('users')
    .select('id')
    .where('user_handle', '=', handle)
    .where('id', '<>', userId)
    .executeTakeFirst();
  if (now || (await isHandleErased(tx, handle))) return true;
  const before = await tx
    .selectFrom('handle_history')
    .select('user_id')
    .where('user_handle', '=', handle)
    .where('user_id', '<>', userId)
    .executeTakeFirst();
  return before !== undefined;
}

export function formerHandles(tx: Tx, userId: string) {
  return tx
    .selectFrom('handle_history')
    .select(['user_handle', 'changed_at'])
    .where('user_id', '=', userId)
    .orderBy('changed_at', 'desc')
    .execute();
}

export async function retireHandle(tx: Tx, userId: string, old: string | null, next: string, at: Date): Promise<void> {
  await tx.deleteFrom('handle_history').where('user_handle', '=', next).where('user_id', '=', userId).execute();
  if (old === null) return;
  await tx
    .insertInto('handle_history')
    .values({ user_handle: old, user_id: userId, changed_at: at })
    .onConflict((conflict) => conflict.column('user_handle').doUpdateSet({ changed_at: at }))
    .execute();
}
