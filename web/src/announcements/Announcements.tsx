import { Trans, useLingui } from '@lingui/react/macro';
import { IconPinFilled, IconSpeakerphone } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Announcement } from '@vitrine/contract/announcements.ts';
import { useDates } from '../accounts/dates.ts';
import { ConversationsSkeleton } from '../conversations/ConversationsSkeleton.tsx';
import { merchantListQuery } from '../conversations/merchant-list.data.ts';
import { unreadTotals } from '../conversations/targets.ts';
import { useSeen } from '../conversations/use-seen.ts';
import { imageSource } from '../format/images.ts';
import { FailedArea } from '../failures/FailedArea.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Avatar } from '../ui/Picture.tsx';
import { Select } from '../ui/Select.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import styles from './Announcements.module.css';
import { AddProduct } from './AddProduct.tsx';
import { AnnouncementContent } from './AnnouncementContent.tsx';
import { announcementsQuery, useReadAnnouncements } from './announcements.data.ts';

/**
 * Announcements of all brands or one (S18): pinned first, page by page. Those that have been in view are marked as
 * read. `more` leads on from here.
 */
export function Announcements({ more }: { more?: ReactNode }) {
  const { t } = useLingui();
  const [account, setAccount] = useState('');
  const { data: brands = [] } = useQuery(merchantListQuery());
  const query = useInfiniteQuery({ ...announcementsQuery(account || undefined), placeholderData: keepPreviousData });
  const { mutate: read, isPending, variables } = useReadAnnouncements();
  const isReadingAll = isPending && variables !== undefined && 'all' in variables;
  const list = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const isUnread = unreadTotals(brands).announcements > 0;
  return (
    <>
      <div className={styles.tools}>
        {more}
        {brands.length > 1 ? (
          <Select
            label={t`Brand`}
            value={account}
            choices={[
              { value: '', label: t`All brands` },
              ...brands.map(({ merchant_account_id: value, merchant_account: brand }) => ({
                value,
                label: brand.merchant_display_name,
              })),
            ]}
            onChoose={setAccount}
          />
        ) : null}
        {isUnread ? (
          <Button look="plain" small busy={isReadingAll} onClick={() => read({ all: true })}>
            <Trans>Mark all as read</Trans>
          </Button>
        ) : null}
      </div>
      {query.isPending ? <ConversationsSkeleton /> : null}
      {query.isError && !query.data ? <Failed error={query.error} retry={() => void query.refetch()} /> : null}
      {query.data && list.length === 0 ? (
        <EmptyState icon={<IconSpeakerphone size={28} stroke={1.4} />} title={t`No announcements yet`}>
          <Trans>News from your brands, like launches, events and changes to terms, will appear here.</Trans>
        </EmptyState>
      ) : null}
      {list.length > 0 ? <List list={list} onSeen={(ids) => read({ announcement_ids: ids })} /> : null}
      <ShowMore query={query}>
        <Trans>Show earlier announcements</Trans>
      </ShowMore>
    </>
  );
}

function List({ list, onSeen }: { list: readonly Announcement[]; onSeen: (ids: string[]) => void }) {
  // What was unread when it was first shown stays marked as new while the list is open.
  const [unread, setUnread] = useState<ReadonlySet<string>>(() => new Set());
  const fresh = list.filter(({ id, read }) => !read && !unread.has(id));
  if (fresh.length > 0) setUnread(new Set([...unread, ...fresh.map(({ id }) => id)]));
  const watch = useSeen(onSeen);
  return (
    <ul className={styles.list}>
      {list.map((announcement) => (
        <li key={announcement.id} ref={announcement.read ? undefined : watch(announcement.id)} className={styles.item}>
          <Entry announcement={announcement} isNew={unread.has(announcement.id)} />
        </li>
      ))}
    </ul>
  );
}

function Entry({ announcement, isNew }: { announcement: Announcement; isNew: boolean }) {
  const { moment } = useDates();
  const { merchant, merchant_account_id: account, title, pinned, published_at: at } = announcement;
  return (
    <>
      <Avatar src={imageSource(merchant.brand_logo)} name={merchant.display_name} className={styles.logo} />
      <p className={styles.from}>
        <span className={styles.brand}>{merchant.display_name}</span>
        <time dateTime={at}>{moment(at)}</time>
        {pinned ? (
          <span className={styles.pinned}>
            <IconPinFilled size={14} aria-hidden="true" />
            <Trans>Pinned</Trans>
          </span>
        ) : null}
        {isNew ? (
          <span className={styles.new}>
            <Trans>New</Trans>
          </span>
        ) : null}
      </p>
      <h3 className={styles.title}>{title}</h3>
      <div className={styles.body}>
        <AnnouncementContent
          {...announcement}
          heading="h4"
          actionOf={(product) => <AddProduct account={account} product={product} />}
        />
      </div>
    </>
  );
}

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useLingui();
  return (
    <FailedArea
      icon={<IconSpeakerphone size={28} stroke={1.4} />}
      title={t`We couldn’t load the announcements`}
      error={error}
      retry={retry}
    />
  );
}
