import { infiniteQueryOptions } from '@tanstack/react-query';
import {
  type AdjustmentKind,
  giveAdjustments,
  listAdjustments,
  listBrandAdjustments,
  previewAdjustments,
} from '@vitrine/contract/adjustments.ts';
import type { BodyOf, CallOf } from '@vitrine/contract/endpoint.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import type { LiveMap } from '../api/queries.ts';

/** A creator's bonuses and corrections at one storefront. */
export function adjustmentsQuery(accountId: string) {
  return infiniteQueryOptions({
    queryKey: ['adjustments', accountId],
    queryFn: ({ pageParam, signal }) =>
      call(
        listAdjustments,
        { query: { merchant_account_id: accountId, ...(pageParam && { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });
}

export function brandAdjustmentsQuery(merchant: string, { search, kind }: { search: string; kind?: AdjustmentKind }) {
  return infiniteQueryOptions({
    queryKey: ['brand', merchant, 'adjustments', search, kind ?? ''],
    queryFn: ({ pageParam, signal }) =>
      call(
        listBrandAdjustments,
        {
          params: { merchant },
          query: { ...(search && { search }), ...(kind && { kind }), ...(pageParam && { cursor: pageParam }) },
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });
}

export function usePreview(merchant: string) {
  return useApiMutation({
    mutationFn: async (body: BodyOf<typeof previewAdjustments>) =>
      (await call(previewAdjustments, { params: { merchant }, body })).data,
  });
}

/** `once` makes sure that a repeated call gives nothing twice. */
export function give(merchant: string, once: string, body: NonNullable<CallOf<typeof giveAdjustments>['body']>) {
  return call(giveAdjustments, { params: { merchant }, body, once });
}

export const adjustmentsLive: LiveMap = {
  'adjustment-update': () => [
    { queryKey: ['adjustments'] },
    { queryKey: ['earnings'] },
    { queryKey: ['cash-out'] },
    { queryKey: ['statements'] },
    { queryKey: ['overview'] },
  ],
  'payout-update': () => [{ queryKey: ['adjustments'] }],
};
