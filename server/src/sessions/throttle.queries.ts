import { type Insertable, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

/** Adds one to the count of the window that started at or after `since`, in one statement; returns the count. */
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

/** Resets the counts of a user's known browsers. */
export async function clearThrottlesOfUser(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('sign_in_throttles').where('subject', 'like', `device:${userId}:%`).execute();
}

export async function insertLockNotice(tx: Tx, notice: Insertable<Tables['lock_notices']>): Promise<void> {
  await tx.insertInto('lock_notices').values(notice).execute();
}

/** Takes the oldest notice from the queue, skipping those locked by other workers. */
export function takeLockNotice(tx: Tx) {
  return tx
    .deleteFrom('lock_notices')
    .where('id', '=', (notices) =>
      notices.selectFrom('lock_notices').select('id').orderBy('locked_at').limit(1).forUpdate().skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}
