import { plainRows, type DataExport } from '../platform/data-export.ts';

/** Acceptances are not in a creator's scope, so they are read with the system role, filtered by creator. */
export const exportAcceptances: DataExport = async (ctx, _tx, person) => ({
  invitation_acceptances: plainRows(
    await ctx.database.as({ role: 'system' }, (tx) =>
      tx
        .selectFrom('invitation_acceptances')
        .innerJoin('merchant_accounts', 'merchant_accounts.id', 'invitation_acceptances.merchant_account_id')
        .innerJoin('invitations', 'invitations.id', 'invitation_acceptances.invitation_id')
        .innerJoin('merchants', 'merchants.id', 'invitation_acceptances.merchant_id')
        .select([
          'invitation_acceptances.merchant_account_id',
          'merchants.display_name as merchant',
          'invitations.email as invited_email',
          'invitations.note',
          'invitations.terms_version',
          'invitation_acceptances.accepted_at',
        ])
        .where('merchant_accounts.creator_id', '=', person.userId)
        .orderBy('invitation_acceptances.accepted_at')
        .execute(),
    ),
  ),
});
