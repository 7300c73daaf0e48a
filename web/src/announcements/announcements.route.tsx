import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconPinFilled, IconPlus, IconSpeakerphone } from '@tabler/icons-react';
import { useInfiniteQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import type { PublishedAnnouncement } from '@vitrine/contract/announcements.ts';
import type { AnnouncementDraft } from '@vitrine/contract/announcements.drafts.ts';
import { useBrandRights } from '../accounts/brand-rights.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { formatNumber } from '../format/numbers.ts';
import { buttonClass } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { publishedQuery } from './announcements.data.ts';
import { useAudienceText, useProblemText } from './announcement-texts.ts';
import { draftsQuery } from './drafts.data.ts';
import styles from './console.module.css';

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
            </div>
          ))}
        </div>
      </Loading>
    </>
  );
}

/** Drafts and scheduled announcements for those who may write them, and what was published with its read rate. */
function AnnouncementsPage() {
  const { t } = useLingui();
  const { merchant } = route.useParams();
  const query = useSuspenseInfiniteQuery(publishedQuery(merchant));
  const mayWrite = useBrandRights(merchant)('announcements');
  const drafts = useInfiniteQuery({ ...draftsQuery(merchant), enabled: mayWrite });
  const list = query.data.pages.flatMap(({ data }) => data);
  const written = drafts.data?.pages.flatMap(({ data }) => data) ?? [];
  const write = mayWrite ? (
    <Link
      to="/brand/$merchant/announcements/drafts/$draft"
      params={{ merchant, draft: 'new' }}
      className={buttonClass()}
    >
      <IconPlus size={18} aria-hidden="true" />
      <Trans>New announcement</Trans>
    </Link>
  ) : null;
  const isEmpty = list.length === 0 && written.length === 0;
  return (
    <>
      <Masthead heading={t`Announcements`} controls={isEmpty ? null : write} />
      <div className={desk.sections}>
        {written.length > 0 ? (
          <section className={desk.section} aria-labelledby="drafts">
            <h2 id="drafts">
              <Trans>Drafts and scheduled</Trans>
            </h2>
            <ul className={styles.list}>
              {written.map((draft) => (
                <Draft key={draft.id} merchant={merchant} draft={draft} />
              ))}
            </ul>
            <ShowMore query={drafts} />
          </section>
        ) : null}
        {list.length > 0 ? (
          <section className={desk.section} aria-labelledby="published">
            <h2 id="published">
              <Trans>Published</Trans>
            </h2>
            <ul className={styles.list}>
              {list.map((announcement) => (
                <Published key={announcement.id} merchant={merchant} announcement={announcement} />
              ))}
            </ul>
            <ShowMore query={query} />
          </section>
        ) : null}
      </div>
      {isEmpty ? (
        <EmptyState icon={<IconSpeakerphone size={28} stroke={1.4} />} title={t`No announcements yet`} action={write}>
          <Trans>Tell your creators at once about a launch, an event or new terms.</Trans>
        </EmptyState>
      ) : null}
    </>
  );
}

function Draft({ merchant, draft }: { merchant: string; draft: AnnouncementDraft }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const audienceText = useAudienceText();
  const problemText = useProblemText();
  const { id, title, saved_by: name, saved_at: savedAt, scheduled_for: at, audience, problem } = draft;
  return (
    <li className={styles.item}>
      <h3 className={styles.title}>
        <Link to="/brand/$merchant/announcements/drafts/$draft" params={{ merchant, draft: id }}>
          {title || t`Untitled draft`}
        </Link>
      </h3>
      <p className={styles.facts}>
        <span>{at ? <Trans>Scheduled for {moment(at)}</Trans> : <Trans>Draft</Trans>}</span>
        <span>{audienceText(audience)}</span>
        <span>
          <Trans>
            Saved by {name}, {moment(savedAt)}
          </Trans>
        </span>
      </p>
      {problem ? <p className={styles.warning}>{problemText(problem)}</p> : null}
    </li>
  );
}

function Published({ merchant, announcement }: { merchant: string; announcement: PublishedAnnouncement }) {
  const { moment } = useDates();
  const audienceText = useAudienceText();
  const { id, title, pinned, author, published_at: at, withdrawn_at: withdrawnAt, reads, readers } = announcement;
  const read = formatNumber(reads);
  const all = formatNumber(readers);
  return (
    <li className={classes(styles.item, withdrawnAt !== null && styles.withdrawn)}>
      <h3 className={styles.title}>
        <Link to="/brand/$merchant/announcements/$announcement" params={{ merchant, announcement: id }}>
          {title}
        </Link>
      </h3>
      <p className={styles.facts}>
        <time dateTime={at}>{moment(at)}</time>
        <span>{author}</span>
        <span>{audienceText(announcement.audience)}</span>
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
    </li>
  );
}
