import type { Insertable } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

export function findUserByUid(tx: Tx, uid: string) {
  return tx.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst();
}

export async function saveUserStatus(tx: Tx, userId: string, status: number): Promise<void> {
  await tx.updateTable('users').set({ user_status: status }).where('id', '=', userId).execute();
}

export async function insertPasswordReset(tx: Tx, reset: Insertable<Tables['password_resets']>): Promise<void> {
  await tx.insertInto('password_resets').values(reset).execute();
}
