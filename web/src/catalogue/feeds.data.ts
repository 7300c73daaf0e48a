import { queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  changeProductFeed,
  fetchProductFeed,
  previewProductFeed,
  readProductFeed,
  removeProductFeed,
  saveProductFeed,
} from '@vitrine/contract/catalogue.feeds.ts';
import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';

/** A run that is due begins within a second or two. */
const pollMs = 2_000;

export function feedQuery(merchant: string) {
  return queryOptions({
    queryKey: ['brand', merchant, 'feed'],
    queryFn: async ({ signal }) => (await call(readProductFeed, { params: { merchant } }, signal)).data,
    refetchInterval: ({ state: { data } }) => (data?.is_fetching ? pollMs : false),
  });
}

type Feed = DataOf<typeof readProductFeed>;

/** What a person does with a product feed. */
export function useProductFeed(merchant: string) {
  const queryClient = useQueryClient();
  const params = { merchant };
  const onSuccess = (feed: Feed) => queryClient.setQueryData(feedQuery(merchant).queryKey, feed);
  const preview = useApiMutation({
    mutationFn: async (body: BodyOf<typeof previewProductFeed>) =>
      (await call(previewProductFeed, { params, body })).data,
  });
  const save = useApiMutation({
    mutationFn: async (body: BodyOf<typeof saveProductFeed>) => (await call(saveProductFeed, { params, body })).data,
    onSuccess,
  });
  const change = useApiMutation({
    mutationFn: async (body: BodyOf<typeof changeProductFeed>) =>
      (await call(changeProductFeed, { params, body })).data,
    onSuccess,
  });
  const importing = useApiMutation({
    mutationFn: async (confirm: boolean) =>
      (await call(fetchProductFeed, { params, body: confirm ? { confirm } : {} })).data,
    onSuccess,
  });
  const remove = useApiMutation({
    mutationFn: () => call(removeProductFeed, { params }),
    onSuccess: () => queryClient.setQueryData(feedQuery(merchant).queryKey, null),
  });
  return { preview, save, change, importing, remove };
}
