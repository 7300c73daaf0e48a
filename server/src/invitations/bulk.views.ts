import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

/** Others who invite for the brand wait until the end of the transaction. */
export async function lockInviting(tx: Tx, merchantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${merchantId}, 107))`.execute(tx);
}

/** Which of the addresses belong to creators who have an account at the brand. */
export async function creatorEmails(tx: Tx, merchantId: string, emails: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('merchant_accounts as a')
    .innerJoin('users as u', 'u.id', 'a.creator_id')
    .select('u.email')
    .where('a.merchant_id', '=', merchantId)
    .where('u.email', '=', sql<string>`any(${[...emails]}::text[])`)
    .execute();
  return new Set(rows.map(({ email }) => email));
}

/** Which of the addresses have an invitation that can still be accepted. */
export async function openlyInvited(
  tx: Tx,
  merchantId: string,
  emails: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('invitations as i')
    .select('i.email')
    .where('i.merchant_id', '=', merchantId)
    .where('i.email', '=', sql<string>`any(${[...emails]}::text[])`)
    .where('i.revoked_at', 'is', null)
    .where('i.expires_at', '>', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('invitation_acceptances as t')
            .select('t.invitation_id')
            .whereRef('t.merchant_id', '=', 'i.merchant_id')
            .whereRef('t.invitation_id', '=', 'i.id'),
        ),
      ),
    )
    .execute();
  return new Set(rows.flatMap(({ email }) => (email === null ? [] : [email])));
}
