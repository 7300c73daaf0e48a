import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ObjectionState } from '@vitrine/contract/objections.ts';

export const objectionNames: Record<ObjectionState, MessageDescriptor> = {
  open: msg`To answer`,
  accepted: msg`Accepted`,
  rejected: msg`Rejected`,
  lapsed: msg`Not answered in time`,
};

export function isObjectionState(value: string | undefined): value is ObjectionState {
  return value !== undefined && Object.hasOwn(objectionNames, value);
}

export const objectionLooks = { open: 'wait', accepted: 'good', rejected: 'bad', lapsed: 'part' } as const;
