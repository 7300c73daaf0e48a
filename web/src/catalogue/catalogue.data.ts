import { infiniteQueryOptions } from '@tanstack/react-query';
import { listCatalogue } from '@vitrine/contract/catalogue.ts';
import { call } from '../api/call.ts';

export type CatalogueState = 'active' | 'archived';

export function productsQuery(merchant: string, search: string, state: CatalogueState) {
  return infiniteQueryOptions({
    queryKey: ['brand', merchant, 'products', state, search],
    queryFn: ({ pageParam, signal }) =>
      call(
        listCatalogue,
        {
          params: { merchant },
          query: { state, ...(search && { search }), ...(pageParam && { cursor: pageParam }), limit: 50 },
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });
}
