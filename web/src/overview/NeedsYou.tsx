import { Plural, Trans } from '@lingui/react/macro';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { OverviewNeed } from '@vitrine/contract/overview.ts';
import styles from './NeedsYou.module.css';

/** The creator's to-do list, each entry a link; hidden when there is nothing to do. */
export function NeedsYou({ needs }: { needs: readonly OverviewNeed[] }) {
  if (needs.length === 0) return null;
  return (
    <section aria-labelledby="needs-you">
      <h2 id="needs-you" className={styles.heading}>
        <Trans>To do</Trans>
      </h2>
      <ul className={styles.list}>
        {needs.map((need) => (
          <li key={'slug' in need ? `${need.kind} ${need.slug}` : need.kind} className={styles.need}>
            <NeedLink need={need} />
            <IconArrowRight size={18} stroke={1.6} aria-hidden="true" className={styles.arrow} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function NeedLink({ need }: { need: OverviewNeed }) {
  if (need.kind === 'missing_payout_method')
    return (
      <Link className={styles.action} to="/settings" hash="payouts">
        <Trans>Add your bank details so you can get paid</Trans>
        <span className={styles.where}>
          <Plural
            value={need.count}
            one="You’ve earned money with # storefront"
            other="You’ve earned money with # storefronts"
          />
        </span>
      </Link>
    );
  return <AtStorefront need={need} />;
}

type StorefrontNeed = Extract<OverviewNeed, { slug: string }>;

function AtStorefront({ need: { kind, slug, merchant_display_name: brand, count } }: { need: StorefrontNeed }) {
  if (kind === 'unread_messages')
    return (
      <Link className={styles.action} to="/messages/$id" params={{ id: slug }}>
        <Plural value={count} one="# unread message" other="# unread messages" />
        <span className={styles.where}>
          <Trans>{brand}: read and reply</Trans>
        </span>
      </Link>
    );
  if (kind === 'held_commissions')
    return (
      <Link className={styles.action} to="/earnings" search={{ storefront: slug, state: 'pending' }}>
        <Plural
          value={count}
          one="# commission is on hold until the brand reviews it"
          other="# commissions are on hold until the brand reviews them"
        />
        <span className={styles.where}>
          <Trans>{brand}: see why</Trans>
        </span>
      </Link>
    );
  if (kind === 'empty_storefront')
    return (
      <Link className={styles.action} to="/manage/$id/products" params={{ id: slug }}>
        <Trans>Your storefront is empty</Trans>
        <span className={styles.where}>
          <Trans>{brand}: add a product</Trans>
        </span>
      </Link>
    );
  return (
    <Link className={styles.action} to="/manage/$id/appearance" params={{ id: slug }}>
      <Trans>Your storefront has no title yet</Trans>
      <span className={styles.where}>
        <Trans>{brand}: add a title</Trans>
      </span>
    </Link>
  );
}
