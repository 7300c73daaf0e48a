import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { answerTicket, listOperatorTickets } from '@vitrine/contract/support.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';

export function operatorTicketsQuery(state: 'open' | 'answered') {
  return infiniteQueryOptions({
    queryKey: ['operator-tickets', state],
    queryFn: ({ pageParam, signal }) =>
      call(listOperatorTickets, { query: { state, ...(pageParam && { cursor: pageParam }) } }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });
}

export function useAnswerTicket(ticketId: string) {
  const queryClient = useQueryClient();
  return useApiMutation({
    mutationFn: (answer: string) => call(answerTicket, { params: { ticket_id: ticketId }, body: { answer } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['operator-tickets'] }),
  });
}
