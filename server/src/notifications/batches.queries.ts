import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { mayReadNotice } from './notifications.rights.ts';

/** Users for whom an email may be due, those who wait longest first. */
export async function dueUsers(tx: Tx, now: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from notifications where mail_at <= ${now} group by user_id order by min(mail_at) limit ${most}`.execute(
    tx,
  );
  return rows.map((row) => row.user_id);
}

/** Locks a user's emails until the end of the transaction; returns when the last one went out. */
export async function lockMailing(tx: Tx, userId: string): Promise<Date | null> {
  const { mailed_at: mailedAt } = await tx
    .insertInto('notification_mails')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ user_id: userId }))
    .returning('mailed_at')
    .executeTakeFirstOrThrow();
  return mailedAt;
}

export async function markMailed(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.updateTable('notification_mails').set({ mailed_at: at }).where('user_id', '=', userId).execute();
}

export type WaitingNotice = {
  id: string;
  kind: string;
  payload: object;
  created_at: Date;
  read_at: Date | null;
  slug: string | null;
  brand: string | null;
  may_read: boolean;
};

/** What waits for an email, oldest first. */
export async function waitingNotices(tx: Tx, userId: string): Promise<WaitingNotice[]> {
  const { rows } = await sql<WaitingNotice>`
    select n.id, n.kind, n.payload, n.created_at, n.read_at, m.slug, m.display_name as brand, ${mayReadNotice} as may_read
    from notifications n join users u on u.id = n.user_id left join merchants m on m.id = n.merchant_id
    where n.user_id = ${userId} and n.mail_at is not null order by n.id`.execute(tx);
  return rows;
}

export async function postponeMails(tx: Tx, userId: string, ids: readonly string[], at: Date): Promise<void> {
  await sql`update notifications set mail_at = ${at}
    where user_id = ${userId} and id = any(${ids}::uuid[]) and mail_at is distinct from ${at}`.execute(tx);
}

/** No email will tell of them any more. */
export async function takeFromMailing(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`update notifications set mail_at = null where user_id = ${userId} and id = any(${ids}::uuid[])`.execute(tx);
}
