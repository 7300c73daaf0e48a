import { setTimeout as pause } from 'node:timers/promises';
import {
  type CronItem,
  Logger,
  makeWorkerUtils,
  parseCronItems,
  run,
  type Runner,
  type TaskList,
} from 'graphile-worker';
import pg from 'pg';
import { isDatabaseDown } from '../database/away.ts';
import type { Log } from '../log.ts';
import { sparseWarning } from '../sparse.log.ts';
import type { OnRun } from './jobs.metrics.ts';

/** Background work. A task has no payload: it looks for what is due, so running it twice is harmless. */
export const taskNames = [
  'decide_waiting',
  'decide_recent',
  'review_orders',
  'process_deliveries',
  'sync_shops',
  'refresh_product_feeds',
  'send_webhooks',
  'send_pushes',
  'announce_problems',
  'review_fraud',
  'end_accounts',
  'mature_commissions',
  'fill_sale_facts',
  'deliver_mails',
  'answer_resets',
  'ask_applicants',
  'mail_locked_owners',
  'forget_expired',
  'notify_unread',
  'publish_announcements',
  'mail_announcements',
  'mail_notifications',
  'tell_rate_cuts',
  'refresh_social',
  'close_statements',
  'erase_accounts',
  'verify_daily',
  'delete_old_data',
  'tend_pictures',
  'feed_figures',
] as const;
export type TaskName = (typeof taskNames)[number];

export type Jobs = {
  /** Requests a task soon. Several requests are one run, at the earliest of their times. */
  soon(task: TaskName, afterMs?: number): Promise<void>;
};

export type Tasks = Record<TaskName, () => Promise<unknown>>;

type Reports = { logger: Logger; onLost(error: Error): void };

/** One for each log, so that the queue's parts are sparse together. */
const reports = new WeakMap<Log, Reports>();

function reportsTo(log: Log): Reports {
  const known = reports.get(log) ?? createReports(log);
  reports.set(log, known);
  return known;
}

function createReports(log: Log): Reports {
  const report = sparseWarning(log, 'job queue');
  const reportLost = sparseWarning(log, 'a connection of the job queue failed');
  return {
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') report({ queue: message });
      else log.debug({ queue: message }, 'job queue');
    }),
    onLost: (error) => reportLost({ error: error.message }),
  };
}

/**
 * Adds a job for later. The queue itself would replace the time of a job that waits; this keeps the earlier one. The row
 * stays locked until the end, and if there is none yet, the queue keeps the time of one that another node adds meanwhile.
 */
const addLater = `
  with waiting as materialized (
    select run_at from graphile_worker._private_jobs where key = $1 and is_available for update
  )
  select graphile_worker.add_job($1, '{}', job_key => $1, max_attempts => 10,
    run_at => least((select min(run_at) from waiting), now() + $2 * interval '1 millisecond'),
    job_key_mode => case when exists (select from waiting) then 'replace' else 'preserve_run_at' end)`;

/** For nodes that request no tasks. */
export const noJobs: Jobs & { close(): Promise<void> } = { soon: async () => undefined, close: async () => undefined };

/**
 * The library doesn't wait until a pool of its own has ended, and an error of a connection that it has given up would
 * end the process. The address is for direct connections, as the queue listens.
 */
function openQueuePool({ url, log }: { url: string; log: Log }, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max });
  const { onLost } = reportsTo(log);
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', onLost));
  return pool;
}

/**
 * For nodes that only request tasks and for workers. Creates the queue's schema if it is missing.
 */
export async function openJobs(options: { url: string; log: Log }): Promise<Jobs & { close(): Promise<void> }> {
  const pool = openQueuePool(options, 2);
  const queue = await makeWorkerUtils({ pgPool: pool, logger: reportsTo(options.log).logger });
  await queue.migrate();
  return {
    soon: async (task, afterMs = 0) => {
      if (afterMs > 0) await queue.withPgClient((client) => client.query(addLater, [task, afterMs]));
      // Without a time it is the database's, so that workers find the job at once whatever this machine's clock says.
      else await queue.addJob(task, {}, { jobKey: task, maxAttempts: 10 });
    },
    close: async () => {
      await queue.release();
      await pool.end();
    },
  };
}

const everyMinute: CronItem[] = taskNames.map((task) => ({
  task,
  match: '* * * * *',
  identifier: task,
  options: { maxAttempts: 3, jobKey: task },
}));

/**
 * The results of jobs are written by the queue library, which retries. By default it writes at once and doesn't await
 * the promise, so a database outage at that moment would end the process.
 */
const keepResults = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

/** Two of them can be daily tasks, which take minutes in a large installation; the others must not wait for them. */
const concurrency = 4;

async function runTask(name: TaskName, task: Tasks[TaskName], onRun: OnRun): Promise<void> {
  const startedAt = performance.now();
  const end = (outcome: Parameters<OnRun>[2]) => onRun(name, (performance.now() - startedAt) / 1_000, outcome);
  try {
    await task();
  } catch (error) {
    end('failed');
    throw error;
  }
  end('done');
}

const failedText = 'task failed; it will be retried';

/** For results of tasks to be written once all tasks have ended. */
const resultsMs = 2_000;

/**
 * Resolves when the runner has ended, with its error if it has one. If several results can't be written, the library (0.18)
 * counts them wrongly and waits for more without end, so its word that all tasks have ended is enough after a while.
 */
function endOf(runner: Runner): Promise<unknown> {
  const tasksEnded = new Promise<void>((resolve) => {
    for (const name of ['pool:gracefulShutdown:complete', 'pool:forcefulShutdown:complete'] as const)
      runner.events.once(name, () => setTimeout(resolve, resultsMs).unref());
  });
  return Promise.race([runner.promise.catch((error: unknown) => error), tasksEnded]);
}

/** Runs the tasks: on request, and every minute for requests that were lost. */
export async function startWorker(options: {
  url: string;
  tasks: Tasks;
  log: Log;
  onRun: OnRun;
}): Promise<{ stop(): Promise<void> }> {
  const taskList: TaskList = Object.fromEntries(
    taskNames.map((name) => [name, () => runTask(name, options.tasks[name], options.onRun)]),
  );
  // While the database is away, every task fails that is due.
  const reportOutage = sparseWarning(options.log, failedText);
  let poolEnded = Promise.resolve();
  const begin = async (): Promise<{ runner: Runner; end: Promise<unknown> }> => {
    const pool = openQueuePool(options, concurrency + 2);
    const runner = await run({
      pgPool: pool,
      taskList,
      parsedCronItems: parseCronItems(everyMinute),
      concurrency,
      logger: reportsTo(options.log).logger,
      noHandleSignals: true,
      preset: { worker: keepResults },
    }).catch(async (error: unknown) => {
      await pool.end();
      throw error;
    });
    const end = endOf(runner);
    poolEnded = end.then(() => pool.end());
    runner.events.on('job:error', ({ job, error }) => {
      const fact = { task: job.task_identifier, err: error };
      if (isDatabaseDown(error)) reportOutage(fact);
      else options.log.error(fact, failedText);
    });
    return { runner, end };
  };
  let running = await begin();
  const ended = new AbortController();
  const stopRunning = () => Promise.race([running.runner.stop().catch(() => undefined), running.end]);
  /** Retries every second until the database is back. */
  const restart = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      await pause(1_000, undefined, { signal: ended.signal }).catch(() => undefined);
      const next = ended.signal.aborted ? undefined : await begin().catch(() => undefined);
      if (!next) continue;
      running = next;
      if (ended.signal.aborted) await stopRunning();
      return;
    }
  };
  /** A worker stops when it loses the database, with or without an error; then a new one is started. */
  const keepRunning = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      const reason = await running.end;
      if (ended.signal.aborted) return;
      options.log.error({ err: reason }, 'the worker stopped; starting a new one');
      await restart();
    }
  };
  const kept = keepRunning();
  return {
    stop: async () => {
      ended.abort();
      await stopRunning();
      await kept;
      await poolEnded;
    },
  };
}
