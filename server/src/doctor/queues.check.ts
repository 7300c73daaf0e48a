import { sql } from 'kysely';
import { exists } from './database.check.ts';
import { error, type Diagnosis, ok, type Patient, warning } from './diagnosis.ts';

const minuteMs = 60_000;
/** Every task runs each minute, so one that is due for so long is stuck. */
const lateMinutes = 15;

/** Jobs that failed for good or don't run. */
export async function checkJobs({ database, clock }: Pick<Patient, 'database' | 'clock'>): Promise<Diagnosis> {
  if (!(await exists(database.pool, 'graphile_worker.jobs'))) return ok('none yet');
  const late = new Date(clock.now().getTime() - lateMinutes * minuteMs);
  const { rows } = await database.pool.query<{ task: string; failed: boolean }>(
    `select task_identifier as task, attempts >= max_attempts as failed from graphile_worker.jobs
     where attempts >= max_attempts or run_at < $1 and (locked_at is null or locked_at < $1) order by 1`,
    [late],
  );
  if (rows.length === 0) return ok('none is stuck');
  const failed = rows.filter((row) => row.failed).map(({ task }) => task);
  if (failed.length > 0) return error(`These jobs failed for good: ${list(failed)}. Read the log of the worker.`);
  return warning(
    `These jobs wait for over ${lateMinutes} minutes: ${list(rows.map(({ task }) => task))}. Is a worker running?`,
  );
}

/** Emails that could not be sent, or that wait for a mail server. */
export async function checkEmails({ config, database, clock }: Patient): Promise<Diagnosis> {
  const late = new Date(clock.now().getTime() - lateMinutes * minuteMs);
  const { rows } = await database.as({ role: 'system' }, (tx) =>
    sql<{ failed: number; waiting: number }>`
      select count(*) filter (where failed_at is not null)::int as failed,
             count(*) filter (where failed_at is null and created_at < ${late})::int as waiting
      from mails where sent_at is null`.execute(tx),
  );
  const [{ failed, waiting } = { failed: 0, waiting: 0 }] = rows;
  if (failed > 0)
    return warning(`${failed} emails could not be sent. Read why in the operator's console under Emails.`);
  if (waiting > 0 && config.smtpUrl !== undefined)
    return warning(
      `${waiting} emails wait for over ${lateMinutes} minutes. Is a worker running, and does it reach the mail server?`,
    );
  return ok(config.smtpUrl === undefined ? `${waiting} wait in the console` : 'none is stuck');
}

function list(names: readonly string[]): string {
  return [...new Set(names)].join(', ');
}
