import type { LiveMap } from '../api/queries.ts';

const listKeys = [{ queryKey: ['merchant-list'] }, { queryKey: ['threads'] }];

export const conversationsLive: LiveMap = {
  message: ({ merchant_account_id: account }) => [{ queryKey: ['thread', account] }, ...listKeys],
  read: ({ merchant_account_id: account }) => [{ queryKey: ['thread', account] }],
  'unread-count-update': () => [
    ...listKeys,
    { queryKey: ['announcements'] },
    { queryKey: ['published-announcements'] },
  ],
};
