import { plainRows, type Takeaway } from '../platform/takeaway.ts';
import { presentUser } from './accounts.views.ts';
import { accountRecordsOf, readWholeLog } from './sessions.service.ts';

export const takeProfile: Takeaway = async (ctx, tx, person) => {
  const {
    merchant_accounts: accounts,
    impersonation: _none,
    staff_of: _no,
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
  const { sessions, identities, accepted } = await accountRecordsOf(ctx, person.userId);
  return {
    profile: [{ ...profile, notifications }],
    merchant_accounts: accounts,
    former_handles: plainRows(former),
    legal_acceptances: plainRows(accepted),
    security_log: plainRows(await readWholeLog(ctx, person.userId)),
    sessions: plainRows(sessions),
    identities: plainRows(identities),
  };
};
