import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { sha256 } from '../ids.ts';
import { migrationNames, productVersion } from '../version.ts';
import { prepareVersions, refuseNewerDatabase } from './newer.ts';
import { repairRights } from './rights.ts';
import { checkCreation, prepareRoles } from './roles.ts';

const folder = new URL('../../../../database/migrations/', import.meta.url);
/** Any number, as long as all nodes of one database wait for the same lock. */
const lockNumber = 7_412_001;

export type Migration = { name: string; text: string };

export async function readMigrations(): Promise<Migration[]> {
  const names = await migrationNames();
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(new URL(name, folder), 'utf8') })));
}

async function apply(client: pg.Client, migration: Migration, version: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.text);
    const row = [migration.name, sha256(migration.text), version];
    await client.query('insert into migrations (name, hash, version) values ($1, $2, $3)', row);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${migration.name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** Long enough for the indexes of a large installation. */
const longestWaitMinutes = 15;
const lockNotAvailable = '55P03';

export type MigrationWait = { longestMs?: number; onWait?: () => void };

/** Another node has had the lock for too long. The message says how to find it. */
export class MigrationWaitError extends Error {
  constructor(longestMs: number) {
    super(
      `Another node has been migrating this database for more than ${longestMs / 60_000} minutes. Look at its log. ` +
        'If no other node runs, end the connection that holds the lock, then start again:\n' +
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = ${lockNumber} and granted ` +
        'and database = (select oid from pg_database where datname = current_database());',
    );
    this.name = 'MigrationWaitError';
  }
}

/** Waits for other nodes that migrate, but not forever. The lock lasts until the connection ends. */
export async function lockMigrations(client: pg.Client, wait: MigrationWait = {}): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lockNumber]);
  if (rows[0]?.taken) return;
  wait.onWait?.();
  const longestMs = wait.longestMs ?? longestWaitMinutes * 60_000;
  try {
    await client.query(`begin; set local lock_timeout = ${longestMs}; select pg_advisory_lock(${lockNumber}); commit`);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === lockNotAvailable) throw new MigrationWaitError(longestMs);
    throw error;
  }
}

/** A lost connection fails the current statement. Without a listener, it would end the process as well. */
function outliveLoss(client: pg.Client): void {
  client.on('error', () => undefined);
}

/** Throws NewerDatabase if the database was migrated by a newer version. Changes nothing. */
export async function refuseNewerDatabaseAt(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  outliveLoss(client);
  await client.connect();
  try {
    await refuseNewerDatabase(client, { version: await productVersion(), names: await migrationNames() });
  } finally {
    await client.end();
  }
}

/** Applies the migrations that the database lacks, or only those named. The caller holds the lock. */
export async function applyMigrations(client: pg.Client, only?: ReadonlySet<string>): Promise<string[]> {
  const version = await client.query<{ number: string }>("select current_setting('server_version_num') as number");
  if (Number(version.rows[0]?.number) < 150_000) throw new Error('DATABASE_URL must point to PostgreSQL 15 or newer');
  await checkCreation(client);
  await prepareRoles(client);
  await client.query(
    'create table if not exists migrations (name text primary key, hash bytea not null, applied_at timestamptz not null default now(), version text)',
  );
  await prepareVersions(client);
  const product = await productVersion();
  const migrations = await readMigrations();
  await refuseNewerDatabase(client, { version: product, names: migrations.map(({ name }) => name) });
  const done = await client.query<{ name: string; hash: Buffer }>('select name, hash from migrations');
  const hashes = new Map(done.rows.map((row) => [row.name, row.hash]));
  const applied: string[] = [];
  for (const migration of migrations) {
    if (only?.has(migration.name) === false) continue;
    const hash = hashes.get(migration.name);
    if (hash?.equals(sha256(migration.text))) continue;
    if (hash) throw new Error(`migration ${migration.name} was changed after it was applied`);
    await apply(client, migration, product);
    applied.push(migration.name);
  }
  return applied;
}

/** A restore creates this table first and drops it last, so that nothing starts on half of the data. */
export const unfinishedRestore = 'unfinished_restore';

/** Deletes everything in the database, as SQL for the operator. */
export const emptyingSql =
  'drop schema public cascade; create schema public; drop schema if exists graphile_worker cascade;';

async function refuseUnfinishedRestore(client: pg.Client): Promise<void> {
  const found = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    `public.${unfinishedRestore}`,
  ]);
  if (!found.rows[0]?.exists) return;
  throw new UnfinishedRestoreError();
}

export class UnfinishedRestoreError extends Error {
  constructor() {
    super(`A restore into this database did not finish. Empty it and restore again:\n${emptyingSql}`);
    this.name = 'UnfinishedRestoreError';
  }
}

/**
 * Migrates the database to the newest schema, forward only, each file in a transaction of its own. Nodes that start
 * together wait for each other. A file that was changed after it ran is refused. Missing roles and rights are created
 * again, unless the list of them is still to be written. Returns the names applied. The address is for direct
 * connections.
 */
export async function migrate(
  url: string,
  { repairsRights = true, ...wait }: MigrationWait & { repairsRights?: boolean } = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  outliveLoss(client);
  await client.connect();
  try {
    await lockMigrations(client, wait);
    await refuseUnfinishedRestore(client);
    const applied = await applyMigrations(client);
    if (repairsRights) await repairRights(client);
    return applied;
  } finally {
    await client.end();
  }
}
