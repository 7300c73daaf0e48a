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

export async function insertUser(tx: Tx, user: Insertable<Tables['users']>): Promise<void> {
  await tx.insertInto('users').values(user).execute();
}

/** Gives a person a password, or another one. */
export async function storePassword(tx: Tx, userId: string, passwordHash: string, at: Date): Promise<void> {
  await tx
    .insertInto('credentials')
    .values({ user_id: userId, password_hash: passwordHash, changed_at: at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ password_hash: passwordHash, changed_at: at }))
    .execute();
}

export function findUserByHandle(tx: Tx, handle: string) {
  return tx.selectFrom('users').select('id').where('user_handle', '=', handle).executeTakeFirst();
}

/** Handles that were given up lead to whoever had them, so nobody else gets them. */
export function findFormerHandle(tx: Tx, handle: string) {
  return tx.selectFrom('handle_history').select('user_id').where('user_handle', '=', handle).executeTakeFirst();
}

/** Those of the handles that somebody has or had. */
export async function takenHandles(tx: Tx, handles: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('users')
    .select('user_handle')
    .where('user_handle', 'in', handles)
    .union(tx.selectFrom('handle_history').select('user_handle').where('user_handle', 'in', handles))
    .execute();
  return new Set(rows.flatMap((row) => row.user_handle ?? []));
}

export async function storeAvatar(tx: Tx, userId: string, path: string): Promise<void> {
  await tx.updateTable('users').set({ avatar: path }).where('id', '=', userId).execute();
}

export async function insertLegalAcceptances(
  tx: Tx,
  userId: string,
  versions: Readonly<Record<string, string>>,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('legal_acceptances')
    .values(
      Object.entries(versions).map(([document, version]) => ({ user_id: userId, document, version, accepted_at: at })),
    )
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
    .leftJoin('sessions as parents', 'parents.id', 'sessions.parent_id')
    .leftJoin('users as operators', 'operators.id', 'sessions.impersonator_id')
    .select([
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

/**
 * Ends every session of a person, those in which somebody else looks through their eyes too, and tells the open ones.
 * Answers how many had not run out.
 */
export async function revokeSessionsOf(tx: Tx, userId: string, at: Date): Promise<number> {
  const { rows } = await sql<{ is_open: boolean }>`with ended as (
      update sessions set revoked_at = ${at} where user_id = ${userId}::uuid and revoked_at is null
      returning id, expires_at > ${at} as is_open
    ) select is_open, pg_notify('sessions', id::text) from ended`.execute(tx);
  return rows.filter((row) => row.is_open).length;
}

export async function rememberBrowser(tx: Tx, userId: string, browser: Buffer, at: Date): Promise<void> {
  await tx
    .insertInto('creator_browsers')
    .values({ user_id: userId, browser, seen_at: at })
    .onConflict((conflict) => conflict.columns(['browser', 'user_id']).doUpdateSet({ seen_at: at }))
    .execute();
}

/** Counts one more within the window that began `since` or later, in one statement; answers how many there are. */
export async function countOnce(tx: Tx, subject: string, since: Date, now: Date): Promise<number> {
  const counted = await sql<{ failures: number }>`
    insert into sign_in_throttles as t (subject, failures, window_started_at) values (${subject}, 1, ${now})
    on conflict (subject) do update set
      failures = case when t.window_started_at <= ${since} then 1 else t.failures + 1 end,
      window_started_at = case when t.window_started_at <= ${since} then excluded.window_started_at else t.window_started_at end
    returning failures`.execute(tx);
  return counted.rows[0]?.failures ?? 0;
}

export async function clearThrottle(tx: Tx, subject: string): Promise<void> {
  await tx.deleteFrom('sign_in_throttles').where('subject', '=', subject).execute();
}

export async function deleteThrottlesBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('sign_in_throttles').where('window_started_at', '<', before).execute();
}

/** Forgets the guesses that were counted in a person's known browsers. */
export async function clearThrottlesOfUser(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('sign_in_throttles').where('subject', 'like', `device:${userId}:%`).execute();
}

/** Whether the person with this address has signed in with this browser; the same work for every address. */
export function findKnownDevice(tx: Tx, email: string, deviceHash: Buffer) {
  return tx
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('known_devices.user_id')
    .where('users.email', '=', email)
    .where('known_devices.device_hash', '=', deviceHash)
    .executeTakeFirst();
}

export async function rememberDevice(tx: Tx, userId: string, deviceHash: Buffer, at: Date): Promise<void> {
  await tx
    .insertInto('known_devices')
    .values({ user_id: userId, device_hash: deviceHash, last_seen_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet({ last_seen_at: at }))
    .execute();
}

/** Keeps the latest browsers of a person. */
export async function forgetOldDevices(tx: Tx, userId: string, kept: number): Promise<void> {
  await tx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('device_hash', 'not in', (devices) =>
      devices
        .selectFrom('known_devices')
        .select('device_hash')
        .where('user_id', '=', userId)
        .orderBy('last_seen_at', 'desc')
        .orderBy('device_hash')
        .limit(kept),
    )
    .execute();
}

export async function insertLockNotice(tx: Tx, notice: Insertable<Tables['lock_notices']>): Promise<void> {
  await tx.insertInto('lock_notices').values(notice).execute();
}

/** Takes the oldest notice out of the line; one that another worker holds is left to it. */
export function takeLockNotice(tx: Tx) {
  return tx
    .deleteFrom('lock_notices')
    .where('id', '=', (notices) =>
      notices.selectFrom('lock_notices').select('id').orderBy('locked_at').limit(1).forUpdate().skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}

/** The names of the brands that a person sells or works for, and how addresses name them. */
export async function brandNamesOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('merchants')
    .select(['display_name', 'slug'])
    .where((where) =>
      where.or([
        where('id', 'in', (of) =>
          of.selectFrom('merchant_accounts').select('merchant_id').where('creator_id', '=', userId),
        ),
        where('id', 'in', (of) => of.selectFrom('merchant_staff').select('merchant_id').where('user_id', '=', userId)),
      ]),
    )
    .execute();
  return rows.flatMap((row) => [row.display_name, row.slug]);
}
