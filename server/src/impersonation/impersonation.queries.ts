import type { Insertable } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

export async function insertGrant(tx: Tx, grant: Insertable<Tables['impersonation_grants']>): Promise<void> {
  await tx.insertInto('impersonation_grants').values(grant).execute();
}

/** Uses up a grant: once, for its session and user, before it expires. */
export function takeGrant(
  tx: Tx,
  grant: { codeHash: Buffer; operatorId: string; sessionId: string; uid: string },
  now: Date,
) {
  return tx
    .updateTable('impersonation_grants')
    .from('users')
    .set({ used_at: now })
    .whereRef('users.id', '=', 'impersonation_grants.target_id')
    .where('users.uid', '=', grant.uid)
    .where('users.role', '=', 'creator')
    .where('users.user_status', '=', 100)
    .where('impersonation_grants.code_hash', '=', grant.codeHash)
    .where('impersonation_grants.operator_id', '=', grant.operatorId)
    .where('impersonation_grants.session_id', '=', grant.sessionId)
    .where('impersonation_grants.used_at', 'is', null)
    .where('impersonation_grants.expires_at', '>', now)
    .returning([
      'impersonation_grants.target_id',
      'impersonation_grants.mode',
      'impersonation_grants.reason',
      'impersonation_grants.ticket',
    ])
    .executeTakeFirst();
}
