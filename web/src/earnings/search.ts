import { commissionState } from '@vitrine/contract/commissions.ts';
import type * as z from 'zod/mini';

export type CommissionState = z.output<typeof commissionState>;
export const commissionStates = commissionState.options;

export type EarningsSearch = {
  /** A storefront's slug. */
  storefront?: string;
  state?: CommissionState;
  /** The order whose explanation is open, and the merchant it came to. */
  order?: string;
  merchant?: string;
};

export function readEarningsSearch(search: Record<string, unknown>): EarningsSearch {
  const text = (name: string) => (typeof search[name] === 'string' && search[name] !== '' ? search[name] : undefined);
  const state = commissionStates.find((each) => each === search['state']);
  const [storefront, order, merchant] = [text('storefront'), text('order'), text('merchant')];
  return { ...(storefront && { storefront }), ...(state && { state }), ...(order && { order }), ...(merchant && { merchant }) };
}
