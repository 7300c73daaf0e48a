import { basename, join } from 'node:path';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { pauseCounting } from '../figures/transaction.ts';
import { readJournals } from '../journal/journal.copy.ts';
import type { Clock } from '../platform/clock.ts';
import { describeRights } from '../platform/database/rights.ts';
import { type ArchiveWriter, createArchive } from './archive.write.ts';
import { BackupError } from './backup.error.ts';
import { recordBackupEnd, recordBackupStart } from './backups.queries.ts';
import { backupFormat, type Manifest } from './manifest.ts';
import { journalPart, piecesOf, readFilePieces, refusedHits, refusedPart, rightsPart, tablePart } from './parts.ts';
import type { Progress } from './progress.ts';
import {
  copySource,
  readAppliedMigrations,
  readHitPartitions,
  readSequences,
  readTables,
  type TableShape,
} from './tables.views.ts';

// A backup of a running installation. Invariants: all rows are of one snapshot; a click that was acknowledged before the
// snapshot is among the rows or in a copied journal; the file appears only when it is complete.

export type BackupOptions = {
  url: string;
  dataDir: string;
  secretKey: string;
  file: string;
  product: Manifest['product'];
  clock: Clock;
  progress: Progress;
};

/** `picturesInS3`: those of which the file has only the hash. */
export type BackupSummary = { rows: number; tables: number; clicksFiles: number; picturesInS3: number; bytes: number };

export async function takeBackup(options: BackupOptions): Promise<BackupSummary> {
  const client = new pg.Client({ connectionString: options.url, application_name: 'vitrine backup' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await refuseForeignDatabase(client);
    const archive = await createArchive(options.file, options.secretKey);
    let record: string | undefined;
    try {
      const snapshot = await openSnapshot(client, options.clock);
      record = await recordBackupStart(options.url, { at: snapshot.takenAt, fileName: basename(options.file) });
      const summary = await writeContent(client, archive, snapshot, options);
      await recordBackupEnd(options.url, record, { at: options.clock.now(), bytes: summary.bytes });
      return summary;
    } catch (error) {
      await archive.abandon();
      if (record !== undefined)
        await recordBackupEnd(options.url, record, { at: options.clock.now() }).catch(() => undefined);
      throw error;
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function refuseForeignDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ migrated: boolean; unfinished: boolean }>(
    `select to_regclass('public.migrations') is not null as migrated,
       to_regclass('public.unfinished_restore') is not null as unfinished`,
  );
  if (!rows[0]?.migrated) throw new BackupError('There is nothing to back up: the database has no tables of Vitrine.');
  if (rows[0].unfinished)
    throw new BackupError('A restore into this database did not finish, so it has only a part of the data.');
}

type Snapshot = { takenAt: Date; migrations: Manifest['migrations']; resumeCounting(): Promise<void> };

/** The first query takes the snapshot. Until counting resumes, the journals have what the snapshot lacks. */
async function openSnapshot(client: pg.Client, clock: Clock): Promise<Snapshot> {
  const resumeCounting = await pauseCounting(client);
  await client.query('begin isolation level repeatable read read only');
  const migrations = await readAppliedMigrations(client);
  return { takenAt: clock.now(), migrations, resumeCounting };
}

async function writeContent(
  client: pg.Client,
  archive: ArchiveWriter,
  { takenAt, migrations, resumeCounting }: Snapshot,
  { dataDir, progress, product }: BackupOptions,
): Promise<BackupSummary> {
  const clicksFiles = await copyJournals(archive, join(dataDir, 'journal'));
  await resumeCounting();
  await copyRefusedHits(archive, join(dataDir, refusedHits));

  const tables = await readTables(client);
  const sequences = await readSequences(client);
  const hitPartitions = await readHitPartitions(client);
  const version = await client.query<{ server_version: string }>('show server_version');
  const rights = await describeRights(client);
  await archive.add(rightsPart, Buffer.from(rights.map((line) => `${line};\n`).join('')));
  // Row-level security binds the owner too; only the system role sees the rows of all brands.
  await client.query('set local role vitrine_system');
  const copied = await copyTables(client, archive, tables, progress);
  const picturesInS3 = await countPicturesInS3(client);
  await client.query('commit');
  progress.step('Writing the file to disk');
  const bytes = await archive.finish({
    format: backupFormat,
    product,
    postgres: version.rows[0]?.server_version ?? '',
    takenAt: takenAt.toISOString(),
    migrations,
    tables: copied,
    sequences,
    hitPartitions,
  });
  const rows = copied.reduce((sum, table) => sum + table.rows, 0);
  return { rows, tables: copied.length, clicksFiles, picturesInS3, bytes };
}

async function countPicturesInS3(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from pictures where bytes is null',
  );
  return rows[0]?.count ?? 0;
}

async function copyJournals(archive: ArchiveWriter, journals: string): Promise<number> {
  let count = 0;
  for await (const { run, segment, bytes } of readJournals(journals)) {
    await archive.add(journalPart(run, segment), bytes);
    count += 1;
  }
  return count;
}

async function copyRefusedHits(archive: ArchiveWriter, path: string): Promise<void> {
  let index = 0;
  try {
    for await (const piece of readFilePieces(path)) {
      await archive.add(refusedPart(index), piece);
      index += 1;
    }
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing) throw error;
  }
}

async function copyTables(
  client: pg.Client,
  archive: ArchiveWriter,
  tables: readonly TableShape[],
  progress: Progress,
): Promise<Manifest['tables']> {
  const all = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  const copied: Manifest['tables'] = [];
  const total = { rows: 0, bytes: 0, done: 0 };
  for (const table of tables) {
    const rows = client.query(copyTo(`copy ${copySource(table)} to stdout`));
    let index = 0;
    for await (const piece of piecesOf(rows)) {
      await archive.add(tablePart(table.name, index), piece);
      index += 1;
      total.bytes += piece.length;
      const within = table.rows > 0 ? Math.min(1, rows.rowCount / table.rows) : 0;
      const share = (total.done + table.bytes * within) / all;
      progress.report({ doing: table.name, rows: total.rows + rows.rowCount, bytes: total.bytes, share });
    }
    copied.push({ name: table.name, columns: table.columns, rows: rows.rowCount });
    total.rows += rows.rowCount;
    total.done += table.bytes;
  }
  progress.end();
  return copied;
}
