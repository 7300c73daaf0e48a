import { Plural, Trans } from '@lingui/react/macro';
import type { Health } from '@vitrine/contract/monitoring.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { formatNumber } from '../format/numbers.ts';
import { classes } from '../ui/classes.ts';
import styles from './monitoring.module.css';

/** What the last daily deletion of old data did, by table. */
export function Retention({ retention }: { retention: Health['retention'] }) {
  const { moment } = useDates();
  const when = retention ? moment(retention.ended_at) : '';
  const deleted = retention?.deleted.toSorted((one, other) => other.rows - one.rows) ?? [];
  return (
    <section className={desk.section} aria-labelledby="retention">
      <h2 id="retention">
        <Trans>Old data</Trans>
      </h2>
      <p className={desk.quiet}>
        <Trans>Once a day, we delete data older than your settings allow.</Trans>
      </p>
      <dl className={classes(desk.facts, styles.facts)}>
        <div>
          <dt>
            <Trans>Last deletion</Trans>
          </dt>
          <dd>
            {retention ? (
              <span className={classes(desk.mark, styles.state)} data-look={retention.complete ? 'good' : 'bad'}>
                {retention.complete ? <Trans>Complete, {when}</Trans> : <Trans>Incomplete, {when}</Trans>}
              </span>
            ) : (
              <Trans>None yet</Trans>
            )}
          </dd>
          {retention?.note ? <dd className={styles.finding}>{retention.note}</dd> : null}
        </div>
        {retention ? (
          <div>
            <dt>
              <Trans>Duration</Trans>
            </dt>
            <dd>
              {retention.seconds < 120 ? (
                <Plural value={retention.seconds} one="# second" other="# seconds" />
              ) : (
                <Plural value={Math.round(retention.seconds / 60)} one="# minute" other="# minutes" />
              )}
            </dd>
          </div>
        ) : null}
        {deleted.map(({ table, rows }) => (
          <div key={table}>
            <dt>
              <code>{table}</code>
            </dt>
            <dd>
              {formatNumber(rows)} <Plural value={rows} one="row" other="rows" />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
