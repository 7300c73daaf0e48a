import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconPinFilled, IconPlus, IconSpeakerphone } from '@tabler/icons-react';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { PublishedAnnouncement } from '@vitrine/contract/conversations.ts';
import { useBrandRights } from '../accounts/brand-rights.ts';
import { useDates } from '../accounts/dates.ts';
import { formatNumber } from '../format/numbers.ts';
import { failureText } from '../format/refusals.ts';
import { LinkedText } from './LinkedText.tsx';
import { publishedQuery, useAnnouncementMutations } from './conversations.data.ts';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { showToast } from '../ui/toasts.ts';
import styles from './brand-side.module.css';
import { NewAnnouncement } from './NewAnnouncement.tsx';

export default createLazyRoute('/brand-frame/brand/$merchant/announcements')({
  component: AnnouncementsPage,
  pendingComponent: AnnouncementsToCome,
});

const route = getRouteApi('/brand-frame/brand/$merchant/announcements');

function AnnouncementsToCome() {
  const { t } = useLingui();
  return (
    <>
      <Masthead heading={t`Announcements`} />
      <Loading label={t`Loading announcements`}>
        <div className={styles.list}>
          {[1, 2, 3].map((place) => (
            <div key={place} className={styles.item}>
              <Bone tall="1.75rem" wide="60%" />
              <Bone tall="1.125rem" wide="40%" />
              <Bone tall="3rem" />
            </div>
          ))}
        </div>
      </Loading>
    </>
  );
}

function AnnouncementsPage() {
  const { t } = useLingui();
  const { merchant } = route.useParams();
  const query = useSuspenseInfiniteQuery(publishedQuery(merchant));
  const list = query.data.pages.flatMap(({ data }) => data);
  const mayWrite = useBrandRights(merchant)('announcements');
  const [writing, setWriting] = useState(false);
  const write = mayWrite ? (
    <Button onClick={() => setWriting(true)}>
      <IconPlus size={18} aria-hidden="true" />
      <Trans>New announcement</Trans>
    </Button>
  ) : null;
  return (
    <>
      <Masthead heading={t`Announcements`} controls={list.length > 0 ? write : null} />
      {list.length > 0 ? (
        <ul className={styles.list}>
          {list.map((announcement) => (
            <Entry key={announcement.id} merchant={merchant} announcement={announcement} />
          ))}
        </ul>
      ) : (
        <EmptyState icon={<IconSpeakerphone size={28} stroke={1.4} />} title={t`No announcements yet`} action={write}>
          <Trans>Tell all your creators at once about a launch, an event or new terms.</Trans>
        </EmptyState>
      )}
      <ShowMore query={query} />
      {writing ? <NewAnnouncement merchant={merchant} onClose={() => setWriting(false)} /> : null}
    </>
  );
}

function Entry({ merchant, announcement }: { merchant: string; announcement: PublishedAnnouncement }) {
  const { moment } = useDates();
  const mayChange = useBrandRights(merchant)('announcements');
  const { title, body, pinned, author, published_at: at, withdrawn_at: withdrawnAt, reads, readers } = announcement;
  const read = formatNumber(reads);
  const all = formatNumber(readers);
  return (
    <li className={classes(styles.item, withdrawnAt !== null && styles.withdrawn)}>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.facts}>
        <time dateTime={at}>{moment(at)}</time>
        <span>{author}</span>
        <span>
          <Plural
            value={readers}
            one={`Read by ${read} of ${all} creator`}
            other={`Read by ${read} of ${all} creators`}
          />
        </span>
        {pinned && withdrawnAt === null ? (
          <span className={styles.pinned}>
            <IconPinFilled size={14} aria-hidden="true" />
            <Trans>Pinned</Trans>
          </span>
        ) : null}
        {withdrawnAt === null ? null : <Trans>Withdrawn {moment(withdrawnAt)}</Trans>}
      </p>
      <p className={styles.body}>
        <LinkedText text={body} />
      </p>
      {withdrawnAt === null && mayChange ? (
        <AnnouncementActions merchant={merchant} announcement={announcement} />
      ) : null}
    </li>
  );
}

/** A withdrawn announcement can't be restored, so withdrawing takes a second click. */
function AnnouncementActions({ merchant, announcement }: { merchant: string; announcement: PublishedAnnouncement }) {
  const { t } = useLingui();
  const { change } = useAnnouncementMutations(merchant);
  const [asking, setAsking] = useState(false);
  const { id, pinned } = announcement;
  const apply = (what: { pinned?: boolean; withdrawn?: true }) =>
    change.mutate({ id, change: what }, { onError: (error) => showToast(t(failureText(error))) });
  if (asking) {
    return (
      <p className={styles.actions}>
        <Button look="plain" small busy={change.isPending} onClick={() => apply({ withdrawn: true })}>
          <Trans>Withdraw for all creators</Trans>
        </Button>
        <Button look="plain" small onClick={() => setAsking(false)}>
          <Trans>Keep announcement</Trans>
        </Button>
      </p>
    );
  }
  return (
    <p className={styles.actions}>
      <Button look="plain" small busy={change.isPending} onClick={() => apply({ pinned: !pinned })}>
        {pinned ? <Trans>Unpin</Trans> : <Trans>Pin to the top</Trans>}
      </Button>
      <Button look="plain" small onClick={() => setAsking(true)}>
        <Trans>Withdraw</Trans>
      </Button>
    </p>
  );
}
