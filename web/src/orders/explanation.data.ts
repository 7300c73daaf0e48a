import { queryOptions } from '@tanstack/react-query';
import { explainOrder } from '@vitrine/contract/decisions.ts';
import { call } from '../api/call.ts';

export function explanationQuery(orderId: string, merchant: string | undefined) {
  return queryOptions({
    queryKey: ['explanation', orderId, merchant ?? ''],
    queryFn: async ({ signal }) =>
      (await call(explainOrder, { params: { order_id: orderId }, query: { ...(merchant && { merchant }) } }, signal))
        .data,
  });
}
