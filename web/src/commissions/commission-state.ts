import type { Commission } from '@vitrine/contract/commissions.ts';

export type CommissionState = Commission['state'];

/** In the order in which money goes through them. Written out so that the first page doesn't load the contract's schemas. */
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
