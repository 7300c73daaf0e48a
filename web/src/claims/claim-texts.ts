import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ClaimState } from '@vitrine/contract/claims.ts';

export const claimNames: Record<Exclude<ClaimState, 'answered'>, MessageDescriptor> = {
  open: msg`To answer`,
  credited: msg`Credited`,
  rejected: msg`Rejected`,
};

export const claimLooks = { open: 'wait', credited: 'good', rejected: 'bad', answered: undefined } as const;

export function isSentState(value: string | undefined): value is keyof typeof claimNames {
  return value !== undefined && Object.hasOwn(claimNames, value);
}
