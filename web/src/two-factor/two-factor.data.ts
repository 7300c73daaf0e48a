import { queryOptions } from '@tanstack/react-query';
import { readTwoFactor } from '@vitrine/contract/two-factor.ts';
import { call } from '../api/call.ts';

/** Below the key of the settings, so that the live event of the user refreshes it too. */
export function twoFactorQuery() {
  return queryOptions({
    queryKey: ['settings', 'two-factor'],
    queryFn: async ({ signal }) => (await call(readTwoFactor, {}, signal)).data,
  });
}
