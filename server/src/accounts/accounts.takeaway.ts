import { plainRows, type Takeaway } from '../platform/takeaway.ts';
import { presentUser } from './accounts.views.ts';

export const takeProfile: Takeaway = async (ctx, tx, person) => {
  const {
    merchant_accounts: accounts,
    impersonation: _none,
    staff_of: _no,
    ...profile
  } = await presentUser(ctx, person);
  const former = await tx.selectFrom('handle_history').select(['user_handle', 'changed_at']).execute();
  return { profile: [profile], merchant_accounts: accounts, former_handles: plainRows(former) };
};
