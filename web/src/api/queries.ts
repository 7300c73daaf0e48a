import { notifyManager, QueryClient, type QueryFilters } from '@tanstack/react-query';
import type { LiveEvent } from '@vitrine/contract/events.ts';
import { isPassing } from './problem.ts';

/** 2, 4, 8 seconds: over ten in all, longer than a database takes to start again. */
function pauseBeforeRetry(attempt: number): number {
  return 2000 * 2 ** attempt;
}

// A switch that was pressed must not be seen to spring back before the news of its being changed arrives.
notifyManager.setScheduler(queueMicrotask);

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        networkMode: 'always',
        retry: (failures, error) => isPassing(error) && failures < 3,
        retryDelay: pauseBeforeRetry,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Which queries of a domain a live event refreshes. */
export type LiveMap = {
  readonly [Kind in LiveEvent['kind']]?: (event: Extract<LiveEvent, { kind: Kind }>) => readonly QueryFilters[];
};
