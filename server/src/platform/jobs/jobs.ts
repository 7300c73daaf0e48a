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
    });
    runner.events.on('job:error', ({ job, error }) =>
      options.log.error({ task: job.task_identifier, err: error }, 'task failed; it is tried again'),
    );
    return runner;
  };
  let runner = await begin();
  const ended = new AbortController();
  /** A worker that loses the database for long gives up; unheard, that would end the process. */
  const keepRunning = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      try {
        await runner.promise;
        return;
      } catch (error) {
        options.log.error({ err: error }, 'the worker gave up; another takes its place');
      }
      await pause(1_000);
      if (!ended.signal.aborted) runner = await begin().catch(() => runner);
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
