import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMatches, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useUser } from '../accounts/accounts.data.ts';
import { readToken } from '../api/token.ts';
import { merchantListQuery } from '../messages/merchant-list.data.ts';
import { useLayout } from './layout.ts';
import { rememberStorefront } from './now-storefront.ts';
import { manageLabel } from './places.ts';
import { type PortalState, portalStateOf } from './portal-state.ts';
import { useVariant } from './variant.ts';

/** The state of the portal, for the frame and what stands in it. */
export function usePortalState(): PortalState {
  const { t } = useLingui();
  const user = useUser();
  const layout = useLayout();
  const project = useVariant();
  const { data: merchants } = useQuery(merchantListQuery());
  const isAnnouncementOpen = useRouterState({ select: (state) => state.location.state.drawer === 'announcements' });
  const page = useMatches().at(-1);
  const slug = page && 'id' in page.params ? page.params.id : undefined;
  const isOwn = user.merchant_accounts.some((account) => account.slug === slug);
  useEffect(() => {
    if (slug !== undefined && isOwn) rememberStorefront(slug);
  }, [slug, isOwn]);
  const heading = page?.pathname.startsWith('/manage') ? manageLabel(project) : page?.staticData.heading;
  return portalStateOf({
    project,
    user,
    token: readToken(),
    heading: heading ? t(heading) : 'Vitrine',
    layout,
    merchants,
    slug,
    isAnnouncementOpen,
  });
}
