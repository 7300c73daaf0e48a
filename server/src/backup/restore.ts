import { readConfig } from '../config.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded.ts';
import { runCommand } from './command.ts';
import { showProgress } from './progress.ts';
import { restoreBackup } from './restore.run.ts';

/** `npm run restore -- <file>`: restores into the empty database of DATABASE_URL, or a new embedded one in DATA_DIR. */
export function main(file: string | undefined): Promise<void> {
  return runCommand('restore', file, async (source) => {
    const config = readConfig(process.env);
    const { databaseUrl, dataDir, secretKey } = config;
    const { manifest, faults } = await restoreBackup({
      file: source,
      dataDir,
      secretKey,
      openDatabase: async () =>
        databaseUrl === undefined
          ? startEmbeddedPostgres({ dataDir, log: () => undefined })
          : { url: databaseUrl, [Symbol.asyncDispose]: async () => undefined },
      progress: showProgress(process.stderr),
    });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `Restored ${rows.toLocaleString('en-US')} rows of ${manifest.tables.length} tables, as of ${manifest.takenAt}. All sessions are ended.`,
    );
    for (const fault of faults) console.error(fault);
    if (faults.length > 0) process.exitCode = 1;
    else console.log('The ledger and the click counts are correct. You can start Vitrine.');
  });
}
