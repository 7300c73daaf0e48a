import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { InboxState, QuestionKind, RejectionReason, RuleTest } from '@vitrine/contract/applications.ts';

export const stateTexts: Record<InboxState, MessageDescriptor> = {
  waiting: msg`Waiting`,
  approved: msg({ message: 'Approved', context: 'applications' }),
  rejected: msg`Declined`,
  withdrawn: msg`Withdrawn`,
};

export const reasonTexts: Record<RejectionReason, MessageDescriptor> = {
  no_fit: msg`Topics don’t fit the brand`,
  audience: msg`Audience is too small right now`,
  incomplete: msg`Something was missing`,
  region: msg`Program isn’t available in their country`,
  full: msg`Program takes no more creators right now`,
  other: msg`No reason given`,
};

export const questionTexts: Record<QuestionKind, MessageDescriptor> = {
  short_text: msg`Short text`,
  long_text: msg`Long text`,
  choice: msg`Choice`,
  social_link: msg`Link to a profile`,
};

export const testTexts: Record<RuleTest, MessageDescriptor> = {
  is: msg`is`,
  contains: msg`contains`,
  missing: msg`is missing`,
};
