import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ReportState, SubjectKind } from '@vitrine/contract/takedowns.ts';
import type { TakedownCategory } from '@vitrine/contract/values/takedown-categories.ts';

export const categoryNames: Record<TakedownCategory, MessageDescriptor> = {
  copyright: msg`Copyright`,
  court_order: msg`Court or authority order`,
  trademark: msg`Trademark`,
  privacy: msg`Privacy`,
  scam: msg`Scam, phishing or malware`,
  harmful: msg`Illegal or dangerous`,
  terms: msg`Breaks the terms of use`,
};

export const reportSubjects: Record<SubjectKind, MessageDescriptor> = {
  link: msg`Shortlink`,
  storefront: msg`Storefront`,
  creator: msg`All storefronts of a creator`,
  picture: msg`Picture`,
};

export const reportStates: Record<ReportState, MessageDescriptor> = {
  open: msg`Open`,
  taken_down: msg`Taken down`,
  declined: msg`Declined`,
  countered: msg`Counter-notice`,
  in_court: msg`In court`,
  restored: msg`Restored`,
};

export function stateLook(state: ReportState): 'good' | 'bad' | 'wait' | 'part' {
  if (state === 'open' || state === 'countered') return 'wait';
  return state === 'taken_down' || state === 'in_court' ? 'bad' : 'good';
}
