import { queryOptions } from '@tanstack/react-query';
import { getMerchantList } from '@vitrine/contract/conversations.ts';
import { call } from '../api/call.ts';
import { byLastMessage } from './targets.ts';

/** The creator's brands with their unread counts; refetched when counts change (S17). */
export function merchantListQuery() {
  return queryOptions({
    queryKey: ['merchant-list'],
    queryFn: async ({ signal }) => (await call(getMerchantList, {}, signal)).data,
    select: byLastMessage,
  });
}
