import { queryOptions } from '@tanstack/react-query';
import { explainOrder, explainOrderOfBrand } from '@vitrine/contract/decisions.ts';
import { call } from '../api/call.ts';

export function explanationQuery(orderId: string, merchant: string | undefined) {
  return queryOptions({
    queryKey: ['explanation', orderId, merchant ?? ''],
    queryFn: async ({ signal }) =>
      (await call(explainOrder, { params: { order_id: orderId }, query: { ...(merchant && { merchant }) } }, signal))
        .data,
  });
}

/** The same for an operator. */
export function brandDecisionQuery(merchantId: string, orderId: string) {
  return queryOptions({
    queryKey: ['operator', 'decision', merchantId, orderId],
    queryFn: async ({ signal }) =>
      (await call(explainOrderOfBrand, { params: { merchant_id: merchantId, order_id: orderId } }, signal)).data,
  });
}
