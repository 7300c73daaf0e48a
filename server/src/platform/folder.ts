import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** A folder that can't be created. The message names it and says why. */
export class FolderError extends Error {}

/**
 * Creates a folder and its parents. Not `mkdir` with `recursive`: Node repeats that forever in a file system that
 * refuses new folders with ENOENT, such as /proc.
 */
export function makeFolder(folder: string, mode = 0o777): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return;
    const reason = error instanceof Error ? error.message : String(error);
    throw new FolderError(`The folder ${folder} can't be created: ${reason}. Check DATA_DIR and its rights.`);
  }
}
