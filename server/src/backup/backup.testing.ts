import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { bareDatabase } from '../../world/database.ts';
import { systemClock } from '../platform/clock.ts';
import { type BackupSummary, takeBackup } from './backup.take.ts';
import { showProgress } from './progress.ts';
import { type RestoreSummary, restoreBackup } from './restore.run.ts';

// Backups and restores between databases of the test cluster.

export const testKey = 'the secret key of the backup tests, 32+ characters';

const silent = showProgress(new Writable({ write: (_chunk, _encoding, done) => done() }));

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export type TestInstallation = { url: string; dataDir: string };

export function backUp({ url, dataDir }: TestInstallation, file: string, secretKey = testKey): Promise<BackupSummary> {
  const product = { version: '0.0.0', commit: null };
  return takeBackup({ url, dataDir, secretKey, file, product, clock: systemClock, progress: silent });
}

export function restore(
  { url, dataDir }: TestInstallation,
  file: string,
  secretKey = testKey,
): Promise<RestoreSummary> {
  const openDatabase = async () => ({ url, [Symbol.asyncDispose]: async () => undefined });
  return restoreBackup({
    file,
    dataDir,
    secretKey,
    openDatabase,
    progress: silent,
    eraseAgain: async () => 0,
    verifyPictures: async () => [],
  });
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * An empty database that belongs to an ordinary user, like one that a hosting provider gives out: no superuser, no right
 * to read through forced row-level security.
 */
export async function ownedInstallation(): Promise<TestInstallation & { owner: string; admin: string }> {
  const database = await bareDatabase();
  const owner = `owner_${randomBytes(4).toString('hex')}`;
  await withClient(database.url, async (client) => {
    await client.query(`create role ${owner} login password 'secret'`);
    await client.query(
      `grant vitrine_app, vitrine_public, vitrine_redirect, vitrine_system to ${owner} with admin option`,
    );
    await client.query(`do $$ begin execute format('alter database %I owner to ${owner}', current_database()); end $$`);
  });
  onTestFinished(async () => {
    await withClient(database.url, (client) => client.query(`reassign owned by ${owner} to current_user`));
    await database[Symbol.asyncDispose]();
  });
  const url = new URL(database.url);
  url.username = owner;
  url.password = 'secret';
  return { url: url.href, admin: database.url, owner, dataDir: await temporaryFolder() };
}

/** Differs after a restore, or is written by the backup itself. */
const different: Record<string, string> = { sessions: "- 'revoked_at'" };

/** Every row of every table as text, read by a superuser, who is bound by no policy. */
export async function allRows(adminUrl: string): Promise<Record<string, string[]>> {
  return withClient(adminUrl, async (client) => {
    const tables = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname not in ('migrations', 'backups') order by 1`,
    );
    const rows: Record<string, string[]> = {};
    for (const { name } of tables.rows) {
      const found = await client.query<{ row: string }>(
        `select (to_jsonb(t) ${different[name] ?? ''})::text as row from ${name} t order by 1`,
      );
      rows[name] = found.rows.map(({ row }) => row);
    }
    return rows;
  });
}
