import { type Insertable, sql, type Updateable } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

export async function updateUser(tx: Tx, userId: string, change: Updateable<Tables['users']>): Promise<void> {
  await tx.updateTable('users').set(change).where('id', '=', userId).execute();
}

/** Turns switches; what stands at its default need not be kept, but may. */
export async function mergeNotifications(tx: Tx, userId: string, switches: object): Promise<void> {
  await tx
    .updateTable('users')
    .set({ notifications: sql`notifications || ${JSON.stringify(switches)}::jsonb` })
    .where('id', '=', userId)
    .execute();
}

export async function ownsAvatar(tx: Tx, userId: string, path: string): Promise<boolean> {
  const code = /^\/media\/p\/([\w-]{22})\.webp$/.exec(path)?.[1] ?? '';
  const found = await tx
    .selectFrom('pictures')
    .select('id')
    .where('code', '=', code)
    .where('owner_id', '=', userId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whoever wants this handle waits here for whoever is just taking it. */
export async function lockHandle(tx: Tx, handle: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`handle ${handle}`}, 17))`.execute(tx);
}

/** Whether somebody else has the handle, or had it: a former one still leads to its owner. */
export async function isHandleTaken(tx: Tx, handle: string, userId: string): Promise<boolean> {
  const now = await tx
    .selectFrom('users')
    .select('id')
    .where('user_handle', '=', handle)
    .where('id', '<>', userId)
    .executeTakeFirst();
  if (now) return true;
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

export function findCredential(tx: Tx, userId: string) {
  return tx.selectFrom('credentials').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

export async function savePassword(tx: Tx, userId: string, passwordHash: string, at: Date): Promise<void> {
  await tx
    .insertInto('credentials')
    .values({ user_id: userId, password_hash: passwordHash, changed_at: at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ password_hash: passwordHash, changed_at: at }))
    .execute();
}

/** A link to reset the password that is still under way leads nowhere any more. */
export async function voidResets(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx
    .updateTable('password_resets')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

/** The latest change of address that is not confirmed yet; only the latest holds. */
export function pendingEmail(tx: Tx, userId: string, at: Date) {
  return tx
    .selectFrom('email_changes')
    .select(['new_email', 'expires_at'])
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();
}

export async function dropEmailChanges(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('email_changes').where('user_id', '=', userId).where('used_at', 'is', null).execute();
}

export async function insertEmailChange(tx: Tx, change: Insertable<Tables['email_changes']>): Promise<void> {
  await dropEmailChanges(tx, change.user_id);
  await tx.insertInto('email_changes').values(change).execute();
}

export function takeEmailChange(tx: Tx, tokenHash: Buffer, userId: string, at: Date) {
  return tx
    .updateTable('email_changes')
    .set({ used_at: at })
    .where('token_hash', '=', tokenHash)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('new_email')
    .executeTakeFirst();
}

/** Sessions of this person that are alive; those of an operator looking in are told in the security log. */
export function liveSessions(tx: Tx, userId: string, at: Date) {
  return tx
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', 'login')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .where(sql<boolean>`last_seen_at + make_interval(secs => idle_seconds) > ${at}`)
    .orderBy('last_seen_at', 'desc')
    .execute();
}

/** Every session that could still be used in this person's name but the one given. */
export function otherSessions(tx: Tx, userId: string, keptId: string) {
  return tx
    .selectFrom('sessions')
    .select(['id', 'kind'])
    .where('user_id', '=', userId)
    .where('id', '<>', keptId)
    .where('revoked_at', 'is', null)
    .execute();
}
