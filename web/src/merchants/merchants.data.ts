import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import {
  createApiKey,
  createDiscountCode,
  listApiKeys,
  listDiscountCodes,
  revokeApiKey,
} from '@vitrine/contract/merchants.ts';
import { listAssignableCodes } from '@vitrine/contract/shop-sync.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { useRefetch } from '../brand/brand.data.ts';

export function apiKeysQuery(merchant: string) {
  return queryOptions({
    queryKey: ['brand', merchant, 'api-keys'],
    queryFn: async ({ signal }) => (await call(listApiKeys, { params: { merchant } }, signal)).data,
  });
}

export function discountCodesQuery(merchant: string) {
  return infiniteQueryOptions({
    queryKey: ['brand', merchant, 'discount-codes'],
    queryFn: ({ pageParam, signal }) =>
      call(listDiscountCodes, { params: { merchant }, query: { ...(pageParam && { cursor: pageParam }) } }, signal),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });
}

/** Codes that the shop has and no creator has yet. */
export function assignableCodesQuery(merchant: string) {
  return queryOptions({
    queryKey: ['brand', merchant, 'assignable-codes'],
    queryFn: async ({ signal }) => (await call(listAssignableCodes, { params: { merchant } }, signal)).data,
  });
}

export function useMerchantMutations(merchant: string) {
  const onSettled = useRefetch(merchant);
  const makeKey = useApiMutation({
    mutationFn: async (body: BodyOf<typeof createApiKey>) =>
      (await call(createApiKey, { params: { merchant }, body })).data,
    onSettled,
  });
  const revokeKey = useApiMutation({
    mutationFn: (id: string) => call(revokeApiKey, { params: { merchant, api_key_id: id } }),
    onSettled,
  });
  const giveCode = useApiMutation({
    mutationFn: async (body: BodyOf<typeof createDiscountCode>) =>
      (await call(createDiscountCode, { params: { merchant }, body })).data,
    onSettled,
  });
  return { makeKey, revokeKey, giveCode };
}
