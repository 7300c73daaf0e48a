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
import type { Log } from '../log.ts';

/** Work that is done outside of a request. A task takes no payload: it looks for what is due, so running it twice is harmless. */
export type TaskName =
  | 'decide_waiting'
  | 'review_orders'
  | 'process_deliveries'
  | 'review_fraud'
  | 'mature_commissions'
  | 'deliver_mails'
  | 'answer_resets'
  | 'mail_locked_owners'
  | 'forget_expired'
  | 'notify_unread'
  | 'refresh_social'
  | 'close_statements';

export type Jobs = {
  /** Asks for a task soon; any number of askers make one run. */
  soon(task: TaskName, afterMs?: number): Promise<void>;
};

export type Tasks = Record<TaskName, () => Promise<unknown>>;

function loggerOf(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn({ queue: message }, 'job queue');
    else log.debug({ queue: message }, 'job queue');
  });
}

/** For nodes that ask and for those that work; makes the queue's schema where it is missing. */
export async function openJobs(options: { url: string; log: Log }): Promise<Jobs & { close(): Promise<void> }> {
  const queue = await makeWorkerUtils({ connectionString: options.url, maxPoolSize: 2, logger: loggerOf(options.log) });
  await queue.migrate();
  return {
    soon: async (task, afterMs = 0) => {
      await queue.addJob(task, {}, { jobKey: task, runAt: new Date(Date.now() + afterMs), maxAttempts: 10 });
    },
    close: async () => queue.release(),
  };
}

const everyMinute: CronItem[] = (
  [
    'decide_waiting',
    'review_orders',
    'process_deliveries',
    'review_fraud',
    'mature_commissions',
    'deliver_mails',
    'answer_resets',
    'mail_locked_owners',
    'forget_expired',
    'notify_unread',
    'refresh_social',
    'close_statements',
  ] satisfies TaskName[]
).map((task) => ({ task, match: '* * * * *', identifier: task, options: { maxAttempts: 3, jobKey: task } }));

/**
 * What came of a job is written by the library's queue, which tries again. Written at once, as is its default, it is a
 * promise that nobody awaits: a database that goes away just then would end the process.
 */
const keepResults = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

/** Runs the tasks: when asked, and every minute for whatever an asker could not ask for. */
export async function startWorker(options: {
  url: string;
  tasks: Tasks;
  log: Log;
}): Promise<{ stop(): Promise<void> }> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(options.tasks).map(([name, task]) => [
      name,
      async () => {
        await task();
      },
    ]),
  );
  const begin = async (): Promise<Runner> => {
    const runner = await run({
      connectionString: options.url,
      taskList,
      parsedCronItems: parseCronItems(everyMinute),
      concurrency: 2,
      maxPoolSize: 4,
      logger: loggerOf(options.log),
      noHandleSignals: true,
      preset: { worker: keepResults },
    });
    runner.events.on('job:error', ({ job, error }) =>
      options.log.error({ task: job.task_identifier, err: error }, 'task failed; it will be retried'),
    );
    return runner;
  };
  let runner = await begin();
  const ended = new AbortController();
  /** Tries every second until the database is back. */
  const beginAgain = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      await pause(1_000, undefined, { signal: ended.signal }).catch(() => undefined);
      const next = ended.signal.aborted ? undefined : await begin().catch(() => undefined);
      if (!next) continue;
      runner = next;
      if (ended.signal.aborted) await next.stop();
      return;
    }
  };
  /** A worker that loses the database stops, with or without saying why; another takes its place. */
  const keepRunning = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      const reason: unknown = await runner.promise.catch((error: unknown) => error);
      if (ended.signal.aborted) return;
      options.log.error({ err: reason }, 'the worker stopped; starting a new one');
      await beginAgain();
    }
  };
  const kept = keepRunning();
  return {
    stop: async () => {
      ended.abort();
      await runner.stop().catch(() => undefined);
      await kept;
    },
  };
}
