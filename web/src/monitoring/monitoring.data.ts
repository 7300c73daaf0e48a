import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { readHealth, retryJob } from '@vitrine/contract/monitoring.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';

/** A node is silent after 20 seconds, and must be named within 30. */
const refreshMs = 8_000;

/** Refreshed while the page is open: what waits changes without an event. */
export function healthQuery() {
  return queryOptions({
    queryKey: ['operator', 'health'],
    queryFn: async ({ signal }) => (await call(readHealth, {}, signal)).data,
    refetchInterval: refreshMs,
  });
}

export function useRetryJob() {
  const queryClient = useQueryClient();
  return useApiMutation({
    mutationFn: async (jobId: string) => (await call(retryJob, { params: { job_id: jobId } })).data,
    onSettled: () => queryClient.invalidateQueries({ queryKey: healthQuery().queryKey }),
  });
}
