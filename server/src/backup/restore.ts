import { Registry } from 'prom-client';
import { addToErasedFile, readErasedFile } from '../closures/erased.file.ts';
import { type Config, readConfig } from '../config.ts';
import type { Context } from '../context.ts';
import { eraseAgain } from '../erasure.ts';
import { verifyPictures } from '../pictures/pictures.verify.ts';
import { systemClock } from '../platform/clock.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded.ts';
import { createLog } from '../platform/log.ts';
import { openContext } from '../server.ts';
import { BackupError } from './backup.error.ts';
import { runCommand } from './command.ts';
import { showProgress } from './progress.ts';
import { restoreBackup } from './restore.run.ts';

async function withContext<T>(config: Config, url: string, work: (ctx: Context) => Promise<T>): Promise<T> {
  const basics = { log: createLog(config.logLevel), metrics: new Registry(), clock: systemClock };
  const { ctx, close } = await openContext(config, { url, directUrl: url }, basics, async () => undefined);
  try {
    return await work(ctx);
  } finally {
    await close();
  }
}

/** Reads the list of another data folder, which was kept while this one was lost. */
async function readKeptList(path: string): Promise<Awaited<ReturnType<typeof readErasedFile>>> {
  try {
    return await readErasedFile(path);
  } catch (error) {
    throw new BackupError(`${path} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * `npm run restore -- <file> [--erased <list>]`: restores into the empty database of DATABASE_URL, or a new embedded one
 * in DATA_DIR, and erases again who was erased since.
 */
export function main(file: string | undefined, erasedList?: string): Promise<void> {
  return runCommand('restore', file, async (source) => {
    const config = readConfig(process.env);
    const kept = erasedList === undefined ? undefined : await readKeptList(erasedList);
    const { databaseDirectUrl, dataDir, secretKey } = config;
    const { manifest, faults, erasedAgain } = await restoreBackup({
      file: source,
      dataDir,
      secretKey,
      openDatabase: async () =>
        databaseDirectUrl === undefined
          ? startEmbeddedPostgres({ dataDir, log: () => undefined })
          : { url: databaseDirectUrl, [Symbol.asyncDispose]: async () => undefined },
      progress: showProgress(process.stderr),
      eraseAgain: async (url) => {
        await addToErasedFile(dataDir, kept?.accounts ?? []);
        return withContext(config, url, eraseAgain);
      },
      verifyPictures: (url) => withContext(config, url, async (ctx) => (await verifyPictures(ctx)).faults),
    });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `Restored ${rows.toLocaleString('en-US')} rows of ${manifest.tables.length} tables, as of ${manifest.takenAt}. All sessions are ended.`,
    );
    console.log(
      erasedAgain === 1
        ? '1 account that was erased after this backup is erased again.'
        : `${erasedAgain} accounts that were erased after this backup are erased again.`,
    );
    for (const fault of [...(kept?.faults ?? []), ...faults]) console.error(fault);
    if (faults.length > 0) process.exitCode = 1;
    else console.log('The ledger, the click counts and the pictures are correct. You can start Vitrine.');
  });
}
