import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Suspension } from '@vitrine/contract/suspensions.ts';
import type { SuspensionCategory } from '@vitrine/contract/values/suspension-categories.ts';

export const suspensionCategoryTexts: Record<SuspensionCategory, MessageDescriptor> = {
  fraud: msg`Fraud`,
  self_purchases: msg`Own purchases`,
  content: msg`Trademarks or content`,
  abuse: msg`Abuse`,
  legal: msg`Legal reasons`,
  other: msg`Other`,
};

export const suspensionOutcomeTexts: Record<NonNullable<Suspension['outcome']>, MessageDescriptor> = {
  lifted: msg`Lifted`,
  accepted: msg`Lifted after an objection`,
  lapsed: msg`Ended because nobody answered the objection`,
};

export const suspensionObjectionTexts: Record<NonNullable<Suspension['objection']>['state'], MessageDescriptor> = {
  open: msg`Objection to answer`,
  accepted: msg`Objection accepted`,
  rejected: msg`Objection rejected`,
  lapsed: msg`Objection not answered`,
};

export const suspensionObjectionLooks = { open: 'wait', accepted: 'good', rejected: 'bad', lapsed: 'part' } as const;

export function isSuspensionObjection(
  value: string | undefined,
): value is NonNullable<Suspension['objection']>['state'] {
  return value !== undefined && Object.hasOwn(suspensionObjectionTexts, value);
}
