import { infiniteQueryOptions } from '@tanstack/react-query';
import { answerPrivacyRequest, downloadShopperData, listPrivacyRequests } from '@vitrine/contract/privacy-requests.ts';
import { call } from '../api/call.ts';
import { download } from '../api/download.ts';
import { useApiMutation } from '../api/mutation.ts';
import { useRefetch } from '../brand/brand.data.ts';

export function privacyRequestsQuery(merchant: string) {
  return infiniteQueryOptions({
    queryKey: ['brand', merchant, 'privacy-requests'],
    queryFn: ({ pageParam, signal }) =>
      call(listPrivacyRequests, { params: { merchant }, query: pageParam ? { cursor: pageParam } : {} }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });
}

export function usePrivacyRequest(merchant: string, id: string) {
  const params = { merchant, request_id: id };
  const onSettled = useRefetch(merchant);
  const fetching = useApiMutation({ mutationFn: () => download(downloadShopperData, { params }) });
  const answer = useApiMutation({ mutationFn: () => call(answerPrivacyRequest, { params }), onSettled });
  return { fetching, answer };
}
