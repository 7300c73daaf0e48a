import { queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  applyAsCreator,
  confirmApplication,
  readApplyPage,
  readOwnApplication,
  sendApplication,
  withdrawApplication,
} from '@vitrine/contract/applications.ts';
import type { CallOf } from '@vitrine/contract/endpoint.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';

export function applyPageQuery(merchant: string) {
  return queryOptions({
    queryKey: ['apply', merchant],
    queryFn: async ({ signal }) => (await call(readApplyPage, { params: { merchant } }, signal)).data,
  });
}

export function ownApplicationQuery(code: string) {
  return queryOptions({
    queryKey: ['own-application', code],
    queryFn: async ({ signal }) => (await call(readOwnApplication, { params: { code } }, signal)).data,
  });
}

export type NewApplication = NonNullable<CallOf<typeof sendApplication>['body']>;

/** Applying, without an account or with one. */
export function useApply(merchant: string) {
  const send = useApiMutation({
    mutationFn: (body: NewApplication) => call(sendApplication, { params: { merchant }, body }),
  });
  const sendAsCreator = useApiMutation({
    mutationFn: async (body: Pick<NewApplication, 'answers' | 'accepted'>) =>
      (await call(applyAsCreator, { params: { merchant }, body })).data,
  });
  return { send, sendAsCreator };
}

export function useOwnApplication(code: string) {
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ownApplicationQuery(code).queryKey });
  const confirm = useApiMutation({
    mutationFn: () => call(confirmApplication, { params: { code } }),
    onSettled,
  });
  const withdraw = useApiMutation({
    mutationFn: () => call(withdrawApplication, { params: { code } }),
    onSettled,
  });
  return { confirm, withdraw };
}
