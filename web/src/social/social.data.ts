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
import { useApiMutation } from '../api/mutation.ts';
import { ApiProblem } from '../api/problem.ts';
import type { SocialSpan } from './search.ts';

export function socialQuery() {
  return queryOptions({
    queryKey: ['social'],
    queryFn: async ({ signal }) => (await call(listSocial, {}, signal)).data,
  });
}

export function seriesQuery(connectionId: string, days: SocialSpan) {
  return queryOptions({
    queryKey: ['social', 'series', connectionId, days],
    queryFn: async ({ signal }) =>
      (await call(readSocialSeries, { params: { connection_id: connectionId }, query: { days } }, signal)).data,
  });
}

/** The mutations of the creator's social accounts. */
export function useSocialMutations() {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['social'] });
  /** Redirects to the platform, which returns to this page. */
  const connect = useApiMutation({
    mutationFn: async (platform: SocialPlatform) => {
      const { address } = (await call(startSocialConnection, { body: { platform } })).data;
      window.location.assign(address);
    },
  });
  const finish = useApiMutation({
    mutationFn: async ({ code, state }: { code: string | undefined; state: string | undefined }) => {
      // Without a code, the platform has refused.
      if (code === undefined || state === undefined)
        throw new ApiProblem({ code: 'social_refused', status: 409, message: 'No code' });
      return (await call(finishSocialConnection, { body: { code, state } })).data;
    },
    onSettled: refresh,
  });
  const enter = useApiMutation({
    mutationFn: (body: BodyOf<typeof enterSocialFigures>) => call(enterSocialFigures, { body }),
    onSuccess: refresh,
  });
  const disconnect = useApiMutation({
    mutationFn: (id: string) => call(disconnectSocial, { params: { connection_id: id } }),
    onSuccess: refresh,
  });
  return { connect, finish, enter, disconnect };
}
