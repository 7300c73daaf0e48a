import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openWorld, type World } from '../../world/world.ts';
import { postgresPackage, startEmbeddedPostgres } from '../platform/database/embedded.ts';
import { emptyingSql, migrate, UnfinishedRestoreError } from '../platform/database/migrate.ts';
import { until } from '../redirector.testing.ts';
import { backUp, temporaryFolder, ownedInstallation, restore, allRows, testKey, withClient } from './backup.testing.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

type Run = {
  child: ChildProcess;
  line(part: string): Promise<void>;
  ended: Promise<{ code: number | null; text: string }>;
};

/** The command as npm runs it, in its own process. */
function run(command: 'backup' | 'restore', file: string, env: Record<string, string>): Run {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [`run/${command}.mjs`, file], {
    cwd: root,
    env: { PATH, SECRET_KEY: testKey, DEMO: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  for (const output of [child.stdout, child.stderr]) createInterface(output).on('line', (line) => lines.push(line));
  return {
    child,
    line: (part) => until(() => lines.some((line) => line.includes(part))),
    // Only then has all output been read.
    ended: once(child, 'close').then(([code]) => ({ code, text: lines.join('\n') })),
  };
}

/** Seen from a new connection, because a transaction sees the activity of its start. */
async function connections(url: string, program: string, condition = 'true'): Promise<number> {
  return withClient(url, async (client) => {
    const found = await client.query(
      `select from pg_stat_activity where datname = current_database() and application_name = $1 and ${condition}`,
      [program],
    );
    return found.rows.length;
  });
}

test('a backup that is killed leaves nothing that looks like a backup', async () => {
  const folder = await temporaryFolder();
  const { url } = world.ctx.database;
  await withClient(url, async (client) => {
    // The copy waits for this table, so the kill comes in the middle.
    await client.query('begin; lock table users in access exclusive mode');
    const { child, ended } = run('backup', join(folder, 'backup'), {
      DATABASE_URL: url,
      DATA_DIR: await temporaryFolder(),
    });
    await until(async () => (await connections(url, 'vitrine backup', "wait_event_type = 'Lock'")) > 0);
    child.kill('SIGKILL');
    await ended;
    await client.query('rollback');
  });
  expect(await readdir(folder)).toEqual([expect.stringMatching(/^\.backup\.\d+\.part$/)]);
});

test('after a restore that was killed, the product refuses to start until the database is emptied and restored', async () => {
  const file = join(await temporaryFolder(), 'backup');
  await backUp({ url: world.ctx.database.url, dataDir: world.ctx.config.dataDir }, file);
  const target = await ownedInstallation();
  const killed = run('restore', file, { DATABASE_URL: target.url, DATA_DIR: target.dataDir });
  await killed.line('Creating the tables');
  await withClient(target.admin, async (client) => {
    // The last step of a restore drops this table and waits for the lock, so the kill always comes before the end.
    await client.query('begin; lock table unfinished_restore in access share mode');
    await killed.line('Restoring the rows');
    killed.child.kill('SIGKILL');
    await killed.ended;
    // PostgreSQL doesn't notice the kill while it waits for a lock, and would still drop the table.
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'vitrine restore'",
    );
    await until(async () => (await connections(target.admin, 'vitrine restore')) === 0);
    await client.query('rollback');
  });

  await expect(migrate(target.url)).rejects.toThrow(UnfinishedRestoreError);
  await expect(restore(target, file)).rejects.toThrow('not empty');
  await withClient(target.url, (client) => client.query(emptyingSql));
  expect((await restore(target, file)).faults).toEqual([]);
  expect(await allRows(target.admin)).toEqual(await allRows(world.ctx.database.url));
  await migrate(target.url);
});

test('a restore whose data is wrong says so and exits with 1', async () => {
  const broken = await openWorld();
  onTestFinished(() => broken[Symbol.asyncDispose]());
  await withClient(broken.ctx.database.url, (client) =>
    client.query(
      'insert into link_totals (merchant_id, link_id, merchant_account_id, creator_id, hits, clicks) select merchant_id, id, merchant_account_id, creator_id, 1, 1 from links limit 1',
    ),
  );
  const file = join(await temporaryFolder(), 'backup');
  await backUp({ url: broken.ctx.database.url, dataDir: broken.ctx.config.dataDir }, file);
  const target = await ownedInstallation();
  const { code, text } = await run('restore', file, { DATABASE_URL: target.url, DATA_DIR: target.dataDir }).ended;
  expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining('Click counts are wrong') });
});

test('an embedded database is backed up while it runs, and restored into a new data folder', async () => {
  const [dataDir, elsewhere] = [await temporaryFolder(), await temporaryFolder()];
  const start = (folder: string) =>
    startEmbeddedPostgres({ dataDir: folder, binaries: postgresPackage(18), log: () => undefined });
  const file = join(await temporaryFolder(), 'backup');
  let rows: Record<string, string[]>;
  {
    await using running = await start(dataDir);
    await migrate(running.url);
    await withClient(running.url, (client) =>
      client.query("insert into reset_requests values (gen_random_uuid(), 'ava@creators.test', now())"),
    );
    expect(await run('backup', file, { DATA_DIR: dataDir }).ended).toMatchObject({ code: 0 });
    rows = await allRows(running.url);
  }
  const { code, text } = await run('restore', file, { DATA_DIR: elsewhere }).ended;
  expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('You can start Vitrine') });
  await using restored = await start(elsewhere);
  expect(await allRows(restored.url)).toEqual(rows);
});

test('a missing name is answered with the usage', async () => {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, ['run/backup.mjs'], { cwd: root, env: { PATH }, stdio: 'ignore' });
  expect(await once(child, 'exit')).toEqual([2, null]);
});
