import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import type { PublishedAnnouncement } from '@vitrine/contract/announcements.ts';
import { useState } from 'react';
import { useBrandRights } from '../accounts/brand-rights.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { imageSource } from '../format/images.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Avatar } from '../ui/Picture.tsx';
import { Segments } from '../ui/Segments.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { showToast } from '../ui/toasts.ts';
import { useAudienceText } from './announcement-texts.ts';
import { AnnouncementContent } from './AnnouncementContent.tsx';
import { publishedOneQuery, readersQuery, type ReadState, useChangeAnnouncement } from './announcements.data.ts';
import styles from './console.module.css';
import { ReadCount } from './ReadCount.tsx';

export default createLazyRoute('/brand-frame/brand/$merchant/announcements/$announcement')({
  component: PublishedPage,
});

const route = getRouteApi('/brand-frame/brand/$merchant/announcements/$announcement');

/** A published announcement: what it says, whom it went to, and who has read it. */
function PublishedPage() {
  const { t } = useLingui();
  const { merchant, announcement: id } = route.useParams();
  const query = useQuery(publishedOneQuery(merchant, id));
  const mayWrite = useBrandRights(merchant)('announcements');
  const { data: announcement } = query;
  return (
    <>
      <Masthead
        heading={announcement?.title ?? t`Announcement`}
        dateline={
          <Link to="/brand/$merchant/announcements" params={{ merchant }}>
            <Trans>All announcements</Trans>
          </Link>
        }
      />
      <QueryState query={query} loading={t`Loading the announcement`} failed={t`We couldn’t load this announcement`} />
      {announcement ? (
        <div className={desk.sections}>
          <article className={styles.article}>
            <h2 className={styles.phoneTitle}>{announcement.title}</h2>
            <Facts announcement={announcement} />
            {mayWrite && announcement.withdrawn_at === null ? (
              <Actions merchant={merchant} announcement={announcement} />
            ) : null}
            <AnnouncementContent {...announcement} heading="h2" />
          </article>
          {mayWrite ? <Readers merchant={merchant} announcement={announcement} /> : null}
        </div>
      ) : null}
    </>
  );
}

function Facts({ announcement }: { announcement: PublishedAnnouncement }) {
  const { moment } = useDates();
  const audienceText = useAudienceText();
  const { published_at: at, withdrawn_at: withdrawnAt, author, audience, pinned } = announcement;
  return (
    <p className={styles.facts}>
      <time dateTime={at}>{moment(at)}</time>
      <span>{author}</span>
      <span>{audienceText(audience)}</span>
      {pinned && withdrawnAt === null ? <Trans>Pinned</Trans> : null}
      {withdrawnAt === null ? null : <Trans>Withdrawn {moment(withdrawnAt)}</Trans>}
    </p>
  );
}

/** A withdrawn announcement can't be restored, so withdrawing takes a second click. */
function Actions({ merchant, announcement }: { merchant: string; announcement: PublishedAnnouncement }) {
  const { t } = useLingui();
  const change = useChangeAnnouncement(merchant);
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

function Readers({ merchant, announcement }: { merchant: string; announcement: PublishedAnnouncement }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const { id, reads, readers } = announcement;
  const [state, setState] = useState<ReadState>('read');
  const query = useInfiniteQuery(readersQuery(merchant, id, state));
  const list = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <section className={desk.section} aria-labelledby="readers">
      <h2 id="readers">
        <Trans>Readers</Trans>
      </h2>
      <p className={desk.quiet}>
        <ReadCount reads={reads} readers={readers} /> <Trans>We don’t track who opens the email.</Trans>
      </p>
      <Segments
        label={t`Readers`}
        value={state}
        choices={[
          { value: 'read', label: t`Have read it` },
          { value: 'unread', label: t`Haven’t read it` },
        ]}
        onChoose={setState}
      />
      <QueryState query={query} rows={3} loading={t`Loading readers`} failed={t`We couldn’t load the readers`} />
      {query.data && list.length === 0 ? (
        <p className={desk.quiet}>
          {state === 'read' ? <Trans>Nobody has read it yet.</Trans> : <Trans>Everyone has read it.</Trans>}
        </p>
      ) : null}
      <ul className={styles.readers}>
        {list.map((reader) => (
          <li key={reader.merchant_account_id} className={styles.reader}>
            <Avatar src={imageSource(reader.avatar)} name={reader.display_name} />
            <span>
              {reader.display_name}
              {reader.user_handle ? <span className={desk.under}>@{reader.user_handle}</span> : null}
            </span>
            {reader.read_at ? <time dateTime={reader.read_at}>{moment(reader.read_at)}</time> : null}
          </li>
        ))}
      </ul>
      <ShowMore query={query} />
    </section>
  );
}
