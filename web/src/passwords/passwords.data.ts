import { useQueryClient } from '@tanstack/react-query';
import { changePassword } from '@vitrine/contract/passwords.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { prove } from './prove.ts';

export function useChangePassword() {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['settings'] });
  return useApiMutation({
    mutationFn: async ({ current, next }: { current: string; next: string }) =>
      (await call(changePassword, { body: { new_password: next, proof: await prove(current) } })).data,
    onSuccess: refresh,
  });
}
