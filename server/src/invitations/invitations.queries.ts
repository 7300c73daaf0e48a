import type { Insertable } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

export async function insertInvitation(tx: Tx, invitation: Insertable<Tables['invitations']>): Promise<void> {
  await tx.insertInto('invitations').values(invitation).execute();
}

export async function insertAcceptance(
  tx: Tx,
  acceptance: Insertable<Tables['invitation_acceptances']>,
): Promise<void> {
  await tx.insertInto('invitation_acceptances').values(acceptance).execute();
}

/** Revokes the open invitations to an address, because a new one replaces them. */
export async function revokeMailedTo(tx: Tx, merchantId: string, email: string, at: Date): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ revoked_at: at })
    .where('merchant_id', '=', merchantId)
    .where('email', '=', email)
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
