import type { Insertable } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

export function findUserByUid(tx: Tx, uid: string) {
  return tx.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst();
}

/** Ends every session of a person, and those that stand on them. */
export async function revokeSessionsOf(tx: Tx, userId: string, now: Date): Promise<number> {
  const ended = await tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .execute();
  return ended.length;
}

export async function saveUserStatus(tx: Tx, userId: string, status: number): Promise<void> {
  await tx.updateTable('users').set({ user_status: status }).where('id', '=', userId).execute();
}

export async function insertPasswordReset(tx: Tx, reset: Insertable<Tables['password_resets']>): Promise<void> {
  await tx.insertInto('password_resets').values(reset).execute();
}
