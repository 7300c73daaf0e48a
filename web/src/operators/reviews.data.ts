import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { approveBrandReview, listBrandReviews, refuseBrandReview } from '@vitrine/contract/brand-reviews.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';

/** Names and hosts of brands: those without a decision, or the decided ones. */
export function brandReviewsQuery(decided: 'yes' | 'no') {
  return infiniteQueryOptions({
    queryKey: ['operator', 'brand-reviews', decided],
    queryFn: ({ pageParam, signal }) =>
      call(listBrandReviews, { query: { decided, ...(pageParam && { cursor: pageParam }) } }, signal),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });
}

export function useReviewMutations(id: string) {
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ['operator'] });
  return {
    approve: useApiMutation({
      mutationFn: () => call(approveBrandReview, { params: { review_id: id } }),
      onSettled,
    }),
    refuse: useApiMutation({
      mutationFn: (reason: string) => call(refuseBrandReview, { params: { review_id: id }, body: { reason } }),
      onSettled,
    }),
  };
}
