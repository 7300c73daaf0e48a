import { queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  confirmTwoFactor,
  readTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
  turnOffTwoFactor,
} from '@vitrine/contract/two-factor.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';

/** Below the key of the settings, so that the live event of the user refreshes it too. */
export function twoFactorQuery() {
  return queryOptions({
    queryKey: ['settings', 'two-factor'],
    queryFn: async ({ signal }) => (await call(readTwoFactor, {}, signal)).data,
  });
}

/** Neither the secret nor the codes stay in the cache. */
export function useTwoFactorMutations() {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['settings'] });
  // What was refused to an operator without it is fetched again, too.
  const refreshAll = () => queryClient.invalidateQueries();
  const start = async (proof: string) => (await call(startTwoFactor, { body: { proof } })).data;
  const confirm = useApiMutation({
    mutationFn: async (code: string) => (await call(confirmTwoFactor, { body: { code } })).data.recovery_codes,
    onSuccess: refreshAll,
    gcTime: 0,
  });
  const renew = async (proof: string) => {
    const { data } = await call(renewRecoveryCodes, { body: { proof } });
    await refresh();
    return data.recovery_codes;
  };
  const turnOff = async (proof: string) => {
    const { data } = await call(turnOffTwoFactor, { body: { proof } });
    queryClient.setQueryData(twoFactorQuery().queryKey, data);
    await refresh();
  };
  return { start, confirm, renew, turnOff };
}
