import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import {
  changeCollection,
  type Collection,
  createCollection,
  fillCollection,
  listCollections,
  removeCollection,
} from '@vitrine/contract/storefront.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';

export function collectionsQuery(accountId: string) {
  return queryOptions({
    queryKey: ['collections', accountId],
    queryFn: async ({ signal }) =>
      (await call(listCollections, { params: { merchant_account_id: accountId } }, signal)).data,
  });
}

type Change = BodyOf<typeof changeCollection>;

/** The mutations of a storefront's collections. Changes show at once; a refusal undoes them. */
export function useCollectionMutations(accountId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = collectionsQuery(accountId);
  const params = { merchant_account_id: accountId };
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey }),
      queryClient.invalidateQueries({ queryKey: ['placements', accountId] }),
    ]);
  const show = async (next: (collections: Collection[]) => Collection[]) => {
    await queryClient.cancelQueries({ queryKey });
    const before = queryClient.getQueryData(queryKey);
    queryClient.setQueryData(queryKey, (collections) => collections && next(collections));
    return { before };
  };
  const create = useApiMutation({
    mutationFn: async (title: string) => (await call(createCollection, { params, body: { title } })).data,
    onSettled: refresh,
  });
  const change = useApiMutation({
    mutationFn: ({ id, change: body }: { id: string; change: Change }) =>
      call(changeCollection, { params: { ...params, collection_id: id }, body }),
    onMutate: ({ id, change: body }) => show((collections) => withChange(collections, id, body)),
    onError: (_error, _change, kept) => {
      if (kept) queryClient.setQueryData(queryKey, kept.before);
    },
    onSettled: refresh,
  });
  const fill = useApiMutation({
    mutationFn: ({ id, placementIds }: { id: string; placementIds: readonly string[] }) =>
      call(fillCollection, {
        params: { ...params, collection_id: id },
        body: { placement_ids: [...placementIds] },
      }),
    onSettled: refresh,
  });
  const remove = useApiMutation({
    mutationFn: ({ id, products }: { id: string; products: 'keep' | 'remove' }) =>
      call(removeCollection, { params: { ...params, collection_id: id }, query: { products } }),
    onMutate: ({ id }) => show((collections) => collections.filter((collection) => collection.id !== id)),
    onError: (_error, _id, kept) => {
      if (kept) queryClient.setQueryData(queryKey, kept.before);
    },
    onSettled: refresh,
  });
  return { create, change, fill, remove };
}

function withChange(collections: readonly Collection[], id: string, change: Change): Collection[] {
  const from = collections.findIndex((collection) => collection.id === id);
  const old = collections[from];
  if (!old) return [...collections];
  const { position, title = old.title, hidden = old.hidden } = change;
  const changed = { ...old, title, hidden };
  if (position === undefined) return collections.with(from, changed);
  return collections.toSpliced(from, 1).toSpliced(position, 0, changed);
}
