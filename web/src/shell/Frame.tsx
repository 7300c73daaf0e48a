import { Trans } from '@lingui/react/macro';
import { Outlet, useRouter } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useRef } from 'react';
import { useUser } from '../accounts/accounts.data.ts';
import { classes } from '../ui/classes.ts';
import { Toasts } from '../ui/Toasts.tsx';
import { BottomNavigation } from './BottomNavigation.tsx';
import styles from './Frame.module.css';
import { Header } from './Header.tsx';
import { type Layout, useLayout } from './layout.ts';
import { useLiveRefresh } from './live-refresh.ts';
import { Sidebar } from './Sidebar.tsx';
import { showVariant } from './variant.ts';

const looks = { phone: styles.phone, tablet: styles.tablet, desktop: styles.desktop } satisfies Record<
  Layout,
  string | undefined
>;

/** What stands around every page of a signed-in person. */
export function Frame() {
  const layout = useLayout();
  const main = useRef<HTMLElement>(null);
  useLiveRefresh();
  useVariantOfUser();
  useFocusOnNewPage(main);
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    main.current?.focus();
  };
  return (
    <div className={classes(styles.frame, looks[layout])}>
      <a className={styles.skip} href="#main" onClick={skip}>
        <Trans>Skip to content</Trans>
      </a>
      {layout === 'phone' ? <Header /> : <Sidebar narrow={layout === 'tablet'} />}
      <main ref={main} id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      {layout === 'phone' ? <BottomNavigation /> : null}
      <Toasts />
    </div>
  );
}

function useVariantOfUser(): void {
  const { project } = useUser();
  useEffect(() => {
    if (project === 'beauty') showVariant('beauty');
  }, [project]);
}

/** A new page is read from its start: focus goes to it, as it would if the browser had loaded it. */
function useFocusOnNewPage(main: { current: HTMLElement | null }): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation) main.current?.focus({ preventScroll: true });
      }),
    [router, main],
  );
}
