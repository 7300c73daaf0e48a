import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import {
  disconnectSocial,
  enterSocialFigures,
  finishSocialConnection,
  listSocial,
  readSocialSeries,
  type SocialPlatform,
  startSocialConnection,
} from '@vitrine/contract/social.ts';
import { call } from '../api/call.ts';
import { useDeed } from '../api/deed.ts';
import { ApiProblem } from '../api/problem.ts';
import type { Span } from './search.ts';

export function socialQuery() {
  return queryOptions({
    queryKey: ['social'],
    queryFn: async ({ signal }) => (await call(listSocial, {}, signal)).data,
  });
}

export function seriesQuery(connectionId: string, days: Span) {
  return queryOptions({
    queryKey: ['social', 'series', connectionId, days],
    queryFn: async ({ signal }) =>
      (await call(readSocialSeries, { params: { connection_id: connectionId }, query: { days } }, signal)).data,
  });
}

/** Everything one does to one's social accounts. */
export function useSocialDeeds() {
  const queryClient = useQueryClient();
  const settle = () => queryClient.invalidateQueries({ queryKey: ['social'] });
  /** Leaves the product for the platform, and comes back to this page with an answer. */
  const connect = useDeed({
    mutationFn: async (platform: SocialPlatform) => {
      const { address } = (await call(startSocialConnection, { body: { platform } })).data;
      window.location.assign(address);
    },
  });
  const finish = useDeed({
    mutationFn: async ({ code, state }: { code: string | undefined; state: string | undefined }) => {
      // Without a code the platform has said no.
      if (code === undefined || state === undefined)
        throw new ApiProblem({ code: 'social_refused', status: 409, message: 'No code' });
      return (await call(finishSocialConnection, { body: { code, state } })).data;
    },
    onSettled: settle,
  });
  const enter = useDeed({
    mutationFn: (body: BodyOf<typeof enterSocialFigures>) => call(enterSocialFigures, { body }),
    onSuccess: settle,
  });
  const disconnect = useDeed({
    mutationFn: (id: string) => call(disconnectSocial, { params: { connection_id: id } }),
    onSuccess: settle,
  });
  return { connect, finish, enter, disconnect };
}
