import { plainRows, type DataExport } from '../platform/data-export.ts';
import { presentUser } from './accounts.views.ts';

/** The user and the legal texts they accepted. Both are in no scope, so they are read with the system role. */
export const exportProfile: DataExport = async (ctx, tx, person) => {
  const {
    merchant_accounts: accounts,
    impersonation: _none,
    staff_of: memberships,
    closing: _closing,
    ...profile
  } = await presentUser(ctx, person);
  const { notifications } = await tx
    .selectFrom('users')
    .select('notifications')
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow();
  const former = await tx
    .selectFrom('handle_history')
    .select(['user_handle', 'changed_at'])
    .where('user_id', '=', person.userId)
    .execute();
  const accepted = await ctx.database.as({ role: 'system' }, (system) =>
    system
      .selectFrom('legal_acceptances')
      .select(['document', 'version', 'accepted_at'])
      .where('user_id', '=', person.userId)
      .orderBy('accepted_at')
      .execute(),
  );
  return {
    profile: [{ ...profile, notifications }],
    merchant_accounts: accounts,
    memberships,
    former_handles: plainRows(former),
    legal_acceptances: plainRows(accepted),
  };
};
