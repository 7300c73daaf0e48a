import { notifyManager, QueryClient, type QueryFilters } from '@tanstack/react-query';
import type { LiveEvent } from '@vitrine/contract/events.ts';
import { isPassing } from './problem.ts';

/** Twice more within a second and a half: what takes longer is told, and asked for on and on (`failures/recovery.ts`). */
function pauseBeforeRetry(attempt: number): number {
  return 450 * 2 ** attempt;
}

/** A browser that knows that it has no line need not try. */
function isWorthAnotherTry(failures: number, error: Error): boolean {
  return failures < 2 && isPassing(error) && navigator.onLine;
}

// A switch that was pressed must not be seen to spring back before the news of its being changed arrives.
notifyManager.setScheduler(queueMicrotask);

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        networkMode: 'always',
        retry: isWorthAnotherTry,
        // The line's return brings what failed (`failures/recovery.ts`), and the stream what has changed.
        refetchOnReconnect: false,
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
