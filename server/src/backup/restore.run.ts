import pg from 'pg';
import { verifyClicks } from '../figures/figures.verify.ts';
import { verifyLedger } from '../ledger/ledger.verify.ts';
import { forgetUploads } from '../pictures/pictures.restore.ts';
import { applyMigrations, lockMigrations, unfinishedRestore } from '../platform/database/migrate.ts';
import { repairRights } from '../platform/database/rights.ts';
import { checkArchive, readArchive } from './archive.read.ts';
import type { Manifest } from './manifest.ts';
import type { Progress } from './progress.ts';
import { refuseFilledDatabase, refuseNewerSchema, refuseUsedDatabase, refuseUsedDataDir } from './restore.checks.ts';
import { restoreFiles } from './restore.files.ts';
import { restoreRows } from './restore.rows.ts';

// Invariants: nothing is changed before every check has passed; until everything is there, the database is marked as
// unfinished and the product refuses to start on it.

export type RestoreOptions = {
  file: string;
  dataDir: string;
  secretKey: string;
  /** The database; opened only after the checks of the file and of the data folder. */
  openDatabase(): Promise<{ url: string } & AsyncDisposable>;
  progress: Progress;
  /** Erases the accounts again that were erased after the backup was taken. Returns how many. */
  eraseAgain(url: string): Promise<number>;
  /** Compares the pictures in S3 with their rows. Returns what is wrong. */
  verifyPictures(url: string): Promise<string[]>;
};

/** `faults` are the differences that the verifiers found in the restored data. */
export type RestoreSummary = { manifest: Manifest; faults: string[]; erasedAgain: number };

export async function restoreBackup(options: RestoreOptions): Promise<RestoreSummary> {
  const { file, dataDir, secretKey, progress } = options;
  progress.step('Checking the file');
  const manifest = await checkArchive(file, secretKey);
  await refuseNewerSchema(manifest);
  await refuseUsedDataDir(dataDir);
  await using database = await options.openDatabase();
  const client = new pg.Client({ connectionString: database.url, application_name: 'vitrine restore' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    // A process that starts meanwhile waits for this lock.
    await lockMigrations(client);
    await refuseUsedDatabase(client);
    await refuseFilledDatabase(client);
    await fill(client, manifest, options);
  } finally {
    await client.end();
  }
  progress.step('Erasing closed accounts again');
  const erasedAgain = await options.eraseAgain(database.url);
  progress.step('Verifying the ledger, the click counts and the pictures');
  const faults = [...(await verify(database.url)), ...(await options.verifyPictures(database.url))];
  return { manifest, erasedAgain, faults };
}

async function fill(client: pg.Client, manifest: Manifest, { file, dataDir, progress }: RestoreOptions): Promise<void> {
  await client.query(`create table ${unfinishedRestore} (started_at timestamptz not null default now())`);
  progress.step('Creating the tables');
  await applyMigrations(client, new Set(manifest.migrations.map(({ name }) => name)));
  progress.step('Restoring the rows');
  await restoreRows(client, manifest, readArchive(file), progress);
  await restoreFiles(dataDir, () => readArchive(file));
  await applyMigrations(client);
  await repairRights(client);
  await forgetUploads(client);
  await client.query('analyze');
  await client.query(`drop table ${unfinishedRestore}`);
}

async function verify(url: string): Promise<string[]> {
  const faults: string[] = [];
  const ledger = await verifyLedger(url);
  if (!ledger.agrees) faults.push(`The ledger is wrong. Failed check: ${ledger.about}: ${ledger.found}`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const clicks = await verifyClicks(client);
    if (!clicks.agrees) faults.push(`Click counts are wrong: ${clicks.about}: ${clicks.found}`);
  } finally {
    await client.end();
  }
  return faults;
}
