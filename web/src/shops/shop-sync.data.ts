import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { connectShopSync, disconnectShopSync, readShopSync, startShopSync } from '@vitrine/contract/shop-sync.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { useRefetch } from '../brand/brand.data.ts';

/** Asked again every few seconds, so that the figures of a running sync move. */
export function shopSyncQuery(merchant: string) {
  return queryOptions({
    queryKey: ['brand', merchant, 'shop-sync'],
    queryFn: async ({ signal }) => (await call(readShopSync, { params: { merchant } }, signal)).data,
    refetchInterval: 4_000,
  });
}

export function useShopSync(merchant: string) {
  const params = { merchant };
  const onSettled = useRefetch(merchant);
  const connect = useApiMutation({
    mutationFn: (body: BodyOf<typeof connectShopSync>) => call(connectShopSync, { params, body }),
    onSettled,
  });
  const start = useApiMutation({ mutationFn: () => call(startShopSync, { params }), onSettled });
  const disconnect = useApiMutation({ mutationFn: () => call(disconnectShopSync, { params }), onSettled });
  return { connect, start, disconnect };
}
