import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PayoutState } from '@vitrine/contract/payouts.ts';

/** What the states of a payout are called. */
export const payoutNames = {
  requested: msg`Asked for`,
  approved: msg`Approved`,
  sent: msg`On its way`,
  paid: msg`Paid`,
  failed: msg`Came back`,
  cancelled: msg`Taken back`,
} satisfies Record<PayoutState, MessageDescriptor>;
