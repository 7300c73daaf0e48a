import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  changeApplicationPage,
  decideApplications,
  type InboxState,
  listApplications,
  readApplication,
  readApplicationPage,
} from '@vitrine/contract/applications.ts';
import type { CallOf } from '@vitrine/contract/endpoint.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { useRefetch } from '../brand/brand.data.ts';

export function applicationsQuery(merchant: string, state: InboxState, search: string) {
  return infiniteQueryOptions({
    queryKey: ['brand', merchant, 'applications', state, search],
    queryFn: ({ pageParam, signal }) =>
      call(
        listApplications,
        {
          params: { merchant },
          query: { state, limit: 25, ...(search && { search }), ...(pageParam && { cursor: pageParam }) },
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });
}

export function applicationQuery(merchant: string, id: string) {
  return queryOptions({
    queryKey: ['brand', merchant, 'application', id],
    queryFn: async ({ signal }) =>
      (await call(readApplication, { params: { merchant, application_id: id } }, signal)).data,
  });
}

export function applicationPageQuery(merchant: string) {
  return queryOptions({
    queryKey: ['brand', merchant, 'application-page'],
    queryFn: async ({ signal }) => (await call(readApplicationPage, { params: { merchant } }, signal)).data,
  });
}

export type PageChange = NonNullable<CallOf<typeof changeApplicationPage>['body']>;
export type Decisions = NonNullable<CallOf<typeof decideApplications>['body']>;

export function useApplicationMutations(merchant: string) {
  const onSettled = useRefetch(merchant);
  const decide = useApiMutation({
    mutationFn: async (body: Decisions) => (await call(decideApplications, { params: { merchant }, body })).data,
    onSettled,
  });
  const change = useApiMutation({
    mutationFn: async (body: PageChange) => (await call(changeApplicationPage, { params: { merchant }, body })).data,
    onSettled,
  });
  return { decide, change };
}
