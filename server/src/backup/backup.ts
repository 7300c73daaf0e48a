import { readConfig } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { attachOrStartEmbedded } from '../platform/database/embedded.ts';
import { readVersion } from '../platform/version.ts';
import { runCommand } from './command.ts';
import { takeBackup } from './backup.take.ts';
import { showProgress, sizeText } from './progress.ts';

/** `npm run backup -- <file>`: backs up the database of DATABASE_URL, or the embedded one, running or not. */
export function main(file: string | undefined): Promise<void> {
  return runCommand('backup', file, async (target) => {
    const config = readConfig(process.env);
    const { dataDir, secretKey } = config;
    await using embedded = config.databaseDirectUrl
      ? undefined
      : await attachOrStartEmbedded({ dataDir, log: () => undefined });
    const progress = showProgress(process.stderr);
    const url = config.databaseDirectUrl ?? embedded?.url ?? '';
    const product = await readVersion();
    const taken = await takeBackup({ url, dataDir, secretKey, file: target, product, clock: systemClock, progress });
    const size = sizeText(taken.bytes);
    console.log(
      `Backup complete: ${taken.rows.toLocaleString('en-US')} rows of ${taken.tables} tables, ${size}, ${target}`,
    );
    if (taken.picturesInS3 > 0)
      console.log(
        `It has the names and hashes of ${taken.picturesInS3} pictures in S3, not the pictures. Copy the bucket as well.`,
      );
    console.log(
      'It does not contain the secret key. Keep a copy of the key somewhere else: without it, a restore is refused.',
    );
  });
}
