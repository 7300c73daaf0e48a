import type { Erasure } from '../platform/erasure.ts';

/** Invitations sent to the user's address, and those only they accepted: address, name and personal note. */
export const eraseInvitations: Erasure = async (_ctx, tx, user) => {
  await tx
    .updateTable('invitations')
    .set({ email: null, name: '', note: '' })
    .where((where) =>
      where.or([
        where('email', 'in', user.emails),
        where.and([
          where('reusable', '=', false),
          where('id', 'in', (from) =>
            from
              .selectFrom('invitation_acceptances as taken')
              .innerJoin('merchant_accounts as account', 'account.id', 'taken.merchant_account_id')
              .select('taken.invitation_id')
              .where('account.creator_id', '=', user.id),
          ),
        ]),
      ]),
    )
    .execute();
};
