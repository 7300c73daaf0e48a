import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import type { Health } from '@vitrine/contract/monitoring.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { classes } from '../ui/classes.ts';
import { Masthead } from '../ui/Masthead.tsx';
import { FailedTasks } from './FailedTasks.tsx';
import styles from './monitoring.module.css';
import { Machine } from './Machine.tsx';
import { healthQuery } from './monitoring.data.ts';
import { Nodes } from '../nodes/Nodes.tsx';
import { Queues } from './Queues.tsx';
import { Retention } from './Retention.tsx';

export default createLazyRoute('/operator-frame/operator/health')({ component: HealthPage });

function HealthPage() {
  const { t } = useLingui();
  const { asOf } = useDates();
  const query = useQuery(healthQuery());
  return (
    <>
      <Masthead heading={t`Health`} dateline={query.data ? asOf(query.data.at) : undefined} />
      <QueryState query={query} loading={t`Loading the state`} failed={t`We couldn’t load the state`} />
      {query.data ? (
        <div className={desk.sections}>
          <Queues health={query.data} />
          <Nodes nodes={query.data.nodes} />
          <FailedTasks jobs={query.data.jobs} />
          <Verifications verifications={query.data.verifications} />
          <Retention retention={query.data.retention} />
          <Machine health={query.data} />
        </div>
      ) : null}
    </>
  );
}

function Verifications({ verifications: { ledger, clicks } }: Pick<Health, 'verifications'>) {
  const { t } = useLingui();
  return (
    <section className={desk.section} aria-labelledby="verifications">
      <h2 id="verifications">
        <Trans>Daily verification</Trans>
      </h2>
      <p className={desk.quiet}>
        <Trans>Every day, balances and click counts are compared with the entries they are counted from.</Trans>
      </p>
      <dl className={classes(desk.facts, styles.facts)}>
        <Verification label={t`Ledger`} verification={ledger} />
        <Verification label={t`Click counts`} verification={clicks} />
      </dl>
    </section>
  );
}

type VerificationProps = { label: string; verification: Health['verifications']['ledger'] };

function Verification({ label, verification }: VerificationProps) {
  const { moment } = useDates();
  if (!verification)
    return (
      <div>
        <dt>{label}</dt>
        <dd>
          <Trans>Not verified yet</Trans>
        </dd>
      </div>
    );
  const when = moment(verification.ended_at);
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span className={classes(desk.mark, styles.state)} data-look={verification.agrees ? 'good' : 'bad'}>
          {verification.agrees ? <Trans>Correct, {when}</Trans> : <Trans>Difference found, {when}</Trans>}
        </span>
      </dd>
      {verification.agrees ? null : <dd className={styles.finding}>{verification.finding}</dd>}
    </div>
  );
}
