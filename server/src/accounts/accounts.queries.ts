import { type Insertable, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

export function findUserByEmail(tx: Tx, email: string) {
  return tx
    .selectFrom('users')
    .leftJoin('credentials', 'credentials.user_id', 'users.id')
    .selectAll('users')
    .select('credentials.password_hash')
    .where('users.email', '=', email)
    .executeTakeFirst();
}

export function findUser(tx: Tx, userId: string) {
  return tx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
}

export async function insertUser(tx: Tx, user: Insertable<Tables['users']>, passwordHash: string): Promise<void> {
  await tx.insertInto('users').values(user).execute();
  await tx
    .insertInto('credentials')
    .values({ user_id: user.id, password_hash: passwordHash, changed_at: user.created_at })
    .execute();
}

export async function insertSession(tx: Tx, session: Insertable<Tables['sessions']>): Promise<void> {
  await tx.insertInto('sessions').values(session).execute();
}

/** The live session behind a token with the person it belongs to. */
export function findSession(tx: Tx, tokenHash: Buffer) {
  return tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id',
      'sessions.user_id',
      'sessions.kind',
      'sessions.mode',
      'sessions.impersonator_id',
      'sessions.last_seen_at',
      'sessions.idle_seconds',
      'sessions.expires_at',
      'users.uid',
      'users.role',
      'users.user_status',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.revoked_at', 'is', null)
    .executeTakeFirst();
}

export async function touchSession(tx: Tx, sessionId: string, at: Date): Promise<void> {
  await tx.updateTable('sessions').set({ last_seen_at: at }).where('id', '=', sessionId).execute();
}

export async function revokeSession(tx: Tx, sessionId: string, at: Date): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute();
  await sql`select pg_notify('sessions', ${sessionId})`.execute(tx);
}

export async function rememberBrowser(tx: Tx, userId: string, browser: Buffer, at: Date): Promise<void> {
  await tx
    .insertInto('creator_browsers')
    .values({ user_id: userId, browser, seen_at: at })
    .onConflict((conflict) => conflict.columns(['browser', 'user_id']).doUpdateSet({ seen_at: at }))
    .execute();
}

export function findThrottle(tx: Tx, subject: string) {
  return tx.selectFrom('sign_in_throttles').selectAll().where('subject', '=', subject).forUpdate().executeTakeFirst();
}

export async function saveThrottle(tx: Tx, throttle: Insertable<Tables['sign_in_throttles']>): Promise<void> {
  await tx
    .insertInto('sign_in_throttles')
    .values(throttle)
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet({ failures: throttle.failures, window_started_at: throttle.window_started_at }),
    )
    .execute();
}

export async function clearThrottle(tx: Tx, subject: string): Promise<void> {
  await tx.deleteFrom('sign_in_throttles').where('subject', '=', subject).execute();
}
