import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { changeLink, checkLinkCode, createLink, listLinks } from '@vitrine/contract/links.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';

export type LinkOrder = 'newest' | 'clicks';

export function linksQuery(accountId: string, query: { search: string; sort: LinkOrder }) {
  const { search, sort } = query;
  return infiniteQueryOptions({
    queryKey: ['links', accountId, search, sort],
    queryFn: ({ pageParam, signal }) =>
      call(
        listLinks,
        {
          params: { merchant_account_id: accountId },
          query: { sort, limit: 50, ...(search && { search }), ...(pageParam && { cursor: pageParam }) },
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });
}

/** Whether a code is available. Always refetched, because someone else may take it. */
export function linkCodeQuery(accountId: string, code: string) {
  return queryOptions({
    queryKey: ['link-code', accountId, code],
    queryFn: async ({ signal }) =>
      (await call(checkLinkCode, { params: { merchant_account_id: accountId }, query: { code } }, signal)).data,
    staleTime: 0,
    retry: false,
  });
}

export function useLinkMutations(accountId: string) {
  const queryClient = useQueryClient();
  const params = { merchant_account_id: accountId };
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['links', accountId] });
  const create = useApiMutation({
    mutationFn: async (body: BodyOf<typeof createLink>) => (await call(createLink, { params, body })).data,
    onSettled: refresh,
  });
  const change = useApiMutation({
    mutationFn: async ({ id, change: body }: { id: string; change: BodyOf<typeof changeLink> }) =>
      (await call(changeLink, { params: { ...params, link_id: id }, body })).data,
    onSettled: refresh,
  });
  return { create, change };
}
