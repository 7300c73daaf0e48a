import { useLingui } from '@lingui/react/macro';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useUser } from '../accounts/accounts.data.ts';
import { imageSource } from '../format/images.ts';
import { classes } from '../ui/classes.ts';
import { Hidden } from '../ui/Hidden.tsx';
import { Menu, menuItemClass } from '../ui/Menu.tsx';
import { Avatar } from '../ui/Picture.tsx';
import { storefrontOf } from './storefront.data.ts';
import styles from './StorefrontMenu.module.css';

/** The storefront that the page is about; pressed, it offers the others (S11). */
export function StorefrontMenu({ slug, className }: { slug: string; className?: string | undefined }) {
  const { t } = useLingui();
  const user = useUser();
  const name = storefrontOf(user, slug)?.merchant_display_name ?? '';
  if (user.merchant_accounts.length < 2) return <span className={classes(styles.single, className)}>{name}</span>;
  return (
    <Menu
      label={t`Storefronts`}
      trigger={(trigger) => (
        <button {...trigger} type="button" className={classes(styles.button, className)}>
          <Hidden>{t`Storefront`} </Hidden>
          <span className={styles.name}>{name}</span>
          <IconChevronDown size="0.8em" stroke={1.8} aria-hidden="true" />
        </button>
      )}
    >
      {(close) =>
        user.merchant_accounts.map((account) => (
          <Link
            key={account.id}
            to="/manage/$id/products"
            params={{ id: account.slug }}
            className={menuItemClass}
            activeProps={{ 'aria-current': 'page' }}
            onClick={close}
          >
            <Avatar
              src={imageSource(account.brand_logo)}
              name={account.merchant_display_name}
              className={styles.logo}
            />
            {account.merchant_display_name}
          </Link>
        ))
      }
    </Menu>
  );
}
