import { queryOptions } from '@tanstack/react-query';
import {
  type OrderSource,
  changeShopConnection,
  connectShop,
  disconnectShop,
  listShopConnections,
  revokeConnectionSecret,
} from '@vitrine/contract/connections.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { importOrders, type OrderImport } from '@vitrine/contract/order-files.ts';
import { listOrders } from '@vitrine/contract/orders.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { useRefetch } from '../brand/brand.data.ts';

/** Asked again every few seconds, so that the first webhook shows while the brand still looks at its shop. */
export function shopConnectionsQuery(merchant: string) {
  return queryOptions({
    queryKey: ['brand', merchant, 'connections'],
    queryFn: async ({ signal }) => (await call(listShopConnections, { params: { merchant } }, signal)).data,
    refetchInterval: 4_000,
  });
}

/** The last test order that came this way, or null; asked again, so that it shows while the brand tries its shop. */
export function lastTestOrderQuery(merchant: string, way: OrderSource) {
  return queryOptions({
    queryKey: ['brand', merchant, 'test-order', way],
    queryFn: async ({ signal }) => {
      const query = { outcome: 'test' as const };
      const { data } = await call(listOrders, { params: { merchant }, query }, signal);
      return data.find(({ source }) => source === way) ?? null;
    },
    refetchInterval: 4_000,
  });
}

export function useConnectionMutations(merchant: string, kind: string) {
  const onSettled = useRefetch(merchant);
  const params = { merchant, kind };
  const connect = useApiMutation({
    mutationFn: async (body: BodyOf<typeof connectShop>) => (await call(connectShop, { params, body })).data,
    onSettled,
  });
  const change = useApiMutation({
    mutationFn: async (months: number) =>
      (await call(changeShopConnection, { params, body: { renewal_months: months } })).data,
    onSettled,
  });
  const revoke = useApiMutation({
    mutationFn: (id: string) => call(revokeConnectionSecret, { params: { ...params, secret_id: id } }),
    onSettled,
  });
  const disconnect = useApiMutation({ mutationFn: () => call(disconnectShop, { params }), onSettled });
  return { connect, change, revoke, disconnect };
}

type OrderFile = { csv: string; columns: OrderImport['columns'] };

/** A preview of a file with orders, and its import. */
export function useOrderFiles(merchant: string) {
  const onSettled = useRefetch(merchant);
  const send = async (file: OrderFile, isPreview: boolean) =>
    (await call(importOrders, { params: { merchant }, body: { ...file, preview: isPreview } })).data;
  const preview = useApiMutation({ mutationFn: (file: OrderFile) => send(file, true) });
  const run = useApiMutation({ mutationFn: (file: OrderFile) => send(file, false), onSettled });
  return { preview, run };
}
