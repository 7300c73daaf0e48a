import { queryOptions } from '@tanstack/react-query';
import { listTerms, publishTerms } from '@vitrine/contract/terms.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { useRefetch } from '../brand/brand.data.ts';

export function termsQuery(merchant: string) {
  return queryOptions({
    queryKey: ['brand', merchant, 'terms'],
    queryFn: async ({ signal }) => (await call(listTerms, { params: { merchant } }, signal)).data,
  });
}

export function useTermsMutation(merchant: string) {
  const onSettled = useRefetch(merchant);
  return useApiMutation({
    mutationFn: async (body: BodyOf<typeof publishTerms>) =>
      (await call(publishTerms, { params: { merchant }, body })).data,
    onSettled,
  });
}
