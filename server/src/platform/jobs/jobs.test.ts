import pg from 'pg';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase } from '../../../world/database.ts';
import { openWire } from '../../../world/process.ts';
import { registerJobMetrics } from './jobs.metrics.ts';
import { openJobs, startWorker, taskNames, type Tasks } from './jobs.ts';

vi.setConfig({ testTimeout: 120_000 });

const idle = async () => undefined;
// The names are all there; fromEntries only says that they are texts.
const tasks = Object.fromEntries(taskNames.map((name) => [name, idle])) as Tasks;

/** Unhandled rejections, each of which would end the process. */
function watchUnhandled(): unknown[] {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  return unhandled;
}

test.each(['succeeds', 'fails'])(
  'a database outage while a task %s does not end the process, and work continues afterwards',
  async (how) => {
    const unhandled = watchUnhandled();
    await using database = await testDatabase();
    const wire = await openWire(database.url);
    const jobs = await openJobs({ url: database.url, log: pino({ level: 'silent' }) });
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
    let runs = 0;
    const deliver = async () => {
      runs += 1;
      if (runs > 1) return;
      wire.cut();
      if (how === 'fails') throw new Error('the database is away');
    };
    const metrics = new Registry();
    const onRun = registerJobMetrics(metrics);
    const worker = await startWorker({ url: wire.url, tasks: { ...tasks, deliver_mails: deliver }, log, onRun });
    await jobs.soon('deliver_mails');
    await expect.poll(() => lines.some((line) => line.includes('the worker stopped')), { timeout: 30_000 }).toBe(true);
    await wire.restore();
    await jobs.soon('deliver_mails');
    await expect.poll(() => runs, { timeout: 60_000 }).toBeGreaterThan(1);
    await expect
      .poll(() => metrics.metrics(), { timeout: 60_000 })
      .toContain('vitrine_job_runs_total{task="deliver_mails",outcome="done"}');
    expect(unhandled).toEqual([]);
    await worker.stop();
    await jobs.close();
    wire.close();
  },
);

/** Tries to connect to a database that is away. */
async function beRefused(url: string): Promise<void> {
  await expect(new pg.Client({ connectionString: url }).connect()).rejects.toThrow('ECONNREFUSED');
}

test('work continues after an outage in which tasks fail one after the other, and one ends last', async () => {
  await using database = await testDatabase();
  const wire = await openWire(database.url);
  const jobs = await openJobs({ url: database.url, log: pino({ level: 'silent' }) });
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const begun = new Set<string>();
  let isBack = false;
  let failed = 0;
  /** Begins together with the others; fails when `others` have failed and been written to nowhere. */
  const failAfter = (name: string, others: number) => async () => {
    begun.add(name);
    if (isBack) return;
    await expect.poll(() => begun.size, { timeout: 30_000 }).toBe(3);
    wire.cut();
    await expect.poll(() => failed, { timeout: 30_000 }).toBe(others);
    for (let time = 0; time < 5; time += 1) await beRefused(wire.url);
    if (name !== 'last') throw new Error('the database is away');
  };
  const worker = await startWorker({
    url: wire.url,
    tasks: {
      ...tasks,
      deliver_mails: failAfter('first', 0),
      send_webhooks: failAfter('second', 1),
      sync_shops: failAfter('last', 2),
    },
    log,
    onRun: (_task, _seconds, outcome) => void (outcome === 'failed' && (failed += 1)),
  });
  for (const task of ['deliver_mails', 'send_webhooks', 'sync_shops'] as const) await jobs.soon(task);
  const isRestarted = () => lines.some((line) => line.includes('the worker stopped'));
  await expect.poll(isRestarted, { timeout: 30_000 }).toBe(true);
  isBack = true;
  begun.clear();
  await wire.restore();
  await jobs.soon('deliver_mails');
  await expect.poll(() => [...begun], { timeout: 60_000 }).toContain('first');
  await worker.stop();
  await jobs.close();
  wire.close();
});

test('two tasks that take long don’t keep others waiting', async () => {
  await using database = await testDatabase();
  const log = pino({ level: 'silent' });
  const jobs = await openJobs({ url: database.url, log });
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const started = new Set<string>();
  const long = (name: string) => async () => {
    started.add(name);
    await over;
  };
  const daily = { verify_daily: long('verify_daily'), delete_old_data: long('delete_old_data') };
  const deliver = async () => void started.add('deliver_mails');
  const onRun = registerJobMetrics(new Registry());
  const worker = await startWorker({
    url: database.url,
    tasks: { ...tasks, ...daily, deliver_mails: deliver },
    log,
    onRun,
  });
  for (const name of ['verify_daily', 'delete_old_data'] as const) await jobs.soon(name);
  await expect.poll(() => started.size, { timeout: 30_000 }).toBe(2);
  await jobs.soon('deliver_mails');
  await expect.poll(() => [...started], { timeout: 30_000 }).toContain('deliver_mails');
  end();
  await worker.stop();
  await jobs.close();
});
