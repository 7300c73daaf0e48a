import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Adjustment, AdjustmentKind, AdjustmentLine } from '@vitrine/contract/adjustments.ts';

export const adjustmentNames: Record<AdjustmentKind, MessageDescriptor> = {
  bonus: msg`Bonus`,
  correction: msg`Correction`,
};

export const adjustmentStates: Record<Adjustment['state'], MessageDescriptor> = {
  available: msg`In the available balance`,
  processing: msg`In a payout`,
  paid: msg`Paid`,
};

export const lineProblems: Record<NonNullable<AdjustmentLine['problem']>, MessageDescriptor> = {
  unknown_creator: msg`Not one of your creators`,
  ended_creator: msg`No longer one of your creators`,
  repeated_creator: msg`Listed more than once`,
  bad_amount: msg`Write the amount like 25 or 25.00`,
  zero: msg`The amount is 0`,
  not_positive: msg`A bonus must be above 0. Choose Correction to take money off.`,
  too_much: msg`Above the most for one creator at once`,
};
