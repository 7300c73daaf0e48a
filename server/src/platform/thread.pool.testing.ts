import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** More than libuv's pool has threads, whatever UV_THREADPOOL_SIZE says up to this. */
const jobs = 32;

/**
 * Occupies every thread of this process's pool until the returned function is called: opening a named pipe for
 * reading blocks until somebody opens it for writing.
 */
export function occupyThreadPool(): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-pool-'));
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const opened = Array.from({ length: jobs }, () => open(pipe, 'r'));
  return async () => {
    // Opened both ways, the pipe has a writer for every reader, those that are still queued too.
    const writer = openSync(pipe, constants.O_RDWR);
    for (const reader of await Promise.all(opened)) await reader.close();
    closeSync(writer);
    rmSync(folder, { recursive: true });
  };
}
