import type { MessageDescriptor } from '@lingui/core';
import { useMatches } from '@tanstack/react-router';
import { manageLabel, useVariant } from './variant.ts';

/** What the page that is shown is called, by the sitemap. */
export function usePageHeading(): MessageDescriptor | undefined {
  const variant = useVariant();
  const heading = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.heading)?.staticData.heading,
  });
  const isManage = useMatches({ select: (matches) => matches.at(-1)?.pathname.startsWith('/manage') === true });
  return isManage ? manageLabel(variant) : heading;
}
