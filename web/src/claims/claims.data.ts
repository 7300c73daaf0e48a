import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import {
  type ClaimState,
  creditClaim,
  listBrandClaims,
  listClaims,
  makeClaim,
  rejectClaim,
  sendClaim,
} from '@vitrine/contract/claims.ts';
import type { BodyOf, CallOf } from '@vitrine/contract/endpoint.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import type { LiveMap } from '../api/queries.ts';
import { useRefetch } from '../brand/brand.data.ts';

export function claimsQuery(accountId: string) {
  return infiniteQueryOptions({
    queryKey: ['claims', accountId],
    queryFn: ({ pageParam, signal }) =>
      call(
        listClaims,
        {
          params: { merchant_account_id: accountId },
          query: { limit: 10, ...(pageParam && { cursor: pageParam }) },
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });
}

export function useClaims(accountId: string) {
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ['claims', accountId] });
  const make = useApiMutation({
    mutationFn: async (body: BodyOf<typeof makeClaim>) =>
      (await call(makeClaim, { params: { merchant_account_id: accountId }, body })).data,
    onSettled,
  });
  const send = useApiMutation({
    mutationFn: ({ claimId, note }: { claimId: string; note: string }) =>
      call(sendClaim, { params: { merchant_account_id: accountId, claim_id: claimId }, body: { note } }),
    onSettled,
  });
  return { make, send };
}

type Sent = Exclude<ClaimState, 'answered'>;

export function brandClaimsQuery(merchant: string, state: Sent | undefined) {
  return infiniteQueryOptions({
    queryKey: ['brand', merchant, 'claims', state ?? ''],
    queryFn: ({ pageParam, signal }) =>
      call(
        listBrandClaims,
        { params: { merchant }, query: { ...(state && { state }), ...(pageParam && { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });
}

export function useReject(merchant: string) {
  const onSettled = useRefetch(merchant);
  return useApiMutation({
    mutationFn: ({ claimId, reply }: { claimId: string; reply: string }) =>
      call(rejectClaim, { params: { merchant, claim_id: claimId }, body: { reply } }),
    onSettled,
  });
}

export function credit(merchant: string, claimId: string, body: NonNullable<CallOf<typeof creditClaim>['body']>) {
  return call(creditClaim, { params: { merchant, claim_id: claimId }, body });
}

export const claimsLive: LiveMap = { 'adjustment-update': () => [{ queryKey: ['claims'] }] };
