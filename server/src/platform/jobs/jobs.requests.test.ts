import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

async function waiting(): Promise<{ key: string; run_at: Date }[]> {
  const { rows } = await owner.query<{ key: string; run_at: Date }>('select key, run_at from graphile_worker.jobs');
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
