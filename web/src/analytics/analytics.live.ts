import type { LiveMap } from '../api/queries.ts';

export const analyticsLive: LiveMap = {
  'figures-update': ({ merchant_account_ids: accounts }) => accounts.map((id) => ({ queryKey: ['analytics', id] })),
  'commission-update': ({ merchant_account_id: id }) => [{ queryKey: ['analytics', id] }],
};
