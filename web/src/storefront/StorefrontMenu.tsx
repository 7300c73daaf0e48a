import { useUser } from '../accounts/accounts.data.ts';
import { classes } from '../ui/classes.ts';
import { storefrontOf } from './storefront.data.ts';
import styles from './StorefrontMenu.module.css';

/** The storefront that the page is about. Another one is chosen in the frame (S11). */
export function StorefrontMenu({ slug, className }: { slug: string; className?: string | undefined }) {
  const user = useUser();
  return (
    <span className={classes(styles.single, className)}>{storefrontOf(user, slug)?.merchant_display_name ?? ''}</span>
  );
}
