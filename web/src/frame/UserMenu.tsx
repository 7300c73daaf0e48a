import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconAlertTriangle,
  IconChartDots3,
  IconExternalLink,
  IconFileText,
  IconLifebuoy,
  IconLogout,
  IconSettings,
  IconShieldLock,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useUser } from '../accounts/accounts.data.ts';
import { useLogOut } from '../sessions/log-out.ts';
import { imageSource } from '../format/images.ts';
import { Drawer } from '../ui/Drawer.tsx';
import { menuItemClass } from '../ui/Menu.tsx';
import { Avatar } from '../ui/Picture.tsx';
import { type DrawerName, useDrawer } from './drawers.ts';
import styles from './Navigation.module.css';
import { legalAddress, variant } from '../theme/variant.ts';

const look = { size: 20, stroke: 1.6, 'aria-hidden': true } as const;

/** The logged-in creator, their account pages, help and legal texts (S09). */
export function UserMenu({ isOpen }: { isOpen: boolean }) {
  const { t } = useLingui();
  const { open, close } = useDrawer();
  const logOut = useLogOut();
  const openIt = (name: DrawerName) => () => open(name);
  return (
    <Drawer side="start" title={t`Your account`} closeLabel={t`Close`} isOpen={isOpen} onClose={close} foot={<Foot />}>
      <Person />
      <div className={styles.menuList}>
        <Link to="/settings" replace className={menuItemClass}>
          <IconSettings {...look} />
          <Trans>Settings</Trans>
        </Link>
        <Link to="/social-insights" replace className={menuItemClass}>
          <IconChartDots3 {...look} />
          <Trans>Social Insights</Trans>
        </Link>
        <button type="button" className={menuItemClass} aria-haspopup="dialog" onClick={openIt('help')}>
          <IconLifebuoy {...look} />
          <Trans>Feedback/support</Trans>
        </button>
        <button type="button" className={menuItemClass} aria-haspopup="dialog" onClick={openIt('problem')}>
          <IconAlertTriangle {...look} />
          <Trans>Report a problem</Trans>
        </button>
        <LegalItem name="terms-of-use" label={t`Terms of use`} icon={<IconFileText {...look} />} />
        <LegalItem name="privacy-policy" label={t`Privacy policy`} icon={<IconShieldLock {...look} />} />
        <button type="button" className={menuItemClass} onClick={logOut.run} disabled={logOut.busy}>
          <IconLogout {...look} />
          <Trans>Log out</Trans>
        </button>
      </div>
    </Drawer>
  );
}

function Person() {
  const user = useUser();
  return (
    <div className={styles.menuHead}>
      <Avatar src={imageSource(user.avatar)} name={user.display_name} className={styles.menuAvatar} />
      <p className={styles.menuName}>{user.display_name}</p>
      {user.user_handle ? (
        <p className={styles.menuHandle}>
          <span>{`/${user.user_handle}`}</span>
          <a className={styles.publicPage} href={`/@${user.user_handle}`} target="_blank" rel="noopener">
            <Trans>View your public page</Trans>
            <IconExternalLink size={16} stroke={1.6} aria-hidden="true" />
          </a>
        </p>
      ) : null}
    </div>
  );
}

type LegalItemProps = { name: 'terms-of-use' | 'privacy-policy'; label: string; icon: React.ReactNode };

/** Opens our own text in a drawer; a retailer's variant links to the retailer's page (S24). */
function LegalItem({ name, label, icon }: LegalItemProps) {
  const { open } = useDrawer();
  const address = legalAddress(name);
  if (address) {
    return (
      <a className={menuItemClass} href={address} target="_blank" rel="noopener">
        {icon}
        {label}
      </a>
    );
  }
  return (
    <button type="button" className={menuItemClass} aria-haspopup="dialog" onClick={() => open(name)}>
      {icon}
      {label}
    </button>
  );
}

function Foot() {
  const year = new Date().getFullYear();
  const { name } = variant;
  return (
    <div className={styles.powered}>
      <p>
        <Trans>Powered by Vitrine</Trans>
      </p>
      <p>
        <Trans>
          © {year} {name}. All rights reserved.
        </Trans>
      </p>
    </div>
  );
}
