import { ConfigError } from '../config.ts';
import { DataDirInUse } from '../platform/database/embedded.lock.ts';
import { UnfinishedRestoreError } from '../platform/database/migrate.ts';
import { DatabaseSetupError } from '../platform/database/setup.error.ts';
import { BackupError } from './backup.error.ts';

const readable = [BackupError, ConfigError, DataDirInUse, DatabaseSetupError, UnfinishedRestoreError];

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (readable.some((kind) => error instanceof kind) || 'code' in error) return error.message;
  return error.stack ?? error.message;
}

/** Runs a command that takes a file. What goes wrong is one readable message and the exit code 1. */
export async function runCommand(
  name: 'backup' | 'restore',
  file: string | undefined,
  work: (file: string) => Promise<void>,
): Promise<void> {
  if (file === undefined) {
    console.error(`Usage: npm run ${name} -- <file>`);
    process.exitCode = 2;
    return;
  }
  try {
    await work(file);
  } catch (error) {
    console.error(`The ${name} failed: ${messageOf(error)}`);
    process.exitCode = 1;
  }
}
