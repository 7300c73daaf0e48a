import { ConfigError } from './config.ts';
import { DataDirInUse } from './platform/database/embedded.lock.ts';
import { MigrationWaitError, UnfinishedRestoreError } from './platform/database/migrate.ts';
import { NewerDatabase } from './platform/database/newer.ts';
import { DatabaseSetupError } from './platform/database/setup.error.ts';
import { FolderError } from './platform/folder.ts';

const kinds = [
  ConfigError,
  DataDirInUse,
  DatabaseSetupError,
  FolderError,
  MigrationWaitError,
  NewerDatabase,
  UnfinishedRestoreError,
];

/** Errors whose message says what to do; a stack trace would only hide it. */
export function isForOperator(error: unknown): error is Error {
  return kinds.some((kind) => error instanceof kind);
}
