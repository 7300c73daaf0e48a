import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { endOtherSessions, endSession, listSessions } from '@vitrine/contract/sessions.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';

export function sessionsQuery() {
  return queryOptions({
    queryKey: ['settings', 'sessions'],
    queryFn: async ({ signal }) => (await call(listSessions, {}, signal)).data,
  });
}

/** The mutations of the user's sessions. */
export function useSessionMutations() {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['settings'] });
  const end = useApiMutation({
    mutationFn: (id: string) => call(endSession, { params: { session_id: id } }),
    onSettled: refresh,
  });
  const endOthers = useApiMutation({
    mutationFn: async () => (await call(endOtherSessions)).data,
    onSettled: refresh,
  });
  return { end, endOthers };
}
