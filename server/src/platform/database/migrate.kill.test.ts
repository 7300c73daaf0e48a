import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { bareDatabase } from '../../../world/database.ts';
import { migrationNames } from '../version.ts';
import { applyMigrations, migrate } from './migrate.ts';
import { describeSchema } from './describe.ts';

vi.setConfig({ testTimeout: 60_000 });

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Migrates in a process of its own. */
function migrating(url: string) {
  const script = `import(${JSON.stringify(new URL('./migrate.ts', import.meta.url).href)}).then((m) => m.migrate(process.argv[1]))`;
  return spawn(process.execPath, ['-e', script, url], { stdio: 'ignore' });
}

test('an upgrade that is killed in the middle of a migration changes nothing of it, and the next one completes', async () => {
  await using database = await bareDatabase();
  await using whole = await bareDatabase();
  const names = await migrationNames();
  // The schema of version 0.1.0. A migration after it changes `links`.
  await connected(database.url, (client) => applyMigrations(client, new Set(names.filter((name) => name < '0040'))));
  const applied = () =>
    connected(database.url, async (client) =>
      (await client.query<{ name: string }>('select name from migrations order by name')).rows.map(({ name }) => name),
    );
  const waiting = () =>
    connected(database.url, async (client) => {
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length;
    });
  await connected(database.url, async (holder) => {
    await holder.query('begin; lock table orders in access share mode; lock table hits in access share mode');
    const child = migrating(database.url);
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    const before = await applied();
    expect(before.length).toBeLessThan(names.length);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await holder.query('rollback');
    await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
    expect(await applied()).toEqual(before);
  });
  await migrate(database.url);
  await migrate(whole.url);
  expect(await applied()).toEqual(names);
  const schemaOf = (url: string) => connected(url, describeSchema);
  expect(await schemaOf(database.url)).toBe(await schemaOf(whole.url));
});
