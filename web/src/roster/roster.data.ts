import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { BodyOf, CallOf } from '@vitrine/contract/endpoint.ts';
import {
  addCreatorNote,
  deleteCreatorNote,
  downloadCreators,
  endCreator,
  keepCreator,
  listCreators,
  moveCreators,
  pauseCreator,
  readCreator,
  readCreatorFigures,
  readCreatorFilters,
  resumeCreator,
  tagCreator,
  tagCreators,
  untagCreator,
} from '@vitrine/contract/roster.ts';
import type { RangeSearch } from '../analytics/search.ts';
import { call } from '../api/call.ts';
import { download } from '../api/download.ts';
import { useApiMutation } from '../api/mutation.ts';
import { useRefetch } from '../brand/brand.data.ts';

/** Filters, range and sorting of the list, as the call takes them. */
export type RosterQuery = Omit<NonNullable<CallOf<typeof listCreators>['query']>, 'cursor' | 'limit'>;

const atOnce = 50;

export function rosterQuery(merchant: string, query: RosterQuery) {
  return infiniteQueryOptions({
    queryKey: ['brand', merchant, 'creators', query],
    queryFn: ({ pageParam, signal }) =>
      call(
        listCreators,
        { params: { merchant }, query: { ...query, limit: atOnce, ...(pageParam && { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });
}

export function rosterFiltersQuery(merchant: string) {
  return queryOptions({
    queryKey: ['brand', merchant, 'creator-filters'],
    queryFn: async ({ signal }) => (await call(readCreatorFilters, { params: { merchant } }, signal)).data,
  });
}

export function downloadRoster(merchant: string, query: RosterQuery, columns: readonly string[]): Promise<void> {
  return download(downloadCreators, { params: { merchant }, query: { ...query, columns: columns.join(',') } });
}

export function creatorQuery(merchant: string, account: string) {
  return queryOptions({
    queryKey: ['brand', merchant, 'creator', account],
    queryFn: async ({ signal }) =>
      (await call(readCreator, { params: { merchant, merchant_account_id: account } }, signal)).data,
  });
}

export function creatorFiguresQuery(merchant: string, account: string, range: RangeSearch) {
  return queryOptions({
    queryKey: ['brand', merchant, 'creator', account, 'figures', range],
    queryFn: async ({ signal }) =>
      (await call(readCreatorFigures, { params: { merchant, merchant_account_id: account }, query: range }, signal))
        .data,
  });
}

export function useMoveMutation(merchant: string) {
  const onSettled = useRefetch(merchant);
  return useApiMutation({
    mutationFn: async (body: NonNullable<CallOf<typeof moveCreators>['body']>) =>
      (await call(moveCreators, { params: { merchant }, body })).data,
    onSettled,
  });
}

export function useTagMutation(merchant: string) {
  const onSettled = useRefetch(merchant);
  return useApiMutation({
    mutationFn: async (body: NonNullable<CallOf<typeof tagCreators>['body']>) =>
      (await call(tagCreators, { params: { merchant }, body })).data,
    onSettled,
  });
}

export function useCreatorMutations(merchant: string, account: string) {
  const refetch = useRefetch(merchant);
  const queryClient = useQueryClient();
  const params = { merchant, merchant_account_id: account };
  const { queryKey } = creatorQuery(merchant, account);
  const keep = { onSettled: refetch };
  const refreshThis = { onSettled: () => queryClient.invalidateQueries({ queryKey }) };
  return {
    pause: useApiMutation({
      mutationFn: (body: BodyOf<typeof pauseCreator>) => call(pauseCreator, { params, body }),
      ...keep,
    }),
    resume: useApiMutation({
      mutationFn: (reason: string) => call(resumeCreator, { params, body: { ...(reason && { reason }) } }),
      ...keep,
    }),
    end: useApiMutation({
      mutationFn: (body: BodyOf<typeof endCreator>) => call(endCreator, { params, body }),
      ...keep,
    }),
    withdraw: useApiMutation({ mutationFn: () => call(keepCreator, { params }), ...keep }),
    tag: useApiMutation({ mutationFn: (tag: string) => call(tagCreator, { params, body: { tag } }), ...keep }),
    untag: useApiMutation({ mutationFn: (tag: string) => call(untagCreator, { params: { ...params, tag } }), ...keep }),
    addNote: useApiMutation({
      mutationFn: (body: string) => call(addCreatorNote, { params, body: { body } }),
      ...refreshThis,
    }),
    deleteNote: useApiMutation({
      mutationFn: (note: string) => call(deleteCreatorNote, { params: { ...params, note_id: note } }),
      ...refreshThis,
    }),
  };
}
