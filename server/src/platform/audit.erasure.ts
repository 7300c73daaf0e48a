import { sql } from 'kysely';
import type { Tx } from './database/database.ts';
import { type ErasedUser, mentionsOf } from './erasure.ts';

/**
 * Empties the details of audit entries about this user: those of their account, those of what a creator did, and all
 * that name them. Who did what and when stays. Returns the hash of what remains of each, by its number, for the entry
 * `account.erased`.
 */
export async function redactAudit(tx: Tx, user: ErasedUser): Promise<Record<string, string>> {
  const { rows } = await sql<{ remaining: Record<string, string> }>`
    select redact_audit(array(
      select seq from audit_entries
      where (subject_kind = 'user' and subject_id = ${user.id})
        or (actor_id = ${user.id}::uuid and ${user.role} = 'creator')
        or details::text ~ ${mentionsOf(user)}
    )) as remaining`.execute(tx);
  return rows[0]?.remaining ?? {};
}
