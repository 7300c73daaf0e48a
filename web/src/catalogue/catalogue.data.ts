import { infiniteQueryOptions } from '@tanstack/react-query';
import { archiveProduct, listCatalogue } from '@vitrine/contract/catalogue.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { useRefetch } from '../brand/brand.data.ts';

export function productsQuery(merchant: string, search: string) {
  return infiniteQueryOptions({
    queryKey: ['brand', merchant, 'products', search],
    queryFn: ({ pageParam, signal }) =>
      call(
        listCatalogue,
        {
          params: { merchant },
          query: { ...(search && { search }), ...(pageParam && { cursor: pageParam }), limit: 50 },
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });
}

export function useCatalogueMutations(merchant: string) {
  const onSettled = useRefetch(merchant);
  const archive = useApiMutation({
    mutationFn: ({ id, archived }: { id: string; archived: boolean }) =>
      call(archiveProduct, { params: { merchant, product_id: id }, body: { archived } }),
    onSettled,
  });
  return { archive };
}
