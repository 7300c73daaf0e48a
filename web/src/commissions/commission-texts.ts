import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Commission } from '@vitrine/contract/commissions.ts';
import type { CommissionState } from './commission-state.ts';

export const stateNames = {
  pending: msg`Pending`,
  available: msg`Available`,
  processing: msg`Processing`,
  paid: msg`Paid`,
  reversed: msg`Reversed`,
} satisfies Record<CommissionState, MessageDescriptor>;

/** For commissions of which something was reversed. */
export const reversalNames = {
  partly_reversed: msg`Partly reversed`,
  reversed: msg`Reversed`,
  declined: msg`Declined by the brand`,
} satisfies Record<Exclude<Commission['reversal'], 'none'>, MessageDescriptor>;
