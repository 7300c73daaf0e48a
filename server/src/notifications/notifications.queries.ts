import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

/** Marks some or all of a user's notifications as read, and tells their other open pages. */
export async function markNotificationsRead(
  tx: Tx,
  userId: string,
  ids: readonly string[] | 'all',
  at: Date,
): Promise<void> {
  const read = await tx
    .updateTable('notifications')
    .set({ read_at: at })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(ids !== 'all', (some) => some.where(sql<boolean>`id = any(${ids}::uuid[])`))
    .executeTakeFirst();
  if (read.numUpdatedRows > 0n) await sql`select notice('bells', ${`user ${userId}`})`.execute(tx);
}
