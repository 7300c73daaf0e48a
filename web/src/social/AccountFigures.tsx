import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { DayFigures, SocialConnection } from '@vitrine/contract/social.ts';
import { useDates } from '../accounts/dates.ts';
import { formatCompact, formatNumber, formatPercentage } from '../format/numbers.ts';
import { Figure, figureClass } from '../ui/Figure.tsx';
import { Bone } from '../ui/Skeleton.tsx';
import { AccountState } from './AccountState.tsx';
import { FollowersChart } from './FollowersChart.tsx';
import { PlatformIcon } from './PlatformIcon.tsx';
import type { PlatformEntry } from './platforms.ts';
import type { SocialSpan } from './search.ts';
import { shortlinkNote } from '../links/shortlink-note.ts';
import { seriesQuery } from './social.data.ts';
import styles from './social.module.css';

type AccountFiguresProps = { entry: PlatformEntry; days: SocialSpan; canConnect: boolean; onEnter: () => void };

/** One account: its followers, their change over time, and the engagement of its posts. */
export function AccountFigures({ entry, days, canConnect, onEnter }: AccountFiguresProps) {
  const { connection } = entry;
  if (!connection) return null;
  return (
    <section className={styles.account} aria-labelledby={`social-${entry.tag}`}>
      <header className={styles.head}>
        <PlatformIcon of={entry.icon} />
        <h2 id={`social-${entry.tag}`} className={styles.name}>
          {entry.name}
        </h2>
        <span className={styles.handle}>{`@${connection.handle}`}</span>
      </header>
      <AccountState entry={entry} connection={connection} canConnect={canConnect} onEnter={onEnter} />
      <Figures entry={entry} connection={connection} days={days} />
    </section>
  );
}

function Figures({
  entry,
  connection,
  days,
}: {
  entry: PlatformEntry;
  connection: SocialConnection;
  days: SocialSpan;
}) {
  const { data, isError } = useQuery(seriesQuery(connection.id, days));
  const { latest } = connection;
  return (
    <div className={styles.body}>
      <div className={styles.numbers}>
        <Followers entry={entry} latest={latest} figures={data?.figures ?? []} />
        <Rest entry={entry} connection={connection} latest={latest} />
      </div>
      <div className={styles.chart}>
        {data ? <FollowersChart entry={entry} series={data} /> : <Bone tall={isError ? '1rem' : '14rem'} />}
      </div>
    </div>
  );
}

/** From the first to the last known day; days in between may be missing. */
function growthOf(figures: readonly DayFigures[]): { by: number; since: string } | undefined {
  const known = figures.filter((figure) => figure.followers !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last || first === last) return undefined;
  return { by: (last.followers ?? 0) - (first.followers ?? 0), since: first.day };
}

type FollowersProps = { entry: PlatformEntry; latest: DayFigures | null; figures: readonly DayFigures[] };

function Followers({ entry, latest, figures }: FollowersProps) {
  const { t } = useLingui();
  const { asOf, calendarDay } = useDates();
  const isYouTube = entry.icon === 'youtube';
  const growth = growthOf(figures);
  const name = isYouTube ? t`Subscribers` : t`Followers`;
  const since = growth ? calendarDay(growth.since) : '';
  const by = growth ? formatNumber(Math.abs(growth.by)) : '';
  return (
    <div>
      <p className={styles.label}>{name}</p>
      <p className={styles.followers}>
        <Figure
          name={name}
          value={formatNumber(latest?.followers)}
          className={figureClass}
          asOf={latest ? asOf(latest.taken_at) : t`Not available yet`}
          meaning={
            isYouTube
              ? t`As reported by YouTube, rounded to three digits.`
              : t`How many people follow this account, as of the latest day with figures.`
          }
        />
      </p>
      {growth ? (
        <p className={styles.growth} data-way={growth.by < 0 ? 'less' : undefined}>
          {growth.by === 0 ? t`No change since ${since}` : null}
          {growth.by > 0 ? t`${by} more since ${since}` : null}
          {growth.by < 0 ? t`${by} fewer since ${since}` : null}
        </p>
      ) : null}
    </div>
  );
}

type RestProps = { entry: PlatformEntry; connection: SocialConnection; latest: DayFigures | null };

function Rest({ entry, connection, latest }: RestProps) {
  const { t } = useLingui();
  const { asOf } = useDates();
  const of = latest ? asOf(latest.taken_at) : t`Not available yet`;
  const posts = formatNumber(latest?.recent_posts);
  const rest = [
    { name: t`Posts`, value: formatNumber(latest?.posts), meaning: t`All posts published on this account.` },
    {
      name: t`Engagement rate`,
      value: formatPercentage(latest?.engagement_rate),
      meaning:
        latest?.source === 'manual'
          ? t`Likes and comments per post and follower, from the average you entered.`
          : t`Likes, comments and shares per post and follower, from the latest ${posts} posts.`,
    },
    ...(latest?.views === null || latest?.views === undefined
      ? []
      : [{ name: t`Views`, value: formatCompact(latest.views), meaning: t`Total for the latest ${posts} posts.` }]),
    {
      name: t`Link clicks`,
      value: formatNumber(connection.clicks_last_30_days),
      meaning: t(shortlinkNote),
      of: t`Clicks from ${entry.name} in the last 30 days, including today. The real number may be higher.`,
    },
  ];
  return (
    <dl className={styles.rest}>
      {rest.map((figure) => (
        <div key={figure.name} className={styles.pair}>
          <dt>{figure.name}</dt>
          <dd>
            <Figure name={figure.name} value={figure.value} meaning={figure.meaning} asOf={figure.of ?? of} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
