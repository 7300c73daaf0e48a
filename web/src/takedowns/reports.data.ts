import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { BodyOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import {
  declineReport,
  forwardCounterNotice,
  liftTakedown,
  listReports,
  listTakedowns,
  readReport,
  recordCourtAction,
  restoreReported,
  takeDown,
  takeDownReported,
} from '@vitrine/contract/takedowns.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';

type Filter = Omit<QueryOf<typeof listReports>, 'cursor' | 'limit'>;

export function reportsQuery(filter: Filter) {
  return infiniteQueryOptions({
    queryKey: ['operator', 'reports', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listReports, { query: { ...filter, ...(pageParam && { cursor: pageParam }) } }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });
}

export function reportQuery(id: string) {
  return queryOptions({
    queryKey: ['operator', 'report', id],
    queryFn: async ({ signal }) => (await call(readReport, { params: { report_id: id } }, signal)).data,
  });
}

export function takedownsQuery() {
  return infiniteQueryOptions({
    queryKey: ['operator', 'takedowns'],
    queryFn: ({ pageParam, signal }) => call(listTakedowns, { query: pageParam ? { cursor: pageParam } : {} }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });
}

function useAskAgain() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['operator'] });
}

/** What an operator can do about a report. */
export function useReportMutations(id: string) {
  const onSettled = useAskAgain();
  const params = { report_id: id };
  return {
    takeDown: useApiMutation({
      mutationFn: (body: BodyOf<typeof takeDownReported>) => call(takeDownReported, { params, body }),
      onSettled,
    }),
    decline: useApiMutation({
      mutationFn: (body: BodyOf<typeof declineReport>) => call(declineReport, { params, body }),
      onSettled,
    }),
    forward: useApiMutation({ mutationFn: () => call(forwardCounterNotice, { params }), onSettled }),
    court: useApiMutation({
      mutationFn: (body: BodyOf<typeof recordCourtAction>) => call(recordCourtAction, { params, body }),
      onSettled,
    }),
    restore: useApiMutation({
      mutationFn: (body: BodyOf<typeof restoreReported>) => call(restoreReported, { params, body }),
      onSettled,
    }),
  };
}

export function useTakeDown() {
  const onSettled = useAskAgain();
  return useApiMutation({ mutationFn: (body: BodyOf<typeof takeDown>) => call(takeDown, { body }), onSettled });
}

export function useLift(id: string) {
  const onSettled = useAskAgain();
  return useApiMutation({
    mutationFn: (reason: string) => call(liftTakedown, { params: { takedown_id: id }, body: { reason } }),
    onSettled,
  });
}
