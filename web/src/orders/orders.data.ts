import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { listOrders, readOrder, refundOrder } from '@vitrine/contract/orders.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { useRefetch } from '../brand/brand.data.ts';
import type { OrderFilter } from './order-texts.ts';

export function ordersQuery(merchant: string, { search, outcome }: { search?: string; outcome?: OrderFilter }) {
  return infiniteQueryOptions({
    queryKey: ['brand', merchant, 'orders', search ?? '', outcome ?? ''],
    queryFn: ({ pageParam, signal }) =>
      call(
        listOrders,
        {
          params: { merchant },
          query: { ...(search && { search }), ...(outcome && { outcome }), ...(pageParam && { cursor: pageParam }) },
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });
}

export function orderQuery(merchant: string, orderId: string, isTest = false) {
  const mode = isTest ? 'test' : 'live';
  return queryOptions({
    queryKey: ['brand', merchant, 'order', orderId, mode],
    queryFn: async ({ signal }) =>
      (await call(readOrder, { params: { merchant, order_id: orderId }, query: { mode } }, signal)).data,
  });
}

export function useRefund(merchant: string) {
  const onSettled = useRefetch(merchant);
  return useApiMutation({
    mutationFn: ({ orderId, body }: { orderId: string; body: BodyOf<typeof refundOrder> }) =>
      call(refundOrder, { params: { merchant, order_id: orderId }, body }),
    onSettled,
  });
}
