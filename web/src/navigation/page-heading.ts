import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useMatches } from '@tanstack/react-router';
import type { LegalSlug } from '../legal/legal.ts';
import { manageLabel, useVariant } from '../theme/variant.ts';

const legalHeadings = { 'terms-of-use': msg`Terms of use`, 'privacy-policy': msg`Privacy policy` } satisfies Record<
  LegalSlug,
  MessageDescriptor
>;

function isLegal(slug: string): slug is LegalSlug {
  return Object.hasOwn(legalHeadings, slug);
}

/** The heading of the current page, from the sitemap; a legal text has its own. */
export function usePageHeading(): MessageDescriptor | undefined {
  const variant = useVariant();
  const heading = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.heading)?.staticData.heading,
  });
  const isManage = useMatches({ select: (matches) => matches.at(-1)?.pathname.startsWith('/manage') === true });
  const slug = useMatches({
    select: (matches) => {
      const params = matches.at(-1)?.params;
      return params && 'slug' in params ? params.slug : undefined;
    },
  });
  if (slug !== undefined && isLegal(slug)) return legalHeadings[slug];
  return isManage ? manageLabel(variant) : heading;
}
