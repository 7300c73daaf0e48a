import { useLingui } from '@lingui/react/macro';
import { useMatches } from '@tanstack/react-router';
import { useState } from 'react';
import { useUser } from '../accounts/accounts.data.ts';
import { imageSource } from '../format/images.ts';
import { StorefrontMenu } from '../storefront/StorefrontMenu.tsx';
import { Avatar } from '../ui/Picture.tsx';
import styles from './Navigation.module.css';
import { UserMenu } from './UserMenu.tsx';

/** The bar above every page on a phone: who you are, where you are. */
export function Header() {
  const { t } = useLingui();
  const user = useUser();
  const [menuOpen, setMenuOpen] = useState(false);
  return (
    <header className={styles.header}>
      <button
        type="button"
        className={styles.avatarButton}
        aria-label={t`User menu`}
        aria-haspopup="dialog"
        onClick={() => setMenuOpen(true)}
      >
        <Avatar src={imageSource(user.avatar)} name={user.display_name} className={styles.avatar} />
      </button>
      <HeaderTitle />
      {menuOpen ? <UserMenu onClose={() => setMenuOpen(false)} /> : null}
    </header>
  );
}

/** The storefront that can be changed, where the page is about one; else the page's heading, which the page itself says aloud. */
function HeaderTitle() {
  const { t } = useLingui();
  const page = useMatches().at(-1);
  const slug = page && 'id' in page.params ? page.params.id : undefined;
  if (slug !== undefined) return <StorefrontMenu slug={slug} className={styles.headerTitle} />;
  const heading = page?.staticData.heading;
  return (
    <span className={styles.headerTitle} aria-hidden="true">
      {heading ? t(heading) : 'Vitrine'}
    </span>
  );
}
