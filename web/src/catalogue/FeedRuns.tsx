import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { FeedRun } from '@vitrine/contract/catalogue.feeds.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { formatNumber } from '../format/numbers.ts';
import styles from './catalogue.module.css';
import { faultText, runStatuses } from './feed-texts.ts';

/** The last runs of a product feed, the latest first. */
export function FeedRuns({ runs }: { runs: readonly FeedRun[] }) {
  const { t } = useLingui();
  if (runs.length === 0) return null;
  return (
    <section className={desk.part} aria-label={t`Last runs`}>
      <h3>
        <Trans>Last runs</Trans>
      </h3>
      <ul className={styles.imports}>
        {runs.map((run) => (
          <RunEntry key={run.id} run={run} />
        ))}
      </ul>
    </section>
  );
}

function RunEntry({ run }: { run: FeedRun }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const isBad = run.status === 'failed' || run.status === 'stopped';
  return (
    <li>
      <p>
        <strong>{moment(run.started_at)}</strong>
        <span className={desk.under}>
          <span className={desk.mark} data-look={isBad ? 'bad' : 'good'}>
            {t(runStatuses[run.status])}
          </span>
        </span>
      </p>
      <p className={desk.quiet}>{run.fault ? faultText(run.fault, run.seen) : <RunCounts run={run} />}</p>
    </li>
  );
}

function RunCounts({ run: { status, created, updated, archived, unchanged, refused } }: { run: FeedRun }) {
  const [added, changed, ended, same, bad] = [created, updated, archived, unchanged, refused].map((count) =>
    formatNumber(count),
  );
  if (status === 'not_modified') return <Trans>The server says that it hasn’t changed.</Trans>;
  return (
    <>
      {status === 'unchanged' ? (
        <Plural value={unchanged} one="# product unchanged" other={`${same} products unchanged`} />
      ) : (
        <>
          <Plural value={created} one="# product added" other={`${added} products added`} />
          {', '}
          <Plural value={updated} one="# changed" other={`${changed} changed`} />
          {', '}
          <Plural value={archived} one="# archived" other={`${ended} archived`} />
        </>
      )}
      {refused > 0 ? (
        <>
          {', '}
          <Plural value={refused} one="# row rejected" other={`${bad} rows rejected`} />
        </>
      ) : null}
    </>
  );
}
