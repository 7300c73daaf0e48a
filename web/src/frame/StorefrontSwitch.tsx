import { useLingui } from '@lingui/react/macro';
import { IconChevronDown, IconSelector } from '@tabler/icons-react';
import { Link, linkOptions, useRouterState } from '@tanstack/react-router';
import { imageSource } from '../format/images.ts';
import { classes } from '../ui/classes.ts';
import { Hidden } from '../ui/Hidden.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { Avatar } from '../ui/Picture.tsx';
import styles from './StorefrontSwitch.module.css';
import { usePortalState } from './use-portal-state.ts';

/** The page to open for another storefront: products for manage, overview for analytics, the thread for messages (S11). */
function pageOf(slug: string, pathname: string) {
  if (pathname.startsWith('/analytics-page'))
    return linkOptions({ to: '/analytics-page/$id/$type', params: { id: slug, type: 'overview' } });
  if (pathname.startsWith('/messages')) return linkOptions({ to: '/messages/$id', params: { id: slug } });
  return linkOptions({ to: '/manage/$id/products', params: { id: slug } });
}

type SwitchProps = { look: 'title' | 'wide' | 'narrow'; className?: string | undefined };

/** Shows the current storefront; with more than one, its menu switches the page to another. */
export function StorefrontSwitch({ look, className }: SwitchProps) {
  const { t } = useLingui();
  const { user, now_storefront: now } = usePortalState();
  const account = user.merchant_accounts.find(({ id }) => id === now?.id);
  if (!account) return null;
  const name = account.merchant_display_name;
  const logo = <Avatar src={imageSource(account.brand_logo)} name={name} className={styles.logo} />;
  if (user.merchant_accounts.length < 2) {
    return (
      <span className={classes(styles[look], styles.single, className)}>
        {look === 'title' ? null : logo}
        {look === 'narrow' ? <Hidden>{name}</Hidden> : <span className={styles.name}>{name}</span>}
      </span>
    );
  }
  const Arrow = look === 'title' ? IconChevronDown : IconSelector;
  return (
    <Menu
      label={t`Storefront`}
      trigger={(trigger) => (
        <button {...trigger} type="button" className={classes(styles[look], styles.button, className)}>
          {look === 'title' ? null : logo}
          <Hidden>{t`Storefront`} </Hidden>
          {look === 'narrow' ? <Hidden>{name}</Hidden> : <span className={styles.name}>{name}</span>}
          {look === 'narrow' ? null : <Arrow size="0.9em" stroke={1.8} aria-hidden="true" />}
        </button>
      )}
    >
      <Choices chosen={account.id} />
    </Menu>
  );
}

function Choices({ chosen }: { chosen: string }) {
  const { user } = usePortalState();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  return user.merchant_accounts.map(({ id, slug, brand_logo, merchant_display_name }) => (
    <MenuItem
      key={id}
      icon={<Avatar src={imageSource(brand_logo)} name={merchant_display_name} className={styles.logo} />}
      render={<Link {...pageOf(slug, pathname)} activeProps={{}} aria-current={id === chosen ? 'true' : undefined} />}
    >
      {merchant_display_name}
    </MenuItem>
  ));
}
