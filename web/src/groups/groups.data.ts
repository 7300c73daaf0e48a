import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { BodyOf, CallOf } from '@vitrine/contract/endpoint.ts';
import { changeGroup, createGroup, dismissWelcome, listGroups, listWelcomes } from '@vitrine/contract/groups.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';

export function groupsQuery(merchant: string) {
  return queryOptions({
    queryKey: ['brand', merchant, 'groups'],
    queryFn: async ({ signal }) => (await call(listGroups, { params: { merchant } }, signal)).data,
  });
}

export type NewGroup = NonNullable<CallOf<typeof createGroup>['body']>;

export function useGroupMutations(merchant: string) {
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: groupsQuery(merchant).queryKey });
  const create = useApiMutation({
    mutationFn: async (body: NewGroup) => (await call(createGroup, { params: { merchant }, body })).data,
    onSettled,
  });
  const change = useApiMutation({
    mutationFn: async ({ id, ...body }: BodyOf<typeof changeGroup> & { id: string }) =>
      (await call(changeGroup, { params: { merchant, group_id: id }, body })).data,
    onSettled,
  });
  return { create, change };
}

/** The welcome texts that the creator has not put away. They change rarely. */
export function welcomesQuery() {
  return queryOptions({
    queryKey: ['welcomes'],
    queryFn: async ({ signal }) => (await call(listWelcomes, {}, signal)).data,
    staleTime: 600_000,
  });
}

export function useDismissWelcome() {
  const queryClient = useQueryClient();
  return useApiMutation({
    mutationFn: (account: string) => call(dismissWelcome, { params: { merchant_account_id: account } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: welcomesQuery().queryKey }),
  });
}
