import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { uploadPicture } from '@vitrine/contract/pictures.ts';
import {
  changeProduct,
  createProduct,
  listProductChanges,
  listProductCreators,
  readProduct,
  readProductFigures,
} from '@vitrine/contract/catalogue.products.ts';
import type { RangeSearch } from '../analytics/search.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { useRefetch } from '../brand/brand.data.ts';

const keyOf = (merchant: string, product: string) => ['brand', merchant, 'product', product] as const;

export function productQuery(merchant: string, product: string) {
  return queryOptions({
    queryKey: keyOf(merchant, product),
    queryFn: async ({ signal }) =>
      (await call(readProduct, { params: { merchant, product_id: product } }, signal)).data,
  });
}

export function productFiguresQuery(merchant: string, product: string, range: RangeSearch) {
  return queryOptions({
    queryKey: [...keyOf(merchant, product), 'figures', range],
    queryFn: async ({ signal }) =>
      (await call(readProductFigures, { params: { merchant, product_id: product }, query: range }, signal)).data,
  });
}

export function productCreatorsQuery(merchant: string, product: string, range: RangeSearch) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(merchant, product), 'creators', range],
    queryFn: ({ pageParam, signal }) =>
      call(
        listProductCreators,
        {
          params: { merchant, product_id: product },
          query: { ...range, ...(pageParam && { cursor: pageParam }), limit: 20 },
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });
}

export function productChangesQuery(merchant: string, product: string) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(merchant, product), 'changes'],
    queryFn: ({ pageParam, signal }) =>
      call(
        listProductChanges,
        {
          params: { merchant, product_id: product },
          query: { ...(pageParam && { cursor: pageParam }), limit: 10 },
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });
}

export type NewProduct = BodyOf<typeof createProduct>;
export type ProductEdit = BodyOf<typeof changeProduct>;

export function useProductMutations(merchant: string) {
  const onSettled = useRefetch(merchant);
  const create = useApiMutation({
    mutationFn: async (body: NewProduct) => (await call(createProduct, { params: { merchant }, body })).data,
    onSettled,
  });
  const change = useApiMutation({
    mutationFn: async ({ id, edit }: { id: string; edit: ProductEdit }) =>
      (await call(changeProduct, { params: { merchant, product_id: id }, body: edit })).data,
    onSettled,
  });
  const upload = useApiMutation({
    mutationFn: async (file: File) =>
      (await call(uploadPicture, { query: { purpose: 'product', merchant }, file })).data,
  });
  return { create, change, upload };
}
