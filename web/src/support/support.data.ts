import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { listTickets, openTicket } from '@vitrine/contract/support.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';

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
  return useApiMutation({
    mutationFn: (body: BodyOf<typeof openTicket>) => call(openTicket, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['tickets'] }),
  });
}
