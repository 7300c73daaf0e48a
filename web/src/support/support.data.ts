import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { readPortal } from '@vitrine/contract/accounts.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { listTickets, openTicket } from '@vitrine/contract/support.ts';
import { call } from '../api/call.ts';
import { useDeed } from '../api/deed.ts';

export function portalQuery() {
  return queryOptions({
    queryKey: ['portal'],
    queryFn: async ({ signal }) => (await call(readPortal, {}, signal)).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function ticketsQuery() {
  return infiniteQueryOptions({
    queryKey: ['tickets'],
    queryFn: ({ pageParam, signal }) => call(listTickets, { query: pageParam ? { cursor: pageParam } : {} }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });
}

export function useOpenTicket() {
  const queryClient = useQueryClient();
  return useDeed({
    mutationFn: (body: BodyOf<typeof openTicket>) => call(openTicket, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['tickets'] }),
  });
}
