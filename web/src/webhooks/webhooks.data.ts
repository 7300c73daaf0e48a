import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listOutgoingDeliveries,
  listWebhookEndpoints,
  type OutgoingState,
  readOutgoingDelivery,
  replayFailedDeliveries,
  replayOutgoingDelivery,
  rotateWebhookSecret,
  testWebhookEndpoint,
} from '@vitrine/contract/webhooks.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { useRefetch } from '../brand/brand.data.ts';

/** Milliseconds between two looks at a log in which something is about to be sent. */
const refreshMs = 2_000;

export function endpointsQuery(merchant: string) {
  return queryOptions({
    queryKey: ['brand', merchant, 'webhooks'],
    queryFn: async ({ signal }) => (await call(listWebhookEndpoints, { params: { merchant } }, signal)).data,
  });
}

export type EndpointPlace = { merchant: string; endpointId: string };

const paramsOf = ({ merchant, endpointId }: EndpointPlace) => ({ merchant, endpoint_id: endpointId });

export function outgoingQuery(at: EndpointPlace, state: OutgoingState | undefined) {
  return infiniteQueryOptions({
    queryKey: ['brand', at.merchant, 'webhooks', at.endpointId, 'log', state ?? ''],
    queryFn: ({ pageParam, signal }) =>
      call(
        listOutgoingDeliveries,
        { params: paramsOf(at), query: { ...(state && { state }), ...(pageParam && { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.data.some((each) => each.state === 'waiting' && each.next_attempt_at === null))
        ? refreshMs
        : false,
  });
}

export function outgoingDetailsQuery(at: EndpointPlace, id: string, version: string) {
  return queryOptions({
    queryKey: ['brand', at.merchant, 'webhooks', at.endpointId, 'delivery', id, version],
    queryFn: async ({ signal }) =>
      (await call(readOutgoingDelivery, { params: { ...paramsOf(at), outgoing_id: id } }, signal)).data,
    placeholderData: (before) => before,
  });
}

export function useCreateEndpoint(merchant: string) {
  const onSettled = useRefetch(merchant);
  return useApiMutation({
    mutationFn: async (body: BodyOf<typeof createWebhookEndpoint>) =>
      (await call(createWebhookEndpoint, { params: { merchant }, body })).data,
    onSettled,
  });
}

export function useEndpointMutations(at: EndpointPlace) {
  const onSettled = useRefetch(at.merchant);
  const params = paramsOf(at);
  const change = useApiMutation({
    mutationFn: async (body: BodyOf<typeof changeWebhookEndpoint>) =>
      (await call(changeWebhookEndpoint, { params, body })).data,
    onSettled,
  });
  const remove = useApiMutation({ mutationFn: () => call(deleteWebhookEndpoint, { params }), onSettled });
  const rotate = useApiMutation({
    mutationFn: async () => (await call(rotateWebhookSecret, { params })).data,
    onSettled,
  });
  const sendTest = useApiMutation({ mutationFn: () => call(testWebhookEndpoint, { params }), onSettled });
  const replay = useApiMutation({
    mutationFn: (id: string) => call(replayOutgoingDelivery, { params: { ...params, outgoing_id: id } }),
    onSettled,
  });
  const replayFailed = useApiMutation({
    // Older ones have been deleted.
    mutationFn: async () =>
      (await call(replayFailedDeliveries, { params, body: { since: '1970-01-01T00:00:00Z' } })).data,
    onSettled,
  });
  return { change, remove, rotate, sendTest, replay, replayFailed };
}
