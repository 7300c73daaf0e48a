import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { type Closure, readClosure, requestClosure, undoClosure } from '@vitrine/contract/closures.ts';
import { userQuery } from '../accounts/accounts.data.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';

export function closureQuery() {
  return queryOptions({
    queryKey: ['closure'],
    queryFn: async ({ signal }) => (await call(readClosure, {}, signal)).data,
  });
}

/** Closes the account and keeps it after all. The banner of every page follows from the user. */
export function useClosureMutations() {
  const queryClient = useQueryClient();
  const show = async (closure: Closure) => {
    queryClient.setQueryData(closureQuery().queryKey, closure);
    await queryClient.invalidateQueries({ queryKey: userQuery().queryKey });
  };
  const request = useApiMutation({
    mutationFn: async (body: { proof: string; give_up_money: boolean }) => (await call(requestClosure, { body })).data,
    onSuccess: show,
  });
  const undo = useApiMutation({ mutationFn: async () => (await call(undoClosure)).data, onSuccess: show });
  return { request, undo };
}
