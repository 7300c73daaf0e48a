import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { User } from '@vitrine/contract/accounts.ts';
import { me } from '@vitrine/contract/sessions.ts';
import { call } from '../api/call.ts';
import { isPassing } from '../api/problem.ts';
import type { LiveMap } from '../api/queries.ts';
import type { Region } from '../format/dates.ts';
import { regionOf } from '../format/locale.ts';
import { announceUser } from './user-update.ts';

export function userQuery() {
  return queryOptions({
    queryKey: ['user'],
    queryFn: async ({ signal }) => {
      const { data } = await call(me, {}, signal);
      announceUser(data);
      return data;
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Nothing is shown until the user is fetched (S06). Retries after 2, 4 and 8 seconds, longer than a database takes
    // to restart.
    retry: (failures, error) => failures < 3 && isPassing(error),
    retryDelay: (attempt) => 2000 * 2 ** attempt,
  });
}

export const accountsLive: LiveMap = { 'user-update': () => [{ queryKey: userQuery().queryKey }] };

/** The logged-in user; only inside the frame, where the guard has fetched them. */
export function useUser(): User {
  return useSuspenseQuery(userQuery()).data;
}

/** The time zone of the brand whose console is open. */
export const BrandZone = createContext<string | undefined>(undefined);

/** The user's language for dates, and the time zone: of the brand in its console, otherwise the user's own. */
export function useRegion(): Region {
  const { locale, time_zone: own } = useUser();
  return { locale: regionOf(locale), timeZone: useContext(BrandZone) ?? own };
}
