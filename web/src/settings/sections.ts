import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The sections of the page in order; the id is the fragment, as in `/settings#security`. */
export const sections = [
  { id: 'profile', heading: msg`Profile` },
  { id: 'sign-in', heading: msg`Sign-in methods` },
  { id: 'preferences', heading: msg`Language and theme` },
  { id: 'notifications', heading: msg`Notifications` },
  { id: 'social', heading: msg`Social accounts` },
  { id: 'payouts', heading: msg`Payout method` },
  { id: 'sessions', heading: msg`Devices` },
  { id: 'security', heading: msg`Security log` },
  { id: 'data', heading: msg`Your data` },
  { id: 'close', heading: msg`Close account` },
] as const satisfies readonly { id: string; heading: MessageDescriptor }[];

/** Those of brand staff and operators. The others are about selling. */
export const accountSections: readonly SectionId[] = [
  'profile',
  'sign-in',
  'preferences',
  'notifications',
  'sessions',
  'security',
  'data',
  'close',
];

export type SectionId = (typeof sections)[number]['id'];
