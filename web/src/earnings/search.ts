import type { Commission } from '@vitrine/contract/commissions.ts';

export type CommissionState = Commission['state'];

/** In the order in which money goes through them. Written out, so that the first page need not load the contract's schemas. */
const states: Record<CommissionState, true> = {
  pending: true,
  available: true,
  processing: true,
  paid: true,
  reversed: true,
};

export function isCommissionState(value: unknown): value is CommissionState {
  return typeof value === 'string' && Object.hasOwn(states, value);
}

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
  const { state } = search;
  const [storefront, order, merchant] = [text('storefront'), text('order'), text('merchant')];
  return {
    ...(storefront && { storefront }),
    ...(isCommissionState(state) && { state }),
    ...(order && { order }),
    ...(merchant && { merchant }),
  };
}
