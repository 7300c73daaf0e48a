import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  type Delivery,
  listAllDeliveries,
  listDeliveries,
  readAnyDelivery,
  readDelivery,
} from '@vitrine/contract/deliveries.ts';
import type { BodyOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import {
  dismissDeliveries,
  dismissDelivery,
  fixDelivery,
  readDeliveryBody,
  replayDeliveries,
  replayIncomingDelivery,
} from '@vitrine/contract/repairs.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { useRefetch } from '../brand/brand.data.ts';

type Filter = Omit<QueryOf<typeof listDeliveries>, 'cursor' | 'limit'>;
type OperatorFilter = Omit<QueryOf<typeof listAllDeliveries>, 'cursor' | 'limit'>;

/** Whether the body of a delivery is stored; of the others there is only the log entry. */
export function hasBody({ delivery_id: named, source, outcome }: Delivery): boolean {
  return named !== null && source !== 'api' && outcome !== 'malformed_body';
}

export function deliveriesQuery(merchant: string, filter: Filter) {
  return infiniteQueryOptions({
    queryKey: ['brand', merchant, 'deliveries', filter],
    queryFn: ({ pageParam, signal }) =>
      call(
        listDeliveries,
        { params: { merchant }, query: { ...filter, ...(pageParam && { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });
}

export function deliveryQuery(merchant: string, id: string) {
  return queryOptions({
    queryKey: ['brand', merchant, 'delivery', id],
    queryFn: async ({ signal }) => (await call(readDelivery, { params: { merchant, delivery_id: id } }, signal)).data,
  });
}

export function allDeliveriesQuery(filter: OperatorFilter) {
  return infiniteQueryOptions({
    queryKey: ['operator', 'deliveries', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listAllDeliveries, { query: { ...filter, ...(pageParam && { cursor: pageParam }) } }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });
}

export function anyDeliveryQuery(id: string) {
  return queryOptions({
    queryKey: ['operator', 'delivery', id],
    queryFn: async ({ signal }) => (await call(readAnyDelivery, { params: { delivery_id: id } }, signal)).data,
  });
}

export function deliveryBodyQuery(merchant: string, id: string) {
  return queryOptions({
    queryKey: ['brand', merchant, 'delivery', id, 'body'],
    queryFn: async ({ signal }) =>
      (await call(readDeliveryBody, { params: { merchant, delivery_id: id } }, signal)).data,
  });
}

export function useReplay(merchant: string) {
  const onSettled = useRefetch(merchant);
  return useApiMutation({
    mutationFn: (id: string) => call(replayIncomingDelivery, { params: { merchant, delivery_id: id } }),
    onSettled,
  });
}

export function useReplayAll(merchant: string) {
  const onSettled = useRefetch(merchant);
  return useApiMutation({
    mutationFn: (body: BodyOf<typeof replayDeliveries>) => call(replayDeliveries, { params: { merchant }, body }),
    onSettled,
  });
}

export function useFix(merchant: string) {
  const onSettled = useRefetch(merchant);
  return useApiMutation({
    mutationFn: ({ id, body }: { id: string; body: BodyOf<typeof fixDelivery> }) =>
      call(fixDelivery, { params: { merchant, delivery_id: id }, body }),
    onSettled,
  });
}

export function useDismiss(merchant: string) {
  const onSettled = useRefetch(merchant);
  return useApiMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      call(dismissDelivery, { params: { merchant, delivery_id: id }, body: { reason } }),
    onSettled,
  });
}

export function useDismissAll(merchant: string) {
  const onSettled = useRefetch(merchant);
  return useApiMutation({
    mutationFn: (body: BodyOf<typeof dismissDeliveries>) => call(dismissDeliveries, { params: { merchant }, body }),
    onSettled,
  });
}
