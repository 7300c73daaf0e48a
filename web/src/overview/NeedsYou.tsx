import { Plural, Trans } from '@lingui/react/macro';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { OverviewNeed } from '@vitrine/contract/overview.ts';
import styles from './NeedsYou.module.css';

/** What asks for the creator, each with its deed; nothing at all when nothing does. */
export function NeedsYou({ needs }: { needs: readonly OverviewNeed[] }) {
  if (needs.length === 0) return null;
  return (
    <section aria-labelledby="needs-you">
      <h2 id="needs-you" className={styles.heading}>
        <Trans>Needs you</Trans>
      </h2>
      <ul className={styles.list}>
        {needs.map((need) => (
          <li key={'slug' in need ? `${need.kind} ${need.slug}` : need.kind} className={styles.need}>
            <Deed need={need} />
            <IconArrowRight size={18} stroke={1.6} aria-hidden="true" className={styles.arrow} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Deed({ need }: { need: OverviewNeed }) {
  if (need.kind === 'missing_payout_method')
    return (
      <Link className={styles.deed} to="/settings" hash="payouts">
        <Trans>What you earn has nowhere to go yet</Trans>
        <span className={styles.where}>
          <Plural
            value={need.count}
            one="# storefront has earned something: add your bank details"
            other="# storefronts have earned something: add your bank details"
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
      <Link className={styles.deed} to="/messages/$id" params={{ id: slug }}>
        <Plural value={count} one="# message waits for you" other="# messages wait for you" />
        <span className={styles.where}>
          <Trans>{brand}: read and answer</Trans>
        </span>
      </Link>
    );
  if (kind === 'held_commissions')
    return (
      <Link className={styles.deed} to="/earnings" search={{ storefront: slug, state: 'pending' }}>
        <Plural
          value={count}
          one="# commission is held until the brand has looked at it"
          other="# commissions are held until the brand has looked at them"
        />
        <span className={styles.where}>
          <Trans>{brand}: see why</Trans>
        </span>
      </Link>
    );
  if (kind === 'empty_storefront')
    return (
      <Link className={styles.deed} to="/manage/$id/products" params={{ id: slug }}>
        <Trans>Your storefront shows nothing yet</Trans>
        <span className={styles.where}>
          <Trans>{brand}: choose a product</Trans>
        </span>
      </Link>
    );
  return (
    <Link className={styles.deed} to="/manage/$id/appearance" params={{ id: slug }}>
      <Trans>Your storefront has no heading of its own</Trans>
      <span className={styles.where}>
        <Trans>{brand}: give it one</Trans>
      </span>
    </Link>
  );
}
