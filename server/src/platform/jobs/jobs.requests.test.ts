import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { testDatabase } from '../../../world/database.ts';
import { openJobs, startWorker, taskNames, type Tasks } from './jobs.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let jobs: Awaited<ReturnType<typeof openJobs>>;
let owner: pg.Client;
const silent = pino({ level: 'silent' });
beforeAll(async () => {
  database = await testDatabase();
  jobs = await openJobs({ url: database.url, log: silent });
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await jobs.close();
  await database[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await owner.query('delete from graphile_worker._private_jobs');
});

/** The jobs in the queue, oldest first; the key of one that ran when the next was requested is empty. */
async function waiting(): Promise<{ key: string; run_at: Date }[]> {
  const { rows } = await owner.query<{ key: string; run_at: Date }>(
    `select coalesce(key, '') as key, run_at from graphile_worker.jobs order by id`,
  );
  return rows;
}

/** Tasks that do nothing except for the given ones. */
function tasksWith(own: Partial<Tasks>): Tasks {
  const idle = taskNames.map((name) => [name, async () => undefined]);
  // The names are all there; fromEntries only says that they are texts.
  return { ...(Object.fromEntries(idle) as Tasks), ...own };
}

describe('a request for a task', () => {
  test('that is made several times, even at once, is one run', async () => {
    await Promise.all(Array.from({ length: 8 }, () => jobs.soon('deliver_mails')));
    await jobs.soon('answer_resets');
    expect((await waiting()).map((job) => job.key).sort()).toEqual(['answer_resets', 'deliver_mails']);
  });

  test('can be for later, and a request for now brings it forward', async () => {
    await jobs.soon('deliver_mails', 3_600_000);
    const [later] = await waiting();
    await jobs.soon('deliver_mails');
    const [soon, ...others] = await waiting();
    expect(others).toEqual([]);
    expect((later?.run_at.getTime() ?? 0) - (soon?.run_at.getTime() ?? 0)).toBeGreaterThan(3_500_000);
  });

  test('for later postpones neither one for now nor one that is due before it', async () => {
    await jobs.soon('deliver_mails');
    await jobs.soon('sync_shops', 60_000);
    const before = await waiting();
    await jobs.soon('deliver_mails', 3_600_000);
    await jobs.soon('sync_shops', 3_600_000);
    expect(await waiting()).toEqual(before);
    await jobs.soon('sync_shops', 30_000);
    const brought = ([, sync]: typeof before) => sync?.run_at.getTime() ?? 0;
    expect(brought(before) - brought(await waiting())).toBeGreaterThan(25_000);
  });

  test('for later is a run of its own while the task runs', async () => {
    await jobs.soon('deliver_mails');
    await owner.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker'`);
    await jobs.soon('deliver_mails', 60_000);
    expect((await waiting()).map(({ key }) => key)).toEqual(['', 'deliver_mails']);
  });

  test('for now is due at once on a node whose clock is ahead', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    await jobs.soon('deliver_mails');
    vi.restoreAllMocks();
    const { rows } = await owner.query('select key from graphile_worker.jobs where run_at <= now()');
    expect(rows).toEqual([{ key: 'deliver_mails' }]);
  });
});

test('a task that fails is logged with its name and stays in the queue, and other tasks run', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
  let answered = 0;
  const tasks = tasksWith({
    deliver_mails: async () => {
      throw new Error('no mail server');
    },
    answer_resets: async () => {
      answered += 1;
    },
  });
  const worker = await startWorker({ url: database.url, tasks, log, onRun: () => undefined });
  await jobs.soon('deliver_mails');
  await jobs.soon('answer_resets');
  await expect.poll(() => answered, { timeout: 20_000 }).toBeGreaterThan(0);
  await expect.poll(() => lines.length, { timeout: 20_000 }).toBeGreaterThan(0);
  await worker.stop();
  expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({
    task: 'deliver_mails',
    msg: 'task failed; it will be retried',
    err: { message: 'no mail server' },
  });
  expect((await waiting()).map((job) => job.key)).toContain('deliver_mails');
});
