import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { BodyOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import {
  liftSuspension,
  listOwnSuspensions,
  listPauseObjections,
  listSuspensions,
  objectToSuspension,
  suspendUser,
  upholdPause,
  upholdSuspension,
} from '@vitrine/contract/suspensions.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { useRefetch } from '../brand/brand.data.ts';
import { ownSuspensionsKey } from './suspensions.live.ts';

export function ownSuspensionsQuery() {
  return queryOptions({
    queryKey: ownSuspensionsKey,
    queryFn: async ({ signal }) => (await call(listOwnSuspensions, {}, signal)).data,
  });
}

export function useObjectToSuspension(id: string) {
  const queryClient = useQueryClient();
  return useApiMutation({
    mutationFn: (text: string) => call(objectToSuspension, { params: { suspension_id: id }, body: { text } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ownSuspensionsKey }),
  });
}

type Filter = Omit<QueryOf<typeof listSuspensions>, 'cursor' | 'limit'>;

/** For operators. */
export function suspensionsQuery(filter: Filter) {
  return infiniteQueryOptions({
    queryKey: ['operator', 'suspensions', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listSuspensions, { query: { ...filter, ...(pageParam && { cursor: pageParam }) } }, signal),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });
}

/** What operators change about the suspensions of users. */
export function useSuspensionMutations() {
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ['operator'] });
  return {
    suspend: useApiMutation({
      mutationFn: ({ uid, ...body }: BodyOf<typeof suspendUser> & { uid: string }) =>
        call(suspendUser, { params: { uid }, body }),
      onSettled,
    }),
    lift: useApiMutation({
      mutationFn: ({ id, reason }: { id: string; reason: string }) =>
        call(liftSuspension, { params: { suspension_id: id }, body: { reason } }),
      onSettled,
    }),
    uphold: useApiMutation({
      mutationFn: ({ id, answer }: { id: string; answer: string }) =>
        call(upholdSuspension, { params: { suspension_id: id }, body: { answer } }),
      onSettled,
    }),
  };
}

export function pauseObjectionsQuery(merchant: string, state: QueryOf<typeof listPauseObjections>['state']) {
  return infiniteQueryOptions({
    queryKey: ['brand', merchant, 'pause-objections', state ?? ''],
    queryFn: ({ pageParam, signal }) =>
      call(
        listPauseObjections,
        { params: { merchant }, query: { ...(state && { state }), ...(pageParam && { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });
}

export function useUpholdPause(merchant: string, account: string) {
  const onSettled = useRefetch(merchant);
  return useApiMutation({
    mutationFn: (answer: string) =>
      call(upholdPause, { params: { merchant, merchant_account_id: account }, body: { answer } }),
    onSettled,
  });
}
