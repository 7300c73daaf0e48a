import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconMessageCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MerchantEntry } from '@vitrine/contract/conversations.ts';
import { useDates } from '../accounts/dates.ts';
import { imageSource } from '../format/images.ts';
import { formatCapped } from '../format/numbers.ts';
import { FailedArea } from '../failures/FailedArea.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Hidden } from '../ui/Hidden.tsx';
import { Avatar } from '../ui/Picture.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { useDrawer } from './drawers.ts';
import styles from './MerchantsDrawer.module.css';
import { merchantListQuery } from '../conversations/merchant-list.data.ts';
import { messageTargets, unreadOf } from '../conversations/targets.ts';

/** The creator’s brands, those with the most unread first (S10). */
export function MerchantsDrawer() {
  const { t } = useLingui();
  const { close } = useDrawer();
  const list = useQuery(merchantListQuery());
  const icon = <IconMessageCircle size={28} stroke={1.4} />;
  return (
    <Drawer side="full" title={t`Messages`} closeLabel={t`Close`} onClose={close}>
      {list.isPending ? <Outline /> : null}
      {list.isError && !list.data ? (
        <FailedArea icon={icon} title={t`We couldn’t load your messages`} error={list.error} retry={list.refetch} />
      ) : null}
      {list.data?.length === 0 ? (
        <EmptyState icon={icon} title={t`No conversations yet`}>
          <Trans>When you accept a brand’s invitation, your conversation with it appears here.</Trans>
        </EmptyState>
      ) : null}
      <ul className={styles.list}>
        {messageTargets(list.data ?? []).ordered.map((entry) => (
          <li key={entry.merchant_account_id}>
            <Merchant entry={entry} />
          </li>
        ))}
      </ul>
    </Drawer>
  );
}

function Merchant({ entry }: { entry: MerchantEntry }) {
  const { moment } = useDates();
  const { merchant_display_name: name, brand_logo: logo, slug } = entry.merchant_account;
  const unread = unreadOf(entry);
  const shown = formatCapped(unread);
  return (
    <Link to="/messages/$id" params={{ id: slug }} replace className={styles.merchant}>
      <Avatar src={imageSource(logo)} name={name} className={styles.logo} />
      <span className={styles.text}>
        <span className={styles.line}>
          <span className={styles.name}>{name}</span>
          {entry.last_message ? <span className={styles.when}>{moment(entry.last_message.created_at)}</span> : null}
        </span>
        <span className={styles.last}>
          {entry.last_message ? entry.last_message.body : <Trans>No messages yet</Trans>}
        </span>
      </span>
      {unread > 0 ? (
        <>
          <span className={styles.count} aria-hidden="true">
            {shown}
          </span>
          <Hidden>
            {' '}
            <Plural value={unread} one={`${shown} unread`} other={`${shown} unread`} />
          </Hidden>
        </>
      ) : null}
    </Link>
  );
}

function Outline() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading your messages`} className={styles.list}>
      {[0, 1, 2].map((row) => (
        <span key={row} className={styles.merchant}>
          <Bone wide="3rem" tall="3rem" />
          <Bone tall="2.5rem" />
        </span>
      ))}
    </Loading>
  );
}
