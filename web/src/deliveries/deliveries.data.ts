import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { listAllDeliveries, listDeliveries, readAnyDelivery, readDelivery } from '@vitrine/contract/deliveries.ts';
import type { QueryOf } from '@vitrine/contract/endpoint.ts';
import { call } from '../api/call.ts';

type Filter = Omit<QueryOf<typeof listDeliveries>, 'cursor' | 'limit'>;
type OperatorFilter = Omit<QueryOf<typeof listAllDeliveries>, 'cursor' | 'limit'>;

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
