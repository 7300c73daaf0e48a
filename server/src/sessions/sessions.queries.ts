import { type Insertable, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

export async function insertSession(tx: Tx, session: Insertable<Tables['sessions']>): Promise<void> {
  await tx.insertInto('sessions').values(session).execute();
}

/** The active session of a token, with its user. */
export function sessionOfToken(tx: Tx, tokenHash: Buffer) {
  return tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('sessions as parents', 'parents.id', 'sessions.parent_id')
    .leftJoin('users as operators', 'operators.id', 'sessions.impersonator_id')
    .leftJoin('suspensions', (join) =>
      join
        .onRef('suspensions.creator_id', '=', 'sessions.user_id')
        .on('suspensions.merchant_id', 'is', null)
        .on('suspensions.ended_at', 'is', null),
    )
    .leftJoin('second_factors', 'second_factors.user_id', 'sessions.user_id')
    .select((row) => [
      'sessions.id',
      'sessions.parent_id',
      'parents.last_seen_at as parent_last_seen_at',
      'parents.idle_seconds as parent_idle_seconds',
      'parents.expires_at as parent_expires_at',
      'parents.revoked_at as parent_revoked_at',
      'operators.role as operator_role',
      'operators.user_status as operator_status',
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
      'users.was_active',
      'suspensions.id as suspension_id',
      row
        .or([
          row('second_factors.confirmed_at', 'is not', null),
          row.exists(
            row.selectFrom('passkeys').select('passkeys.id').whereRef('passkeys.user_id', '=', 'sessions.user_id'),
          ),
        ])
        .as('has_second_factor'),
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.revoked_at', 'is', null);
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
  await sql`select notice('sessions', ${sessionId})`.execute(tx);
}

/**
 * Ends all sessions of a user, including impersonation, and notifies open tabs. Returns how many were active.
 */
export async function revokeSessionsOf(tx: Tx, userId: string, at: Date): Promise<number> {
  const { rows } = await sql<{ is_open: boolean }>`with ended as (
      update sessions set revoked_at = ${at} where user_id = ${userId}::uuid and revoked_at is null
      returning id, expires_at > ${at} as is_open
    ) select is_open, notice('sessions', id::text) from ended`.execute(tx);
  return rows.filter((row) => row.is_open).length;
}

/** The active sessions of this user; impersonation sessions are listed in the security log instead. */
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

/** All active sessions for this user, except the given one. */
export function otherSessions(tx: Tx, userId: string, keptId: string) {
  return tx
    .selectFrom('sessions')
    .select(['id', 'kind'])
    .where('user_id', '=', userId)
    .where('id', '<>', keptId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Ends the impersonation session of an operator's session; returns the impersonated user. */
export function revokeImpersonations(tx: Tx, parentId: string, now: Date) {
  return tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('parent_id', '=', parentId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['id', 'user_id'])
    .execute();
}

export async function rememberBrowser(tx: Tx, userId: string, browser: Buffer, at: Date): Promise<void> {
  await tx
    .insertInto('creator_browsers')
    .values({ user_id: userId, browser, seen_at: at })
    .onConflict((conflict) => conflict.columns(['browser', 'user_id']).doUpdateSet({ seen_at: at }))
    .execute();
}
