import { Plural, Trans } from '@lingui/react/macro';
import type { Health } from '@vitrine/contract/monitoring.ts';
import type { ReactNode } from 'react';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { formatBytes } from '../format/numbers.ts';
import { classes } from '../ui/classes.ts';
import styles from './monitoring.module.css';

/** Below this share of the disk, the journal may soon not be written. */
const lowShare = 0.1;

/** The node that answers, and its databases. */
export function Machine({ health: { product, backup, disk, database, replica, figures } }: { health: Health }) {
  const { moment } = useDates();
  const isLow = disk.free_bytes < disk.total_bytes * lowShare;
  const [free, total, size] = [disk.free_bytes, disk.total_bytes, database.bytes].map((bytes) => formatBytes(bytes));
  return (
    <section className={desk.section} aria-labelledby="machine">
      <h2 id="machine">
        <Trans>Machine</Trans>
      </h2>
      <dl className={classes(desk.facts, styles.facts)}>
        <div>
          <dt>
            <Trans>Free space in the data folder</Trans>
          </dt>
          <dd>
            <span className={classes(desk.mark, styles.state)} data-look={isLow ? 'bad' : 'good'}>
              <Trans>
                {free} of {total}
              </Trans>
            </span>
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Last backup</Trans>
          </dt>
          <dd>{backup ? `${moment(backup.started_at)}, ${formatBytes(backup.bytes)}` : <Trans>None yet</Trans>}</dd>
        </div>
        <div>
          <dt>
            <Trans>Version</Trans>
          </dt>
          <dd>
            {product.version}
            {product.commit ? ` (${product.commit.slice(0, 8)})` : null}
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Database</Trans>
          </dt>
          <dd>
            <Trans>
              PostgreSQL {database.version}, {size}
            </Trans>
          </dd>
        </div>
        {replica ? <ReplicaFact replica={replica} /> : null}
        {figures ? <FiguresFact figures={figures} /> : null}
      </dl>
    </section>
  );
}

/** The primary answers for a replica that isn't close, so that no figure is old. */
function ReplicaFact({ replica: { state, lag_seconds: lag } }: { replica: NonNullable<Health['replica']> }) {
  const seconds = Math.ceil(lag ?? 0);
  const texts: Record<typeof state, ReactNode> = {
    close: <Trans>Up to date</Trans>,
    behind: <Plural value={seconds} one="# second behind" other="# seconds behind" />,
    away: <Trans>Doesn’t respond</Trans>,
    promoted: <Trans>Not a replica any more</Trans>,
  };
  return (
    <div>
      <dt>
        <Trans>Replica</Trans>
      </dt>
      <dd>
        <span className={classes(desk.mark, styles.state)} data-look={state === 'close' ? 'good' : 'bad'}>
          {texts[state]}
        </span>
      </dd>
      {state === 'close' ? null : (
        <dd className={styles.finding}>
          <Trans>The primary answers analytics and overviews until this is fixed.</Trans>
        </dd>
      )}
    </div>
  );
}

type FiguresProps = { figures: NonNullable<Health['figures']> };

/** PostgreSQL counts what ClickHouse can't count now; only combinations of filters over long ranges need ClickHouse. */
function FiguresFact({ figures: { fault, state, fed_at, months_left, waiting_since, questions } }: FiguresProps) {
  const { moment } = useDates();
  const [fed, since] = [fed_at, waiting_since].map((at) => (at ? moment(at) : ''));
  const texts: Record<typeof state, ReactNode> = {
    complete: fed ? <Trans>Complete, {fed}</Trans> : <Trans>Complete</Trans>,
    filling: <Plural value={months_left} one="# month left to send" other="# months left to send" />,
    attaching: <Trans>Nothing sent yet</Trans>,
    behind: <Trans>Behind since {since}</Trans>,
  };
  const isBad = fault !== null || state === 'behind';
  const { counted, behind, failed } = questions;
  return (
    <div>
      <dt>
        <Trans>ClickHouse</Trans>
      </dt>
      <dd>
        <span className={classes(desk.mark, styles.state)} data-look={isBad ? 'bad' : 'good'}>
          {fault === null ? texts[state] : <Trans>Doesn’t respond</Trans>}
        </span>
      </dd>
      {isBad ? (
        <dd className={styles.finding}>
          <Trans>PostgreSQL counts long ranges until this is fixed. Filters work for at most 92 days.</Trans>
          {fault === null ? null : `\n${fault}`}
        </dd>
      ) : null}
      <dd className={styles.about}>
        <Trans>
          Long ranges since this node started: ClickHouse counted {counted}. PostgreSQL counted {behind} because
          ClickHouse was behind, and {failed} because it failed.
        </Trans>
      </dd>
    </div>
  );
}
