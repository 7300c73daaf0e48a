import { useQueryClient } from '@tanstack/react-query';
import {
  addPasskey as addPasskeyCall,
  removeAuthenticator,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '@vitrine/contract/two-factor.passkeys.ts';
import {
  confirmTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
  type TwoFactor,
  turnOffTwoFactor,
} from '@vitrine/contract/two-factor.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { loadPasskeys } from './passkeys.ts';
import { twoFactorQuery } from './two-factor.data.ts';

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
  const keep = async (data: TwoFactor) => {
    queryClient.setQueryData(twoFactorQuery().queryKey, data);
    await refresh();
  };
  const turnOff = async (proof: string) => keep((await call(turnOffTwoFactor, { body: { proof } })).data);
  /** Creates a passkey in this browser; returns new recovery codes if it is the first second factor. */
  const addPasskey = async (proof: string, name: string) => {
    const { createPasskey } = await loadPasskeys();
    const passkey = await createPasskey((await call(startPasskey, { body: { proof } })).data);
    const { data } = await call(addPasskeyCall, { body: { name, passkey } });
    await refreshAll();
    return data.recovery_codes;
  };
  const rename = useApiMutation({
    mutationFn: async ({ id, name }: { id: string; name: string }) =>
      (await call(renamePasskey, { params: { passkey_id: id }, body: { name } })).data,
    onSuccess: refresh,
  });
  /** Removes a passkey by its id, or the app. */
  const remove = async (proof: string, passkeyId: string | undefined) => {
    const body = { proof };
    if (passkeyId === undefined) return keep((await call(removeAuthenticator, { body })).data);
    return keep((await call(removePasskey, { params: { passkey_id: passkeyId }, body })).data);
  };
  return { start, confirm, renew, turnOff, addPasskey, rename, remove };
}
