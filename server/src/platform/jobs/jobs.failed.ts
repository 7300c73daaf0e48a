import type { Database } from '../database/database.ts';

// The queue's tables belong to the owner of the database, as whom transactions begin. They hold no data of users.

export type FailedTask = {
  id: string;
  task: string;
  attempts: number;
  error: string;
  /** Null once the task was given up. Until the next minute, when it is requested again. */
  nextAttemptAt: Date | null;
};

const most = 50;

/** Tasks in the queue that failed at least once, those that were tried most first. */
export async function findFailedTasks({ asLogin }: Pick<Database, 'asLogin'>): Promise<FailedTask[]> {
  const { rows } = await asLogin<FailedTask>(
    `select id::text, task_identifier as task, attempts, last_error as error,
       case when attempts < max_attempts then run_at end as "nextAttemptAt"
     from graphile_worker.jobs where last_error is not null order by attempts desc, id limit $1`,
    [most],
  );
  return rows;
}

/** Makes a failed task due now. Returns its name, or undefined if it no longer waits or is running. */
export async function retryFailedTask({ asLogin }: Pick<Database, 'asLogin'>, id: string): Promise<string | undefined> {
  if (!/^\d{1,18}$/.test(id)) return undefined;
  const { rows } = await asLogin<{ task: string }>(
    `with failed as (select id, task_identifier as task from graphile_worker.jobs where id = $1 and last_error is not null)
     select failed.task from failed, graphile_worker.reschedule_jobs(array[failed.id], run_at := now(), attempts := 0)`,
    [id],
  );
  return rows[0]?.task;
}
