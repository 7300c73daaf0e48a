import { useLingui } from '@lingui/react/macro';
import { useUser } from '../accounts/accounts.data.ts';
import { imageSource } from '../format/images.ts';
import { Avatar } from '../ui/Picture.tsx';
import { useDrawer } from './drawers.ts';
import styles from './Navigation.module.css';
import { usePortalState, useStorefrontOfPage } from './use-portal-state.ts';
import { StorefrontSwitch } from './StorefrontSwitch.tsx';
import { Unread } from './Unread.tsx';

/** The header on phones: user menu, title or storefront switch, unread counts. */
export function Header() {
  const { t } = useLingui();
  const user = useUser();
  const { open } = useDrawer();
  return (
    <header className={styles.header}>
      <button
        type="button"
        className={styles.avatarButton}
        aria-label={t`User menu`}
        aria-haspopup="dialog"
        onClick={() => open('user-menu')}
      >
        <Avatar src={imageSource(user.avatar)} name={user.display_name} className={styles.avatar} />
      </button>
      <HeaderTitle />
      <div className={styles.unread}>
        <Unread />
      </div>
    </header>
  );
}

/** The storefront switch on pages of a storefront, otherwise the page's heading; screen readers get that from the page. */
function HeaderTitle() {
  const { page_heading: heading } = usePortalState();
  const isOfStorefront = useStorefrontOfPage() !== undefined;
  if (isOfStorefront) return <StorefrontSwitch look="title" className={styles.headerTitle} />;
  return (
    <span className={styles.headerTitle} aria-hidden="true">
      {heading}
    </span>
  );
}
