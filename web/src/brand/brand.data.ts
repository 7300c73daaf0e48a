import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { archiveProduct, listCatalogue } from '@vitrine/contract/catalogue.ts';
import { declineCommission, releaseCommission } from '@vitrine/contract/commissions.ts';
import { listTerms, publishTerms } from '@vitrine/contract/terms.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import {
  createApiKey,
  createDiscountCode,
  listApiKeys,
  listDiscountCodes,
  readBrandOverview,
  revokeApiKey,
} from '@vitrine/contract/merchants.ts';
import { listOrders, readOrder, refundOrder } from '@vitrine/contract/orders.ts';
import { call } from '../api/call.ts';
import { useDeed } from '../api/deed.ts';
import type { LiveMap } from '../api/queries.ts';
import type { OrderFilter } from './order-words.ts';

export function brandOverviewQuery(merchant: string) {
  return queryOptions({
    queryKey: ['brand-overview', merchant],
    queryFn: async ({ signal }) => (await call(readBrandOverview, { params: { merchant } }, signal)).data,
  });
}

export function ordersQuery(merchant: string, { search, outcome }: { search?: string; outcome?: OrderFilter }) {
  return infiniteQueryOptions({
    queryKey: ['brand', merchant, 'orders', search ?? '', outcome ?? ''],
    queryFn: ({ pageParam, signal }) =>
      call(
        listOrders,
        {
          params: { merchant },
          query: { ...(search && { search }), ...(outcome && { outcome }), ...(pageParam && { cursor: pageParam }) },
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });
}

export function orderQuery(merchant: string, orderId: string) {
  return queryOptions({
    queryKey: ['brand', merchant, 'order', orderId],
    queryFn: async ({ signal }) => (await call(readOrder, { params: { merchant, order_id: orderId } }, signal)).data,
  });
}

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

export function termsQuery(merchant: string) {
  return queryOptions({
    queryKey: ['brand', merchant, 'terms'],
    queryFn: async ({ signal }) => (await call(listTerms, { params: { merchant } }, signal)).data,
  });
}

export function apiKeysQuery(merchant: string) {
  return queryOptions({
    queryKey: ['brand', merchant, 'api-keys'],
    queryFn: async ({ signal }) => (await call(listApiKeys, { params: { merchant } }, signal)).data,
  });
}

export function discountCodesQuery(merchant: string) {
  return queryOptions({
    queryKey: ['brand', merchant, 'discount-codes'],
    queryFn: async ({ signal }) => (await call(listDiscountCodes, { params: { merchant } }, signal)).data,
  });
}

/** After a deed, whatever is on the screen of that brand is asked again. */
function useAskAgain(merchant: string) {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['brand', merchant] }),
      queryClient.invalidateQueries({ queryKey: ['brand-overview', merchant] }),
    ]);
}

/** What a brand does about an order. */
export function useOrderDeeds(merchant: string) {
  const onSettled = useAskAgain(merchant);
  const refund = useDeed({
    mutationFn: ({ orderId, body }: { orderId: string; body: BodyOf<typeof refundOrder> }) =>
      call(refundOrder, { params: { merchant, order_id: orderId }, body }),
    onSettled,
  });
  const release = useDeed({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      call(releaseCommission, { params: { merchant, commission_id: id }, body: { ...(reason && { reason }) } }),
    onSettled,
  });
  const decline = useDeed({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      call(declineCommission, { params: { merchant, commission_id: id }, body: { reason } }),
    onSettled,
  });
  return { refund, release, decline };
}

export function useCatalogueDeeds(merchant: string) {
  const onSettled = useAskAgain(merchant);
  const archive = useDeed({
    mutationFn: ({ id, archived }: { id: string; archived: boolean }) =>
      call(archiveProduct, { params: { merchant, product_id: id }, body: { archived } }),
    onSettled,
  });
  return { archive };
}

export function useTermsDeed(merchant: string) {
  const onSettled = useAskAgain(merchant);
  return useDeed({
    mutationFn: async (body: BodyOf<typeof publishTerms>) =>
      (await call(publishTerms, { params: { merchant }, body })).data,
    onSettled,
  });
}

export function useSettingsDeeds(merchant: string) {
  const onSettled = useAskAgain(merchant);
  const makeKey = useDeed({
    mutationFn: async (body: BodyOf<typeof createApiKey>) =>
      (await call(createApiKey, { params: { merchant }, body })).data,
    onSettled,
  });
  const revokeKey = useDeed({
    mutationFn: (id: string) => call(revokeApiKey, { params: { merchant, api_key_id: id } }),
    onSettled,
  });
  const giveCode = useDeed({
    mutationFn: async (body: BodyOf<typeof createDiscountCode>) =>
      (await call(createDiscountCode, { params: { merchant }, body })).data,
    onSettled,
  });
  return { makeKey, revokeKey, giveCode };
}

export const brandLive: LiveMap = {
  'order-decided': () => [{ queryKey: ['brand'] }, { queryKey: ['brand-overview'] }],
  'figures-update': () => [{ queryKey: ['brand-overview'] }],
  'unread-count-update': () => [{ queryKey: ['brand-overview'] }],
};
