import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Closure } from '@vitrine/contract/closures.ts';

export const erasedTexts = {
  profile: msg`Your name, picture and handle. No one else can take your handle.`,
  sign_in: msg`Your email, password, Google connection and devices`,
  emails: msg`Our emails to you, and emails that name you`,
  tickets: msg`Your questions to support and our answers`,
  security_log: msg`The details in your security log`,
  storefronts: msg`Your storefronts with all texts, pictures and collections, and the titles of your links`,
  messages: msg`The messages you wrote to brands`,
  social: msg`Your social accounts with all their figures`,
  bank_details: msg`Your bank details`,
  memberships: msg`Your access to brands`,
} satisfies Record<Closure['erased'][number], MessageDescriptor>;

export const keptTexts = {
  books: msg`Orders, commissions and payouts, because brands must keep their books by law. A code takes the place of your name.`,
  statements: msg`Your monthly statements, which are part of those books`,
  acceptances: msg`Which terms you accepted and when, as proof of the agreement`,
  counts: msg`Counts of clicks and views, which don’t name anyone`,
  brand_data: msg`What belongs to a brand: its messages, announcements, pictures and discount codes`,
  action_log: msg`Which actions were taken when, without details or names, so that the audit log can be verified`,
} satisfies Record<Closure['kept'][number], MessageDescriptor>;
