import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useUser } from '../accounts/accounts.data.ts';
import { imageSource } from '../format/images.ts';
import { classes } from '../ui/classes.ts';
import { Hidden } from '../ui/Hidden.tsx';
import { Avatar } from '../ui/Picture.tsx';
import { Wordmark } from '../ui/Wordmark.tsx';
import styles from './Navigation.module.css';
import { portalPlaces } from './places.ts';
import { UserMenu } from './UserMenu.tsx';
import { useVariant } from './variant.ts';

/** The navigation of wide windows: words on a desktop, small words under icons on a tablet. */
export function Sidebar({ narrow }: { narrow: boolean }) {
  const { t } = useLingui();
  const user = useUser();
  const [menuOpen, setMenuOpen] = useState(false);
  const variant = useVariant();
  return (
    <aside className={classes(styles.sidebar, narrow && styles.narrow)}>
      <Link to="/" className={styles.brand} aria-label="Vitrine">
        <Wordmark />
      </Link>
      <nav className={styles.places} aria-label={t`Main`}>
        {portalPlaces(variant).map(({ to, label, icon: Icon, exact }) => (
          <Link
            key={to}
            to={to}
            className={styles.place}
            activeOptions={{ exact, includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
          >
            <Icon size={22} stroke={1.6} aria-hidden="true" />
            {t(label)}
          </Link>
        ))}
      </nav>
      <button type="button" className={styles.person} aria-haspopup="dialog" onClick={() => setMenuOpen(true)}>
        <Avatar src={imageSource(user.avatar)} name={user.display_name} />
        <Hidden>{t`User menu`} </Hidden>
        {narrow ? null : (
          <span className={styles.names}>
            <span className={styles.name}>{user.display_name}</span>
            {user.user_handle ? <span className={styles.handle}>{`/${user.user_handle}`}</span> : null}
          </span>
        )}
      </button>
      {menuOpen ? <UserMenu onClose={() => setMenuOpen(false)} /> : null}
    </aside>
  );
}
