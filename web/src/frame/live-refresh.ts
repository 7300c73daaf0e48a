import { type QueryClient, type QueryFilters, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveEvent } from '@vitrine/contract/events.ts';
import { accountsLive } from '../accounts/accounts.data.ts';
import { followLive } from '../api/live.ts';
import { analyticsLive } from '../analytics/analytics.live.ts';
import type { LiveMap } from '../api/queries.ts';
import { earningsLive } from '../earnings/earnings.data.ts';
import { conversationsLive } from '../conversations/conversations.live.ts';
import { resumeOutbox } from '../conversations/outbox.resume.ts';
import { linksLive } from '../links/hits.data.ts';
import { overviewLive } from '../overview/overview.data.ts';
import { settingsLive } from '../settings/settings.live.ts';
import { socialLive } from '../social/social.live.ts';
import { storefrontLive } from '../storefront/storefront.data.ts';

const portal: readonly LiveMap[] = [
  accountsLive,
  overviewLive,
  storefrontLive,
  linksLive,
  earningsLive,
  conversationsLive,
  analyticsLive,
  settingsLive,
  socialLive,
];

/** Busy days bring many events a second; a screen is refreshed at most this often. */
const gatherMs = 400;

/** A line that starts anew begins 15 seconds back (server/src/platform/events/stream.ts); less the time it took to stand. */
const lookedBackMs = 12_000;

function refreshedBy(domains: readonly LiveMap[], event: LiveEvent): readonly QueryFilters[] {
  // A map's entry under an event's kind takes that event; the compiler cannot tie the two together over a union.
  return domains.flatMap(
    (domain) => (domain[event.kind] as ((event: LiveEvent) => readonly QueryFilters[]) | undefined)?.(event) ?? [],
  );
}

function gather(queryClient: QueryClient): (filters: readonly QueryFilters[]) => void {
  const waiting = new Map<string, QueryFilters>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = () => {
    timer = undefined;
    for (const filters of waiting.values()) void queryClient.invalidateQueries(filters);
    waiting.clear();
  };
  return (filters) => {
    for (const each of filters) waiting.set(JSON.stringify(each), each);
    timer ??= setTimeout(refresh, gatherMs);
  };
}

/** Keeps every screen in step with what happens elsewhere, for as long as the frame stands. */
export function useLiveRefresh(domains: readonly LiveMap[] = portal): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const end = new AbortController();
    const refresh = gather(queryClient);
    void followLive(
      {
        onEvent: (event) => refresh(refreshedBy(domains, event)),
        // What is on the screen was asked for before the line stood; anything may have happened in between. Only what
        // happened since a page was opened just now is told by the line itself.
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
