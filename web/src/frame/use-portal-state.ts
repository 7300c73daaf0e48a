import { useQuery } from '@tanstack/react-query';
import { useMatches, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useUser } from '../accounts/accounts.data.ts';
import { readToken } from '../api/token.ts';
import { merchantListQuery } from '../conversations/merchant-list.data.ts';
import { useLayout } from './use-layout.ts';
import { rememberStorefront } from './now-storefront.ts';
import { usePageHeading } from '../navigation/page-heading.ts';
import { type PortalState, portalStateOf } from './portal-state.ts';
import { variant } from '../theme/variant.ts';

/**
 * The storefront slug in the page's address. Selects only this value: the router reports every step of a navigation, and
 * a component that listens to all of them renders at each step.
 */
export function useStorefrontOfPage(): string | undefined {
  return useMatches({
    select: (matches) => {
      const page = matches.at(-1);
      return page && 'id' in page.params ? page.params.id : undefined;
    },
  });
}

/** The portal's state for the frame and its parts. */
export function usePortalState(): PortalState {
  const user = useUser();
  const layout = useLayout();
  const { data: merchants } = useQuery(merchantListQuery());
  const isAnnouncementOpen = useRouterState({ select: (state) => state.location.state.drawer === 'announcements' });
  const slug = useStorefrontOfPage();
  const heading = usePageHeading();
  const isOwn = user.merchant_accounts.some((account) => account.slug === slug);
  useEffect(() => {
    if (slug !== undefined && isOwn) rememberStorefront(slug);
  }, [slug, isOwn]);
  return portalStateOf({
    project: variant.key,
    user,
    token: readToken(),
    heading: heading ?? variant.name,
    layout,
    merchants,
    slug,
    isAnnouncementOpen,
  });
}
