import { declineCommission, releaseCommission } from '@vitrine/contract/commissions.ts';
import { call } from '../api/call.ts';
import { useDeed } from '../api/deed.ts';
import { useAskAgain } from '../brand/brand.data.ts';

/** What a brand decides about a commission that is on hold. */
export function useHeldDeeds(merchant: string) {
  const onSettled = useAskAgain(merchant);
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
  return { release, decline };
}
