import { ClosureBanner } from '../closures/ClosureBanner.tsx';
import { LinkHandover } from '../accounts/LinkHandover.tsx';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { type Icon, IconAdjustmentsHorizontal, IconLogout, IconMenu2, IconUserCircle } from '@tabler/icons-react';
import { Link, Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { lazy, type MouseEvent, type ReactNode, Suspense, useRef, useState } from 'react';
import { useUser } from '../accounts/accounts.data.ts';
import { ownAccountPaths } from '../accounts/own-account.ts';
import { ProofHost } from '../passwords/ProofHost.tsx';
import { useLogOut } from '../sessions/log-out.ts';
import { imageSource } from '../format/images.ts';
import { loadPart } from '../locales/texts.ts';
import { IconButton } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { Drawer } from '../ui/Drawer.tsx';
import { Menu, MenuItem, menuItemClass } from '../ui/Menu.tsx';
import { Avatar } from '../ui/Picture.tsx';
import { Toasts } from '../ui/Toasts.tsx';
import { Hidden } from '../ui/Hidden.tsx';
import { Wordmark } from '../ui/Wordmark.tsx';
import own from './ConsoleFrame.module.css';
import frame from '../frame/Frame.module.css';
import { useFocusOnNewPage } from '../navigation/focus.ts';
import { useLoadingMark } from '../navigation/loading-mark.ts';
import { usePageHeading } from '../navigation/page-heading.ts';
import { Bell } from '../frame/Bell.tsx';
import { useLayout } from '../frame/use-layout.ts';
import styles from '../frame/Navigation.module.css';
import { useChoicesOfUser } from '../theme/user-choices.ts';
import { variant } from '../theme/variant.ts';

const Preferences = lazy(() =>
  loadPart('settings', () => import('../settings/PreferencesDrawer.tsx')).then((part) => ({
    default: part.PreferencesDrawer,
  })),
);

const NotificationsDrawer = lazy(() =>
  loadPart('notifications', () => import('../notifications/NotificationsDrawer.tsx')).then((part) => ({
    default: part.NotificationsDrawer,
  })),
);

/** A link to a page of a console. On a phone the bottom bar shows the `first` ones and the menu shows all. */
/** `within`: addresses of other pages that are shown as part of this one. */
export type ConsolePlace = {
  href: string;
  label: MessageDescriptor;
  icon: Icon;
  exact?: boolean;
  first?: boolean;
  within?: readonly string[];
};
/** `notice` is shown at the top of every page, `foot` at its end. */
type ConsoleFrameProps = {
  title: ReactNode;
  places: readonly ConsolePlace[];
  notice?: ReactNode;
  foot?: ReactNode;
  children?: ReactNode;
};
type AroundProps = Omit<ConsoleFrameProps, 'children' | 'notice' | 'foot'> & {
  onPreferences: () => void;
  onBell: () => void;
};

/** The frame that the brand console and the operator console share. */
export function ConsoleFrame({ title, places, notice, foot, children }: ConsoleFrameProps) {
  const layout = useLayout();
  const main = useRef<HTMLElement>(null);
  const [isChoosing, setChoosing] = useState(false);
  const [isBellOpen, setBellOpen] = useState(false);
  const router = useRouter();
  useChoicesOfUser();
  useFocusOnNewPage(main);
  useLoadingMark();
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    main.current?.focus();
  };
  const isPhone = layout === 'phone';
  const around = { title, places, onPreferences: () => setChoosing(true), onBell: () => setBellOpen(true) };
  const leaveBell = (href: string) => {
    setBellOpen(false);
    void router.navigate({ href });
  };
  return (
    <div className={classes(frame.frame, frame[layout])} data-layout={layout}>
      <a className={frame.skip} href="#main" onClick={skip}>
        <Trans>Skip to content</Trans>
      </a>
      {isPhone ? <Header {...around} /> : <Sidebar {...around} layout={layout} />}
      <main ref={main} id="main" tabIndex={-1} className={classes(frame.main, own.main)}>
        <LinkHandover />
        <ClosureBanner />
        {notice}
        {children ?? <Outlet />}
        {foot}
      </main>
      {isPhone ? <BottomBar places={places} /> : null}
      <Toasts />
      <ProofHost />
      <Suspense>{isChoosing ? <Preferences onClose={() => setChoosing(false)} /> : null}</Suspense>
      <Suspense>
        {isBellOpen ? <NotificationsDrawer onClose={() => setBellOpen(false)} onLeave={leaveBell} /> : null}
      </Suspense>
    </div>
  );
}

function PlaceLink({
  place,
  className,
  onClick,
}: {
  place: ConsolePlace;
  className: string | undefined;
  onClick?: () => void;
}) {
  const { t } = useLingui();
  const { icon: Icon, within = [] } = place;
  const isWithin = useLocation({ select: ({ pathname }) => within.some((href) => pathname.startsWith(href)) });
  return (
    <Link
      to={place.href}
      className={className}
      {...(isWithin && { 'aria-current': 'page' })}
      activeOptions={{ exact: place.exact === true, includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
      {...(onClick && { onClick })}
    >
      <Icon size={22} stroke={1.6} aria-hidden="true" />
      <span>{t(place.label)}</span>
    </Link>
  );
}

function Sidebar({ title, places, onPreferences, onBell, layout }: AroundProps & { layout: 'tablet' | 'desktop' }) {
  const { t } = useLingui();
  const narrow = layout === 'tablet';
  return (
    <aside className={classes(styles.sidebar, own.sidebar, narrow && styles.narrow, narrow && own.narrow)}>
      <Link to="/" className={styles.brand} aria-label={variant.name}>
        <Wordmark />
      </Link>
      {narrow ? null : <div className={own.title}>{title}</div>}
      <nav className={styles.places} aria-label={t`Main`}>
        {places.map((place) => (
          <PlaceLink key={place.href} place={place} className={classes(styles.place, own.place)} />
        ))}
        <Bell named className={classes(styles.place, own.place)} onPress={onBell} />
      </nav>
      <Person narrow={narrow} onPreferences={onPreferences} />
    </aside>
  );
}

function Person({ narrow, onPreferences }: { narrow: boolean } & Pick<AroundProps, 'onPreferences'>) {
  const { t } = useLingui();
  const user = useUser();
  const logOut = useLogOut();
  return (
    <Menu
      label={t`Your account`}
      trigger={(trigger) => (
        <button {...trigger} type="button" className={styles.person}>
          <Avatar src={imageSource(user.avatar)} name={user.display_name} />
          <Hidden>{t`User menu`} </Hidden>
          {narrow ? null : (
            <span className={styles.names}>
              <span className={styles.name}>{user.display_name}</span>
              <span className={styles.handle}>{user.email}</span>
            </span>
          )}
        </button>
      )}
    >
      <MenuItem
        icon={<IconUserCircle size={20} stroke={1.6} aria-hidden="true" />}
        render={<Link to={ownAccountPaths[user.role]} />}
      >
        <Trans>Your account</Trans>
      </MenuItem>
      <MenuItem icon={<IconAdjustmentsHorizontal size={20} stroke={1.6} aria-hidden="true" />} onSelect={onPreferences}>
        <Trans>Language and theme</Trans>
      </MenuItem>
      <MenuItem icon={<IconLogout size={20} stroke={1.6} aria-hidden="true" />} onSelect={logOut.run}>
        <Trans>Log out</Trans>
      </MenuItem>
    </Menu>
  );
}

/** The page's heading above the console's title. Screen readers get the heading from the page itself. */
function Header({ title, places, onPreferences, onBell }: AroundProps) {
  const { t } = useLingui();
  const heading = usePageHeading();
  const [open, setOpen] = useState(false);
  return (
    <header className={classes(styles.header, own.header)}>
      <IconButton label={t`Menu`} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <IconMenu2 size={24} stroke={1.6} aria-hidden="true" />
      </IconButton>
      <div className={own.bar}>
        {heading ? (
          <span className={own.here} aria-hidden="true">
            {heading}
          </span>
        ) : null}
        <div className={heading ? own.whose : own.here}>{title}</div>
      </div>
      <Bell onPress={onBell} />
      {open ? <MenuDrawer places={places} onPreferences={onPreferences} onClose={() => setOpen(false)} /> : null}
    </header>
  );
}

type MenuDrawerProps = Omit<AroundProps, 'title' | 'onBell'> & { onClose: () => void };

function MenuDrawer({ places, onPreferences, onClose }: MenuDrawerProps) {
  const openPreferences = () => {
    onClose();
    onPreferences();
  };
  const { t } = useLingui();
  const user = useUser();
  const logOut = useLogOut();
  return (
    <Drawer
      side="start"
      title={t`Menu`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <div className={own.foot}>
          <Avatar src={imageSource(user.avatar)} name={user.display_name} className={own.avatar} />
          <span className={styles.names}>
            <span className={styles.name}>{user.display_name}</span>
            <span className={styles.handle}>{user.email}</span>
          </span>
        </div>
      }
    >
      <nav className={styles.menuList} aria-label={t`All pages`}>
        {places.map((place) => (
          <PlaceLink key={place.href} place={place} className={menuItemClass} onClick={onClose} />
        ))}
        <Link to={ownAccountPaths[user.role]} className={menuItemClass} onClick={onClose}>
          <IconUserCircle size={22} stroke={1.6} aria-hidden="true" />
          <Trans>Your account</Trans>
        </Link>
        <button type="button" className={menuItemClass} onClick={openPreferences}>
          <IconAdjustmentsHorizontal size={22} stroke={1.6} aria-hidden="true" />
          <Trans>Language and theme</Trans>
        </button>
        <button type="button" className={menuItemClass} onClick={logOut.run} disabled={logOut.busy}>
          <IconLogout size={22} stroke={1.6} aria-hidden="true" />
          <Trans>Log out</Trans>
        </button>
      </nav>
    </Drawer>
  );
}

function BottomBar({ places }: { places: readonly ConsolePlace[] }) {
  const { t } = useLingui();
  return (
    <nav className={styles.bottom} aria-label={t`Main`}>
      {places
        .filter((place) => place.first)
        .map((place) => (
          <PlaceLink key={place.href} place={place} className={styles.tab} />
        ))}
    </nav>
  );
}
