import { useLingui } from '@lingui/react/macro';
import { IconSettings } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useUser } from '../accounts/accounts.data.ts';
import { imageSource } from '../format/images.ts';
import { classes } from '../ui/classes.ts';
import { Avatar } from '../ui/Picture.tsx';
import { Wordmark } from '../ui/Wordmark.tsx';
import { useDrawer } from './drawers.ts';
import styles from './Navigation.module.css';
import { type PortalPlace, usePortalPlaces } from './places.ts';
import { StorefrontSwitch } from './StorefrontSwitch.tsx';
import { Unread } from './Unread.tsx';
import { variant } from '../theme/variant.ts';

/** The navigation on wider windows: labels beside icons on a desktop, small labels under icons on a tablet. */
export function Sidebar({ narrow }: { narrow: boolean }) {
  const { t } = useLingui();
  const places = usePortalPlaces();
  return (
    <aside className={classes(styles.sidebar, narrow && styles.narrow)}>
      <Link to="/" className={styles.brand} aria-label={variant.name}>
        <Wordmark />
      </Link>
      <StorefrontSwitch look={narrow ? 'narrow' : 'wide'} />
      <nav className={styles.places} aria-label={t`Main`}>
        {places.map(({ to, label, icon: Icon, exact }) => (
          <Place key={to} to={to} exact={exact} icon={<Icon size={22} stroke={1.6} aria-hidden="true" />}>
            {label}
          </Place>
        ))}
        <Unread named className={styles.place} />
      </nav>
      <div className={styles.sidebarFoot}>
        <Place to="/settings" exact={false} icon={<IconSettings size={22} stroke={1.6} aria-hidden="true" />}>
          {t`Settings`}
        </Place>
        <Person narrow={narrow} />
      </div>
    </aside>
  );
}

type PlaceProps = {
  to: PortalPlace['to'] | '/settings';
  exact: boolean;
  icon: ReactNode;
  children: string;
};

function Place({ to, exact, icon, children }: PlaceProps) {
  return (
    <Link
      to={to}
      className={styles.place}
      activeOptions={{ exact, includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
    >
      {icon}
      <span className={styles.placeName}>{children}</span>
    </Link>
  );
}

function Person({ narrow }: { narrow: boolean }) {
  const { t } = useLingui();
  const user = useUser();
  const { open } = useDrawer();
  return (
    <div className={styles.personRow}>
      <div className={styles.person} aria-hidden="true">
        <Avatar src={imageSource(user.avatar)} name={user.display_name} />
        {narrow ? null : (
          <span className={styles.names}>
            <span className={styles.name}>{user.display_name}</span>
            {user.user_handle ? <span className={styles.handle}>{`/${user.user_handle}`}</span> : null}
          </span>
        )}
      </div>
      <button
        type="button"
        className={styles.personPress}
        aria-label={t`User menu`}
        aria-haspopup="dialog"
        onClick={() => open('user-menu')}
      />
    </div>
  );
}
