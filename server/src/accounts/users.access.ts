// Reads users for other domains. The caller must have checked access.
import type { Tx } from '../platform/database/database.ts';

export function findUser(tx: Tx, userId: string) {
  return tx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
}

export function findUserByEmail(tx: Tx, email: string) {
  return tx.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
}

export function findUserByUid(tx: Tx, uid: string) {
  return tx.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst();
}
