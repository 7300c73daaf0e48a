import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { listOwnTakedowns, sendCounterNotice } from '@vitrine/contract/takedowns.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';

/** What of the user’s, or of their brands’, is taken down now. */
export function ownTakedownsQuery() {
  return queryOptions({
    queryKey: ['own-takedowns'],
    queryFn: async ({ signal }) => (await call(listOwnTakedowns, {}, signal)).data,
  });
}

export function useCounterNotice(id: string) {
  const queryClient = useQueryClient();
  return useApiMutation({
    mutationFn: (body: BodyOf<typeof sendCounterNotice>) =>
      call(sendCounterNotice, { params: { takedown_id: id }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['own-takedowns'] }),
  });
}
