import { notifyManager, QueryClient, type QueryFilters } from '@tanstack/react-query';
import type { LiveEvent } from '@vitrine/contract/events.ts';
import { isPassing } from './problem.ts';

/**
 * Two retries within a second and a half; a longer failure is shown and retried in the background
 * (`failures/recovery.ts`).
 */
function pauseBeforeRetry(attempt: number): number {
  return 450 * 2 ** attempt;
}

/** A browser that knows it is offline doesn't try. */
function isWorthAnotherTry(failures: number, error: Error): boolean {
  return failures < 2 && isPassing(error) && navigator.onLine;
}

// Notifies components in a microtask: with the default timeout, a clicked switch flashes back to its old value.
notifyManager.setScheduler(queueMicrotask);

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        networkMode: 'always',
        retry: isWorthAnotherTry,
        // `failures/recovery.ts` retries failed queries on reconnect, and the event stream brings changes.
        refetchOnReconnect: false,
        retryDelay: pauseBeforeRetry,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/**
 * The queries of a domain that a live event refreshes. What the event itself contains can be written into loaded queries,
 * which then need no refresh.
 */
export type LiveMap = {
  readonly [Kind in LiveEvent['kind']]?: (
    event: Extract<LiveEvent, { kind: Kind }>,
    queryClient: QueryClient,
  ) => readonly QueryFilters[];
};
