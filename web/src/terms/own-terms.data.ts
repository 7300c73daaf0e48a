import { queryOptions } from '@tanstack/react-query';
import { listOwnRates, listOwnTerms } from '@vitrine/contract/terms.ts';
import { call } from '../api/call.ts';

/** What a creator earns on a brand's products, now and next. */
export function ownRatesQuery(account: string) {
  return queryOptions({
    queryKey: ['own-rates', account],
    queryFn: async ({ signal }) =>
      (await call(listOwnRates, { params: { merchant_account_id: account } }, signal)).data,
  });
}

/** Every version of a brand's terms as it concerns one creator. */
export function ownTermsQuery(account: string) {
  return queryOptions({
    queryKey: ['own-terms', account],
    queryFn: async ({ signal }) =>
      (await call(listOwnTerms, { params: { merchant_account_id: account } }, signal)).data,
  });
}
