import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OperatorUser } from '@vitrine/contract/operators.ts';
import { userStatus } from '@vitrine/contract/values/user-status.ts';

export const roleNames = {
  creator: msg`Creator`,
  brand: msg`Brand`,
  operator: msg`Operator`,
} satisfies Record<OperatorUser['role'], MessageDescriptor>;

export function isRole(value: string | undefined): value is OperatorUser['role'] {
  return value !== undefined && Object.hasOwn(roleNames, value);
}

const statusNames: Record<number, MessageDescriptor> = {
  [userStatus.notRegistered]: msg`Not registered`,
  [userStatus.registering]: msg`Registering`,
  [userStatus.locked]: msg`Locked`,
  [userStatus.closed]: msg`Closed`,
  [userStatus.active]: msg({ message: 'Active', context: 'account' }),
};

export function statusName(status: number): MessageDescriptor {
  return statusNames[status] ?? msg`Inactive`;
}

export function statusLook(status: number): 'good' | 'bad' | 'wait' {
  if (status === userStatus.active) return 'good';
  return status === userStatus.locked || status === userStatus.closed ? 'bad' : 'wait';
}

const placeNames: Record<string, MessageDescriptor> = {
  owner: msg`Owner`,
  staff: msg`Staff`,
};

/** The role of a user at a brand. */
export function placeName(as: string): MessageDescriptor {
  return placeNames[as] ?? msg`Creator`;
}
