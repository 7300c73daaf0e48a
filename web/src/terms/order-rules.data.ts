import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { changeOrderRules, readOrderRules } from '@vitrine/contract/merchants.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { useRefetch } from '../brand/brand.data.ts';

export function orderRulesQuery(merchant: string) {
  return queryOptions({
    queryKey: ['brand', merchant, 'order-rules'],
    queryFn: async ({ signal }) => (await call(readOrderRules, { params: { merchant } }, signal)).data,
  });
}

export function useOrderRulesMutation(merchant: string) {
  const onSettled = useRefetch(merchant);
  return useApiMutation({
    mutationFn: async (body: BodyOf<typeof changeOrderRules>) =>
      (await call(changeOrderRules, { params: { merchant }, body })).data,
    onSettled,
  });
}
