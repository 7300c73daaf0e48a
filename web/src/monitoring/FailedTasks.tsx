import { Trans, useLingui } from '@lingui/react/macro';
import type { FailedJob } from '@vitrine/contract/monitoring.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { formatNumber } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import { Table } from '../ui/Table.tsx';
import { showToast } from '../ui/toasts.ts';
import styles from './monitoring.module.css';
import { useRetryJob } from './monitoring.data.ts';
import { taskTitles } from './task-texts.ts';

/** Background tasks whose last run failed. They are tried again by themselves; an operator can do it now. */
export function FailedTasks({ jobs }: { jobs: readonly FailedJob[] }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const retry = useRetryJob();
  const nameOf = ({ task }: FailedJob) => {
    const name = taskTitles[task];
    return name ? t(name) : task;
  };
  const run = (job: FailedJob) => {
    const name = nameOf(job);
    retry.mutate(job.id, { onSuccess: () => showToast(t`“${name}” runs again now`) });
  };
  return (
    <section className={desk.section} aria-labelledby="failed">
      <h2 id="failed">
        <Trans>Background tasks</Trans>
      </h2>
      <Refused error={retry.error} />
      {jobs.length === 0 ? (
        <p className={desk.quiet}>
          <Trans>No task is failing.</Trans>
        </p>
      ) : (
        <Table<FailedJob>
          caption={t`Background tasks that failed`}
          rows={jobs}
          keyOf={({ id }) => id}
          columns={[
            { label: t`Task`, look: 'main', cell: nameOf },
            { label: t`Attempts`, look: 'number', phone: 'named', cell: ({ attempts }) => formatNumber(attempts) },
            { label: t`Error`, look: 'quiet', phone: 'first', cell: ({ error }) => error },
            {
              label: t`Next attempt`,
              look: 'when',
              phone: 'named',
              cell: ({ next_attempt_at: next }) => (next ? moment(next) : t`None, given up`),
            },
            {
              label: t`Actions`,
              look: 'actions',
              cell: (job) => (
                <Button look="quiet" small onClick={() => run(job)} disabled={retry.isPending}>
                  <span className={styles.again}>
                    <Trans>Run again</Trans>
                  </span>
                </Button>
              ),
            },
          ]}
        />
      )}
    </section>
  );
}
