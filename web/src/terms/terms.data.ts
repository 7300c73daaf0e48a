import { queryOptions } from '@tanstack/react-query';
import { listTerms, publishTerms } from '@vitrine/contract/terms.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { call } from '../api/call.ts';
import { useDeed } from '../api/deed.ts';
import { useAskAgain } from '../brand/brand.data.ts';

export function termsQuery(merchant: string) {
  return queryOptions({
    queryKey: ['brand', merchant, 'terms'],
    queryFn: async ({ signal }) => (await call(listTerms, { params: { merchant } }, signal)).data,
  });
}

export function useTermsDeed(merchant: string) {
  const onSettled = useAskAgain(merchant);
  return useDeed({
    mutationFn: async (body: BodyOf<typeof publishTerms>) =>
      (await call(publishTerms, { params: { merchant }, body })).data,
    onSettled,
  });
}
