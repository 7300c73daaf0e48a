import { type InfiniteData, infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { MerchantAccount, User } from '@vitrine/contract/accounts.ts';
import type { BodyOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import {
  addPlacement,
  changePlacement,
  findProductByAddress,
  listPlacements,
  type Placement,
  removePlacement,
  searchProducts,
} from '@vitrine/contract/storefront.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import type { LiveMap } from '../api/queries.ts';

/** The storefront in the address. */
export function storefrontOf(user: User, slug: string): MerchantAccount | undefined {
  return user.merchant_accounts.find((account) => account.slug === slug);
}

/** Also the limit of the early request (pages.creator.ts). */
const pageLimit = 48;

/** The placements of a storefront by page: all, or those that match a search. */
export function placementsQuery(accountId: string, search = '') {
  return infiniteQueryOptions({
    queryKey: ['placements', accountId, search],
    queryFn: ({ pageParam, signal }) =>
      call(
        listPlacements,
        {
          params: { merchant_account_id: accountId },
          query: { limit: pageLimit, ...(search && { search }), ...(pageParam && { cursor: pageParam }) },
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });
}

/** The ids of the placements in a collection, in order. */
export function idsInCollectionQuery(accountId: string, collectionId: string) {
  return queryOptions({
    queryKey: ['collections', accountId, 'ids', collectionId],
    queryFn: async ({ signal }) => {
      const params = { merchant_account_id: accountId };
      const ids: string[] = [];
      let cursor: string | null | undefined;
      do {
        const query = { collection_id: collectionId, limit: 100, ...(cursor && { cursor }) };
        const { data, meta } = await call(listPlacements, { params, query }, signal);
        ids.push(...data.map(({ id }) => id));
        cursor = meta.next_cursor;
      } while (cursor);
      return ids;
    },
    gcTime: 0,
  });
}

export function catalogueQuery(accountId: string, search: string) {
  return infiniteQueryOptions({
    queryKey: ['catalogue', accountId, search],
    queryFn: ({ pageParam, signal }) =>
      call(
        searchProducts,
        {
          params: { merchant_account_id: accountId },
          query: { ...(search && { search }), ...(pageParam && { cursor: pageParam }) },
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });
}

/** Looks up the product of a pasted shop address. */
export function addressQuery(accountId: string, address: string) {
  return queryOptions({
    queryKey: ['catalogue', accountId, 'address', address],
    queryFn: async ({ signal }) =>
      (await call(findProductByAddress, { params: { merchant_account_id: accountId }, query: { address } }, signal))
        .data,
    retry: false,
  });
}

export const storefrontLive: LiveMap = {
  'figures-update': () => [{ queryKey: ['placements'] }],
};

type Change = BodyOf<typeof changePlacement>;

/** The mutations of a storefront's placements. Changes show at once; a refusal undoes them. */
export function usePlacementMutations(accountId: string) {
  const queryClient = useQueryClient();
  const queryKey = ['placements', accountId];
  const params = { merchant_account_id: accountId };
  const show = (next: (placements: Placement[]) => Placement[]) => {
    const before = queryClient.getQueriesData<Pages>({ queryKey });
    queryClient.setQueriesData<Pages>({ queryKey }, (pages) => pages && withPlacements(pages, next));
    return { before };
  };
  const showAgain = (kept: ReturnType<typeof show> | undefined) => {
    for (const [key, pages] of kept?.before ?? []) queryClient.setQueryData(key, pages);
  };
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey }),
      queryClient.invalidateQueries({ queryKey: ['collections', accountId] }),
    ]);
  const change = useApiMutation({
    mutationFn: ({ id, change: body }: { id: string; change: Change }) =>
      call(changePlacement, { params: { ...params, placement_id: id }, body }),
    onMutate: async ({ id, change: body }) => {
      await queryClient.cancelQueries({ queryKey });
      return show((placements) => withChange(placements, id, body));
    },
    onError: (_error, _change, kept) => showAgain(kept),
    onSettled: refresh,
  });
  const remove = useApiMutation({
    mutationFn: (id: string) => call(removePlacement, { params: { ...params, placement_id: id } }),
    onMutate: async (id) => {
      await queryClient.cancelQueries({ queryKey });
      return show((placements) => placements.filter((placement) => placement.id !== id));
    },
    onError: (_error, _id, kept) => showAgain(kept),
    onSettled: () => Promise.all([refresh(), queryClient.invalidateQueries({ queryKey: ['catalogue', accountId] })]),
  });
  const add = useApiMutation({
    mutationFn: (body: BodyOf<typeof addPlacement>) => call(addPlacement, { params, body }),
    onSettled: () => Promise.all([refresh(), queryClient.invalidateQueries({ queryKey: ['catalogue', accountId] })]),
  });
  return { change, remove, add };
}

type Pages = InfiniteData<ReplyOf<typeof listPlacements>>;

/** The pages after a change of their placements. Each keeps its length, except the last. */
export function withPlacements(pages: Pages, next: (placements: Placement[]) => Placement[]): Pages {
  const left = next(pages.pages.flatMap((page) => page.data));
  const last = pages.pages.length - 1;
  return {
    ...pages,
    pages: pages.pages.map((page, index) => ({
      ...page,
      data: left.splice(0, index === last ? left.length : page.data.length),
    })),
  };
}

/** The placements after a change; positions count within each collection. */
export function withChange(placements: readonly Placement[], id: string, change: Change): Placement[] {
  const from = placements.findIndex((placement) => placement.id === id);
  const old = placements[from];
  if (!old) return [...placements];
  const { title = old.title, note = old.note, hidden = old.hidden, collection_id = old.collection_id } = change;
  const changed: Placement = { ...old, title, note, hidden, collection_id };
  if (change.position === undefined && collection_id === old.collection_id) return placements.with(from, changed);
  const others = placements.toSpliced(from, 1);
  const group = others.filter((placement) => placement.collection_id === collection_id);
  const next = change.position === undefined ? undefined : group[change.position];
  const last = group.at(-1);
  const at = next ? others.indexOf(next) : last ? others.indexOf(last) + 1 : others.length;
  return others.toSpliced(at, 0, changed);
}
