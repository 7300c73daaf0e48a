import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import type { CallOf } from '@vitrine/contract/endpoint.ts';
import { createInvitation, inviteMany, listInvitations, revokeInvitation } from '@vitrine/contract/invitations.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';

const atOnce = 50;

export function invitationsQuery(merchant: string) {
  return infiniteQueryOptions({
    queryKey: ['brand', merchant, 'invitations'],
    queryFn: ({ pageParam, signal }) =>
      call(
        listInvitations,
        { params: { merchant }, query: { limit: atOnce, ...(pageParam && { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });
}

export type NewInvitation = NonNullable<CallOf<typeof createInvitation>['body']>;

export type NewInvitations = NonNullable<CallOf<typeof inviteMany>['body']>;

/** The mutations of a brand's invitations. */
export function useInvitationMutations(merchant: string) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: invitationsQuery(merchant).queryKey });
  const create = useApiMutation({
    mutationFn: async (body: NewInvitation) => (await call(createInvitation, { params: { merchant }, body })).data,
    onSuccess: refresh,
  });
  const revoke = useApiMutation({
    mutationFn: (id: string) => call(revokeInvitation, { params: { merchant, invitation_id: id } }),
    onSettled: refresh,
  });
  const createMany = useApiMutation({
    mutationFn: async (body: NewInvitations) => (await call(inviteMany, { params: { merchant }, body })).data,
    onSuccess: refresh,
  });
  return { create, createMany, revoke };
}
