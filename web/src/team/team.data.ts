import { queryOptions } from '@tanstack/react-query';
import { changeStaff, inviteStaff, listStaff, removeStaff } from '@vitrine/contract/team.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import type { BrandRole } from '@vitrine/contract/values/brand-roles.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { useRefetch } from '../brand/brand.data.ts';

export function staffQuery(merchant: string) {
  return queryOptions({
    queryKey: ['brand', merchant, 'staff'],
    queryFn: async ({ signal }) => (await call(listStaff, { params: { merchant } }, signal)).data,
  });
}

export function useStaffMutations(merchant: string) {
  const onSettled = useRefetch(merchant);
  const invite = useApiMutation({
    mutationFn: async (body: BodyOf<typeof inviteStaff>) =>
      (await call(inviteStaff, { params: { merchant }, body })).data,
    onSettled,
  });
  const changeRole = useApiMutation({
    mutationFn: async ({ uid, role }: { uid: string; role: BrandRole }) =>
      (await call(changeStaff, { params: { merchant, uid }, body: { role } })).data,
    onSettled,
  });
  const remove = useApiMutation({
    mutationFn: (uid: string) => call(removeStaff, { params: { merchant, uid } }),
    onSettled,
  });
  return { invite, changeRole, remove };
}
