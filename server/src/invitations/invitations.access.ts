import type { InvitationState } from '@vitrine/contract/invitations.ts';
import type { Context } from '../context.ts';
import { requireActiveBrand } from '../merchants/brand.pauses.ts';
import { isRefusedSecret } from '../platform/demo.secrets.ts';
import { sha256 } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import type { Tx } from '../platform/database/database.ts';
import { stateOfInvitation } from './invitations.state.ts';

/** `brands`: the name and slug of the inviting brand. */
export type InvitationAccess = {
  merchantId: string;
  invitationId: string;
  email: string | null;
  groupId: string | null;
  invitedBy: string | null;
  brands: string[];
};

/**
 * Finds an invitation by its code, the only access for someone who is invited. Uses the system role, because the brand is
 * not known before. Nobody can join a brand that is paused or closed.
 */
export async function accessInvitation(ctx: Context, code: string): Promise<InvitationAccess> {
  const found = await ctx.database.as({ role: 'system' }, async (tx) => {
    const row = await tx
      .selectFrom('invitations')
      .innerJoin('merchants', 'merchants.id', 'invitations.merchant_id')
      .select([
        'invitations.merchant_id',
        'invitations.id',
        'invitations.email',
        'invitations.group_id',
        'invitations.created_by',
        'merchants.display_name',
        'merchants.slug',
      ])
      .where('invitations.code_hash', '=', sha256(code))
      .executeTakeFirst();
    if (row) await requireActiveBrand(tx, row.merchant_id);
    return row;
  });
  if (!found || isRefusedSecret(ctx.config, code)) throw new Refusal('not_found');
  const { merchant_id, id, email, group_id, created_by, display_name, slug } = found;
  return {
    merchantId: merchant_id,
    invitationId: id,
    email,
    groupId: group_id,
    invitedBy: created_by,
    brands: [display_name, slug],
  };
}

/** Locks the invitation until the end of the transaction, so that simultaneous acceptances see each other. */
export async function holdInvitation(ctx: Context, tx: Tx, invitation: InvitationAccess): Promise<InvitationState> {
  const held = await tx
    .selectFrom('invitations')
    .select(['reusable', 'expires_at', 'revoked_at'])
    .where('merchant_id', '=', invitation.merchantId)
    .where('id', '=', invitation.invitationId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const accepted = await tx
    .selectFrom('invitation_acceptances')
    .select('merchant_account_id')
    .where('merchant_id', '=', invitation.merchantId)
    .where('invitation_id', '=', invitation.invitationId)
    .limit(1)
    .executeTakeFirst();
  return stateOfInvitation({ ...held, isAccepted: accepted !== undefined }, ctx.clock.now());
}
