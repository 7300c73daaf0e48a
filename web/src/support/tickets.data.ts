import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { answerTicket, listOperatorTickets } from '@vitrine/contract/support.ts';
import { call } from '../api/call.ts';
import { useDeed } from '../api/deed.ts';

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
  return useDeed({
    mutationFn: (answer: string) => call(answerTicket, { params: { ticket_id: ticketId }, body: { answer } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['operator-tickets'] }),
  });
}
