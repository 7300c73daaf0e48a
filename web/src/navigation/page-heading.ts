import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMatches } from '@tanstack/react-router';
import type { LegalSlug } from '../legal/legal.ts';
import { useManageLabel } from '../theme/manage-label.ts';

const legalHeadings = { 'terms-of-use': msg`Terms of use`, 'privacy-policy': msg`Privacy policy` } satisfies Record<
  LegalSlug,
  MessageDescriptor
>;

function isLegal(slug: string): slug is LegalSlug {
  return Object.hasOwn(legalHeadings, slug);
}

/** The heading of the current page, from the sitemap; a legal text has its own. */
export function usePageHeading(): string | undefined {
  const { t } = useLingui();
  const manage = useManageLabel();
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
  if (slug !== undefined && isLegal(slug)) return t(legalHeadings[slug]);
  return isManage ? manage : heading && t(heading);
}
