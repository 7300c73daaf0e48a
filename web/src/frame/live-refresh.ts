import { type QueryClient, type QueryFilters, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveEvent } from '@vitrine/contract/events.ts';
import { accountsLive } from '../accounts/accounts.data.ts';
import { forgetEarly } from '../api/early.ts';
import { followLive } from '../api/live.ts';
import { analyticsLive } from '../analytics/analytics.live.ts';
import type { LiveMap } from '../api/queries.ts';
import { adjustmentsLive } from '../adjustments/adjustments.data.ts';
import { claimsLive } from '../claims/claims.data.ts';
import { earningsLive } from '../earnings/earnings.data.ts';
import { conversationsLive } from '../conversations/conversations.live.ts';
import { resumeOutbox } from '../conversations/outbox.resume.ts';
import { linksLive } from '../links/hits.data.ts';
import { notificationsLive } from '../notifications/notifications.count.ts';
import { overviewLive } from '../overview/overview.data.ts';
import { settingsLive } from '../settings/settings.live.ts';
import { socialLive } from '../social/social.live.ts';
import { suspensionsLive } from '../suspensions/suspensions.live.ts';
import { storefrontLive } from '../storefront/storefront.data.ts';

const portal: readonly LiveMap[] = [
  accountsLive,
  overviewLive,
  storefrontLive,
  linksLive,
  earningsLive,
  adjustmentsLive,
  claimsLive,
  conversationsLive,
  analyticsLive,
  settingsLive,
  socialLive,
  suspensionsLive,
  notificationsLive,
];

/** Busy days bring many events a second; screens are refreshed at most this often. */
const gatherMs = 400;

/** A new event stream starts with the last 15 seconds (server/src/platform/events/stream.ts), minus the time it takes to open. */
const lookedBackMs = 12_000;

type Refresh = (event: LiveEvent, queryClient: QueryClient) => readonly QueryFilters[];

function refreshedBy(queryClient: QueryClient, domains: readonly LiveMap[], event: LiveEvent): readonly QueryFilters[] {
  // Each entry takes the event of its own kind, which TypeScript can't infer over the union.
  return domains.flatMap((domain) => (domain[event.kind] as Refresh | undefined)?.(event, queryClient) ?? []);
}

/**
 * Marks queries as out of date and fetches those on the screen again. A first fetch that is under way is not started
 * again by `invalidateQueries`, and its answer, which may be older than the event, would remove the mark: it is marked
 * once more when that answer is there.
 */
function invalidate(queryClient: QueryClient, filters: QueryFilters): void {
  const firstFetches = queryClient
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  void queryClient.invalidateQueries(filters);
  for (const { promise, queryKey } of firstFetches)
    promise?.then(
      () => queryClient.invalidateQueries({ queryKey, exact: true }),
      () => undefined,
    );
}

function gather(queryClient: QueryClient): (filters: readonly QueryFilters[]) => void {
  const waiting = new Map<string, QueryFilters>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = () => {
    timer = undefined;
    for (const filters of waiting.values()) invalidate(queryClient, filters);
    waiting.clear();
  };
  return (filters) => {
    for (const each of filters) waiting.set(JSON.stringify(each), each);
    if (waiting.size > 0) timer ??= setTimeout(refresh, gatherMs);
  };
}

/** Refreshes the queries that server events affect, while the frame is mounted. */
export function useLiveRefresh(domains: readonly LiveMap[] = portal): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const end = new AbortController();
    const refresh = gather(queryClient);
    void followLive(
      {
        onEvent: (event) => {
          forgetEarly();
          refresh(refreshedBy(queryClient, domains, event));
        },
        // Data on the screen may be older than the stream, so it is refreshed, except right after the page was opened:
        // the stream itself replays what happened since then.
        onOpened: () => {
          if (performance.now() > lookedBackMs) refresh([{ type: 'active' }]);
          resumeOutbox(queryClient).catch(() => undefined);
        },
      },
      end.signal,
    );
    return () => end.abort();
  }, [queryClient, domains]);
}
