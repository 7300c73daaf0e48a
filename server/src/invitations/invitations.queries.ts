import { type Insertable, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

export async function insertInvitations(tx: Tx, rows: readonly Insertable<Tables['invitations']>[]): Promise<void> {
  await tx.insertInto('invitations').values(rows).execute();
}

export async function insertAcceptance(
  tx: Tx,
  acceptance: Insertable<Tables['invitation_acceptances']>,
): Promise<void> {
  await tx.insertInto('invitation_acceptances').values(acceptance).execute();
}

/** Revokes the open invitations to these addresses, because new ones replace them. */
export async function revokeMailedTo(tx: Tx, merchantId: string, emails: readonly string[], at: Date): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ revoked_at: at })
    .where('merchant_id', '=', merchantId)
    .where('email', '=', sql<string>`any(${[...emails]}::text[])`)
    .where('revoked_at', 'is', null)
    .execute();
}

export async function revokeOne(tx: Tx, merchantId: string, invitationId: string, at: Date): Promise<boolean> {
  const revoked = await tx
    .updateTable('invitations')
    .set((set) => ({ revoked_at: set.fn.coalesce('revoked_at', set.val(at)) }))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', invitationId)
    .returning('id')
    .executeTakeFirst();
  return revoked !== undefined;
}

export function findAccountOf(tx: Tx, merchantId: string, creatorId: string) {
  return tx
    .selectFrom('merchant_accounts')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('creator_id', '=', creatorId)
    .executeTakeFirst();
}
