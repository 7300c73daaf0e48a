import { Trans, useLingui } from '@lingui/react/macro';
import { IconBell, IconCheck } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Notification } from '@vitrine/contract/notifications.ts';
import { notificationAddress } from '@vitrine/contract/values/notification-address.ts';
import type { MouseEvent, ReactNode } from 'react';
import { useUser } from '../accounts/accounts.data.ts';
import { useDates } from '../accounts/dates.ts';
import { FailedArea } from '../failures/FailedArea.tsx';
import { imageSource } from '../format/images.ts';
import { variant } from '../theme/variant.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Hidden } from '../ui/Hidden.tsx';
import { Avatar } from '../ui/Picture.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Bone } from '../ui/Skeleton.tsx';
import { notificationText } from './notification-texts.ts';
import { unreadNotificationsQuery } from './notifications.count.ts';
import { notificationsQuery, useReadNotifications } from './notifications.data.ts';
import styles from './notifications.module.css';

type NotificationsProps = {
  /** What else leads on from here. */
  more?: ReactNode;
  /** Called when an entry leads to its page. */
  onLeave: (href: string) => void;
};

/** What the bell lists, newest first, with the unread ones marked. */
export function Notifications({ more, onLeave }: NotificationsProps) {
  const { t } = useLingui();
  const { day } = useDates();
  const query = useInfiniteQuery(notificationsQuery());
  const { data: unread = 0 } = useQuery(unreadNotificationsQuery());
  const { mutate: read, isPending, variables } = useReadNotifications();
  const list = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const now = day(new Date().toISOString());
  const isToday = ({ created_at: at }: Notification) => day(at) === now;
  const groups = [
    { title: t`Today`, entries: list.filter(isToday) },
    { title: t`Earlier`, entries: list.filter((entry) => !isToday(entry)) },
  ].filter(({ entries }) => entries.length > 0);
  const isUnread = unread > 0 || list.some((entry) => !entry.read);
  return (
    <>
      <div className={styles.tools} hidden={!more && !isUnread}>
        {more}
        {isUnread ? (
          <Button look="plain" small busy={isPending && 'all' in variables} onClick={() => read({ all: true })}>
            <Trans>Mark all as read</Trans>
          </Button>
        ) : null}
      </div>
      {query.isPending ? <Bone tall="14rem" /> : null}
      {query.isError && !query.data ? (
        <FailedArea
          icon={<IconBell size={28} stroke={1.4} />}
          title={t`We couldn’t load your notifications`}
          error={query.error}
          retry={() => void query.refetch()}
        />
      ) : null}
      {query.data && list.length === 0 ? <Nothing /> : null}
      {groups.map(({ title, entries }) => (
        <section key={title} className={styles.group}>
          <h3 className={styles.when}>{title}</h3>
          <ul className={styles.list}>
            {entries.map((entry) => (
              <Entry
                key={entry.id}
                entry={entry}
                onRead={() => read({ notification_ids: [entry.id] })}
                onLeave={onLeave}
              />
            ))}
          </ul>
        </section>
      ))}
      <ShowMore query={query}>
        <Trans>Show earlier notifications</Trans>
      </ShowMore>
    </>
  );
}

function Nothing() {
  const { t } = useLingui();
  const { role } = useUser();
  return (
    <EmptyState icon={<IconBell size={28} stroke={1.4} />} title={t`No notifications yet`}>
      {role === 'creator' ? (
        <Trans>Sales, payouts, messages and changes to your account will appear here.</Trans>
      ) : (
        <Trans>What needs you and changes to your account will appear here.</Trans>
      )}
    </EmptyState>
  );
}

type EntryProps = { entry: Notification; onRead: () => void; onLeave: (href: string) => void };

function Entry({ entry, onRead, onLeave }: EntryProps) {
  const { t } = useLingui();
  const { role } = useUser();
  const { day, moment } = useDates();
  const { brand, read, created_at: at } = entry;
  const from = brand?.display_name ?? variant.name;
  const address = notificationAddress(entry, role);
  const text = t(notificationText(entry.notice, { creator: entry.creator, day }));
  const open = (event: MouseEvent) => {
    if (!read) onRead();
    // A new tab is the browser's business.
    if (address === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onLeave(address);
  };
  return (
    <li className={classes(styles.entry, !read && styles.unread)}>
      <Avatar src={imageSource(brand?.logo)} name={from} className={styles.logo} />
      <div className={styles.text}>
        <p className={styles.from}>
          <span className={styles.brand}>{from}</span>
          <time dateTime={at}>{moment(at)}</time>
          {read ? null : (
            <Hidden>
              <Trans>Unread</Trans>
            </Hidden>
          )}
        </p>
        {address === undefined ? (
          <p>{text}</p>
        ) : (
          <a href={address} className={styles.link} onClick={open}>
            {text}
          </a>
        )}
      </div>
      {read ? null : (
        <IconButton label={t`Mark as read`} className={styles.mark} onClick={onRead}>
          <IconCheck size={18} stroke={1.6} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}
