import { declineCommission, releaseCommission } from '@vitrine/contract/commissions.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { useRefetch } from '../brand/brand.data.ts';

/** What a brand decides about a commission that is on hold. */
export function useHeldMutations(merchant: string) {
  const onSettled = useRefetch(merchant);
  const release = useApiMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      call(releaseCommission, { params: { merchant, commission_id: id }, body: { ...(reason && { reason }) } }),
    onSettled,
  });
  const decline = useApiMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      call(declineCommission, { params: { merchant, commission_id: id }, body: { reason } }),
    onSettled,
  });
  return { release, decline };
}
