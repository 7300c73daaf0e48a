import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SubjectKind } from '@vitrine/contract/takedowns.ts';
import type { TakedownCategory } from '@vitrine/contract/values/takedown-categories.ts';

export const ownSubjects: Record<SubjectKind, MessageDescriptor> = {
  link: msg`Link taken down`,
  storefront: msg`Storefront taken down`,
  creator: msg`All your storefronts taken down`,
  picture: msg`Picture taken down`,
};

export const whyTexts: Record<TakedownCategory, MessageDescriptor> = {
  copyright: msg`We received a copyright notice about it.`,
  court_order: msg`A court or an authority ordered us to.`,
  trademark: msg`We received a complaint that it infringes a trademark.`,
  privacy: msg`We received a complaint that it violates someone’s privacy.`,
  scam: msg`It was reported as a scam, phishing or malware.`,
  harmful: msg`It showed something illegal or dangerous.`,
  terms: msg`It broke the terms of use.`,
};
