import type { Insertable } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

/** The latest unconfirmed email change; only the latest is valid. */
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
