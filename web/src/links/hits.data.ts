import { queryOptions } from '@tanstack/react-query';
import { readLinkHits } from '@vitrine/contract/links.ts';
import { call } from '../api/call.ts';
import type { LiveMap } from '../api/queries.ts';

export function linkHitsQuery(accountId: string, linkId: string) {
  return queryOptions({
    queryKey: ['link-hits', accountId, linkId],
    queryFn: async ({ signal }) =>
      (await call(readLinkHits, { params: { merchant_account_id: accountId, link_id: linkId } }, signal)).data,
    staleTime: 0,
  });
}

export const linksLive: LiveMap = { 'figures-update': () => [{ queryKey: ['links'] }, { queryKey: ['link-hits'] }] };
