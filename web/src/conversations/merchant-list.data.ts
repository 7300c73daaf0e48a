import { queryOptions } from '@tanstack/react-query';
import { getMerchantList } from '@vitrine/contract/conversations.ts';
import { call } from '../api/call.ts';
import { byLastMessage } from './targets.ts';

/** The brands of a creator with what is unread; kept, and asked for again when counts change (S17). */
export function merchantListQuery() {
  return queryOptions({
    queryKey: ['merchant-list'],
    queryFn: async ({ signal }) => (await call(getMerchantList, {}, signal)).data,
    select: byLastMessage,
  });
}
