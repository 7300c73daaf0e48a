import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  listTerms,
  previewTerms,
  publishTerms,
  searchTermsTargets,
  simulateTerms,
  type TermsTargetKind,
} from '@vitrine/contract/terms.ts';
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

export type TermsBody = BodyOf<typeof publishTerms>;

/** What rules would change, given as JSON. */
export function termsPreviewQuery(merchant: string, rules: string) {
  return infiniteQueryOptions({
    queryKey: ['terms-preview', merchant, rules],
    queryFn: ({ pageParam, signal }) => {
      const body: TermsBody = { rules: JSON.parse(rules) };
      return call(previewTerms, { params: { merchant }, query: pageParam ? { cursor: pageParam } : {}, body }, signal);
    },
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** What last month's orders would have earned. */
export function useTermsSimulation(merchant: string) {
  return useApiMutation({
    mutationFn: async (body: TermsBody) => (await call(simulateTerms, { params: { merchant }, body })).data,
  });
}

/** What a rule can be for. */
export function targetsQuery(merchant: string, kind: TermsTargetKind, search: string) {
  return queryOptions({
    queryKey: ['terms-targets', merchant, kind, search],
    queryFn: async ({ signal }) =>
      (await call(searchTermsTargets, { params: { merchant }, query: { kind, ...(search && { search }) } }, signal))
        .data,
    placeholderData: keepPreviousData,
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
