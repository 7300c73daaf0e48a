import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Commission } from '@vitrine/contract/commissions.ts';
import type { CommissionState } from './search.ts';

/** What the states are called; `available` is the creator's "current". */
export const stateNames = {
  pending: msg`Pending`,
  available: msg`Current`,
  processing: msg`Processing`,
  paid: msg`Paid`,
  reversed: msg`Reversed`,
} satisfies Record<CommissionState, MessageDescriptor>;

/** What became of a commission of which something was reversed. */
export const reversalNames = {
  partly_reversed: msg`Partly reversed`,
  reversed: msg`Reversed`,
  declined: msg`Declined by the brand`,
} satisfies Record<Exclude<Commission['reversal'], 'none'>, MessageDescriptor>;

/** Why a commission does not move on to its date by itself. A reason this build does not know is told in general. */
const holds = {
  self_purchase: msg`On hold: the order looks like your own purchase. The brand is reviewing it.`,
  held_self_purchase: msg`On hold: the order looks like your own purchase. The brand is reviewing it.`,
  machine_click: msg`On hold: the click looks automated. The brand is reviewing it.`,
  review: msg`On hold: the brand is reviewing this order.`,
};

export function holdText(reason: string): MessageDescriptor {
  return new Map<string, MessageDescriptor>(Object.entries(holds)).get(reason) ?? holds.review;
}
