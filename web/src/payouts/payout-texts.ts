import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PayoutState } from '@vitrine/contract/payouts.ts';

export const payoutNames = {
  requested: msg`Requested`,
  approved: msg({ message: 'Approved', context: 'payout' }),
  sent: msg`On its way`,
  paid: msg`Paid`,
  failed: msg`Failed`,
  cancelled: msg`Canceled`,
} satisfies Record<PayoutState, MessageDescriptor>;
