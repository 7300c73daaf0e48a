import { type CommissionState, isCommissionState } from '../commissions/commission-state.ts';

/** The tabs of the page; none means commissions. */
const earningsViews = ['payouts', 'statements', 'adjustments', 'unearned', 'rules'] as const;
export type EarningsView = (typeof earningsViews)[number];

export type EarningsSearch = {
  view?: EarningsView | undefined;
  /** `2026-11`: only commissions of that month. */
  month?: string;
  /** A storefront's slug. */
  storefront?: string;
  state?: CommissionState;
  /** The order whose explanation is open, and its merchant's slug. */
  order?: string;
  merchant?: string;
};

export function readEarningsSearch(search: Record<string, unknown>): EarningsSearch {
  const text = (name: string) => (typeof search[name] === 'string' && search[name] !== '' ? search[name] : undefined);
  const { state } = search;
  const view = earningsViews.find((each) => each === search['view']);
  const month = text('month');
  const [storefront, order, merchant] = [text('storefront'), text('order'), text('merchant')];
  return {
    ...(view && { view }),
    ...(month && /^\d{4}-\d{2}$/.test(month) && { month }),
    ...(storefront && { storefront }),
    ...(isCommissionState(state) && { state }),
    ...(order && { order }),
    ...(merchant && { merchant }),
  };
}
