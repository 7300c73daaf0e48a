import { Trans } from '@lingui/react/macro';
import { Outlet } from '@tanstack/react-router';
import { type MouseEvent, useRef } from 'react';
import { AccountStops } from '../accounts/AccountStops.tsx';
import { BrandPauses } from '../accounts/BrandPauses.tsx';
import { useUser } from '../accounts/accounts.data.ts';
import { classes } from '../ui/classes.ts';
import { useDeferredMount } from '../ui/deferred-mount.ts';
import { Toasts } from '../ui/Toasts.tsx';
import { BottomNavigation } from './BottomNavigation.tsx';
import { useFocusOnNewPage } from '../navigation/focus.ts';
import { useLoadingMark } from '../navigation/loading-mark.ts';
import styles from './Frame.module.css';
import { Drawers } from './Drawers.tsx';
import { Header } from './Header.tsx';
import { ImpersonationBanner } from '../impersonation/ImpersonationBanner.tsx';
import { type Layout } from './layout.ts';
import { ClosureBanner } from '../closures/ClosureBanner.tsx';
import { LinkHandover } from '../accounts/LinkHandover.tsx';
import { useLayout } from './use-layout.ts';
import { useLiveRefresh } from './live-refresh.ts';
import { ProofHost } from '../passwords/ProofHost.tsx';
import { useChoicesOfUser } from '../theme/user-choices.ts';
import { Sidebar } from './Sidebar.tsx';

const looks = { phone: styles.phone, tablet: styles.tablet, desktop: styles.desktop } satisfies Record<
  Layout,
  string | undefined
>;

/** The layout of every page for a logged-in creator: banner, navigation, page, drawers, toasts. */
export function Frame() {
  const layout = useLayout();
  const main = useRef<HTMLElement>(null);
  // The frame is painted first, the page and the drawers right after it.
  const isLater = useDeferredMount();
  useLiveRefresh();
  useChoicesOfUser();
  useFocusOnNewPage(main);
  useLoadingMark();
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    main.current?.focus();
  };
  const { impersonation, merchant_accounts: accounts, suspended_since: suspendedSince } = useUser();
  const isWatched = impersonation !== null;
  const pauses = accounts.flatMap(({ pause, merchant_display_name: brand }) => (pause ? [{ ...pause, brand }] : []));
  return (
    <div className={classes(isWatched && styles.watched)}>
      <ImpersonationBanner />
      <div className={classes(styles.frame, looks[layout])} data-layout={layout}>
        <a className={styles.skip} href="#main" onClick={skip}>
          <Trans>Skip to content</Trans>
        </a>
        {layout === 'phone' ? <Header /> : <Sidebar narrow={layout === 'tablet'} />}
        <main ref={main} id="main" tabIndex={-1} className={styles.main}>
          <LinkHandover />
          <ClosureBanner />
          <BrandPauses pauses={pauses} reader="creator" />
          <AccountStops accounts={accounts} suspendedSince={suspendedSince} />
          {isLater ? <Outlet /> : null}
        </main>
        {layout === 'phone' ? <BottomNavigation /> : null}
        <Toasts />
        {isLater ? <Drawers /> : null}
        <ProofHost />
      </div>
    </div>
  );
}
