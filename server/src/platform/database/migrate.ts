import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { sha256 } from '../ids.ts';

const folder = new URL('../../../../database/migrations/', import.meta.url);
/** Any number, as long as all nodes of one database wait for the same lock. */
const lockNumber = 7_412_001;

export type Migration = { name: string; text: string };

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(new URL(name, folder), 'utf8') })));
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.text);
    await client.query('insert into migrations (name, hash) values ($1, $2)', [migration.name, sha256(migration.text)]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${migration.name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/**
 * Migrates the database to the newest schema, forward only, each file in a transaction of its own. Nodes that start
 * together wait for each other. A file that was changed after it ran is refused. Returns the names applied.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockNumber]);
    const version = await client.query<{ number: string }>("select current_setting('server_version_num') as number");
    if (Number(version.rows[0]?.number) < 150_000) throw new Error('DATABASE_URL must point to PostgreSQL 15 or newer');
    await client.query(
      'create table if not exists migrations (name text primary key, hash bytea not null, applied_at timestamptz not null default now())',
    );
    const done = await client.query<{ name: string; hash: Buffer }>('select name, hash from migrations');
    const hashes = new Map(done.rows.map((row) => [row.name, row.hash]));
    const applied: string[] = [];
    for (const migration of await readMigrations()) {
      const hash = hashes.get(migration.name);
      if (hash?.equals(sha256(migration.text))) continue;
      if (hash) throw new Error(`migration ${migration.name} was changed after it was applied`);
      await apply(client, migration);
      applied.push(migration.name);
    }
    return applied;
  } finally {
    await client.end();
  }
}
