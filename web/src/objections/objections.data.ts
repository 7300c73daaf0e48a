import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  acceptObjection,
  listDeclined,
  listObjections,
  type ObjectionState,
  rejectObjection,
  sendObjection,
} from '@vitrine/contract/objections.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { useRefetch } from '../brand/brand.data.ts';

/** The creator's declined commissions of an order. Its key begins like the explanation's, so the same events refresh it. */
export function declinedQuery(accountId: string, orderId: string) {
  return queryOptions({
    queryKey: ['explanation', orderId, 'declined', accountId],
    queryFn: async ({ signal }) =>
      (await call(listDeclined, { params: { merchant_account_id: accountId }, query: { order_id: orderId } }, signal))
        .data,
  });
}

export function useObject(orderId: string) {
  const queryClient = useQueryClient();
  return useApiMutation({
    mutationFn: ({ commissionId, text }: { commissionId: string; text: string }) =>
      call(sendObjection, { params: { commission_id: commissionId }, body: { text } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['explanation', orderId] }),
  });
}

export function objectionsQuery(merchant: string, state: ObjectionState | undefined) {
  return infiniteQueryOptions({
    queryKey: ['brand', merchant, 'objections', state ?? ''],
    queryFn: ({ pageParam, signal }) =>
      call(
        listObjections,
        { params: { merchant }, query: { ...(state && { state }), ...(pageParam && { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });
}

export function orderObjectionsQuery(merchant: string, orderId: string) {
  return queryOptions({
    queryKey: ['brand', merchant, 'order-objections', orderId],
    queryFn: async ({ signal }) =>
      (await call(listObjections, { params: { merchant }, query: { order_id: orderId, limit: 100 } }, signal)).data,
  });
}

export function useAnswers(merchant: string) {
  const onSettled = useRefetch(merchant);
  const accept = useApiMutation({
    mutationFn: (objectionId: string) =>
      call(acceptObjection, { params: { merchant, objection_id: objectionId }, body: {} }),
    onSettled,
  });
  const reject = useApiMutation({
    mutationFn: ({ objectionId, answer }: { objectionId: string; answer: string }) =>
      call(rejectObjection, { params: { merchant, objection_id: objectionId }, body: { answer } }),
    onSettled,
  });
  return { accept, reject };
}
